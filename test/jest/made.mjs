/** What runs in place of a TypeScript file: JavaScript by esbuild, kept between runs. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { build } from "esbuild";
import { root } from "../../scripts/root.mjs";

/** Bump this when something else is made of the same file. */
const version = 2;
const folder = join(root, "node_modules/.cache/bylaw-tests");
const week = 7 * 24 * 3_600_000;

/** Folders with TypeScript that tests load, the tests' own first. */
export const places = ["test", "src", "grammar", "scripts"];

/** Where that is kept of the file as it is now; its map lies beside it. A copy of the tree whose `node_modules` is a link to these finds it there. */
export function madeOf(path) {
	const key = JSON.stringify([version, process.versions.node, relative(root, path)]);
	const digest = createHash("sha256").update(key).update(readFileSync(path)).digest("hex");
	return join(folder, `${digest.slice(0, 32)}.mjs`);
}

/** Makes of these files what is not there yet. */
export async function make(paths) {
	const missing = new Map(paths.map((path) => [path, madeOf(path)]).filter(([, made]) => !existsSync(made)));
	if (missing.size === 0) return;
	const { outputFiles } = await build({
		entryPoints: [...missing.keys()],
		absWorkingDir: root,
		outbase: root,
		outdir: folder,
		write: false,
		format: "esm",
		platform: "node",
		target: `node${process.versions.node}`,
		sourcemap: "external",
		sourcesContent: false,
		charset: "utf8",
		logLevel: "error",
	});
	const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
	mkdirSync(folder, { recursive: true });
	for (const [path, made] of missing) {
		const written = join(folder, path.slice(root.length).replace(/\.ts$/, ".js"));
		// Named relative to the file itself.
		write(`${made}.map`, JSON.stringify({ ...JSON.parse(texts.get(`${written}.map`)), sources: [basename(path)] }));
		write(made, texts.get(written));
	}
}

/** Everything that tests may load, for Jest to start with: one call of esbuild takes a second, and one for each file many. */
export default async function makeAll() {
	forget();
	const found = places.flatMap((place) =>
		readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map((name) => join(root, place, name)),
	);
	await make(found.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts")));
}

/** What was made long ago may be of files that are no more. */
function forget() {
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder)) {
		const path = join(folder, name);
		// Another run may do the same.
		const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
		if (Date.now() - made > week) rmSync(path, { force: true });
	}
}

/** Never half of it, as another run may be looking. */
function write(path, text) {
	const beside = `${path}.${process.pid}`;
	writeFileSync(beside, text);
	renameSync(beside, path);
}
