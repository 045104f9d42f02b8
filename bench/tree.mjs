/**
 * What the fact `tree` costs: the fingerprint of a real repository of 10,000 files, beside `git status` and beside looking at each file once.
 *
 *	npm run bench:tree                  a minute; prints a table
 *	npm run bench:tree -- --files 500   another size than 10,000 files
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, homedir, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { inRounds, summary } from "./peers/rounds.mjs";

const { values: options } = parseArgs({ options: { files: { type: "string" }, rounds: { type: "string" } } });
const files = Number(options.files ?? 10_000);
const rounds = Number(options.rounds ?? 25);
const folder = mkdtempSync(join(tmpdir(), "bylaw-bench-tree-"));
mkdirSync(join(homedir(), ".cache"), { recursive: true });
// A cache may lie in no folder for temporary files, and in none where commands work.
const cache = mkdtempSync(join(homedir(), ".cache", "bylaw-bench-tree-"));
process.env.XDG_CACHE_HOME = cache;

try {
	const root = repository();
	process.chdir(root);
	const { treeFingerprint } = await fingerprint();
	const paths = git("ls-files", "-z").split("\0").filter(Boolean);
	const all = paths.map((path) => join(root, path));
	const timed = (work) => () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	};
	const tree = (isKept) => () => {
		process.env.BYLAW_CACHE = isKept ? "on" : "off";
		const found = treeFingerprint(root);
		if (found.tree === undefined) throw new Error(found.unknown);
	};
	// What was written just now is not kept: files of a checkout are older.
	await new Promise((resolve) => setTimeout(resolve, 3_500));
	const first = timed(tree(true))();
	const cases = [
		{ name: "the fingerprint, nothing changed", sample: timed(tree(true)) },
		{
			name: "the fingerprint, 20 files changed",
			sample: () => {
				for (const path of all.slice(0, 20)) appendFileSync(path, "x");
				return timed(tree(true))();
			},
		},
		{ name: "the fingerprint, nothing kept", sample: timed(tree(false)) },
		{ name: "`git status`", sample: timed(() => git("status", "--porcelain")) },
		{ name: "each file looked at (`lstat`)", sample: timed(() => eachOf(all, lstatSync)) },
		{ name: "each file read", sample: timed(() => eachOf(all, readFileSync)) },
	];
	await inRounds(cases, rounds, 60_000);
	const rows = cases.map(({ name, samples }) => ({ name, ...summary(samples) }));
	const [status, look] = [rows[3], rows[4]];
	console.log(
		`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}, load ${loadavg()[0].toFixed(1)} at the end; ${files} files, ${rounds} rounds; the very first time, in this process: ${first.toFixed(0)} ms`,
	);
	console.log("| | median | least | least, to `git status` | to `lstat` |\n| --- | ---: | ---: | ---: | ---: |");
	for (const { name, median, least } of rows)
		console.log(
			`| ${name} | ${median.toFixed(1)} ms | ${least.toFixed(1)} ms | ${(least / status.least).toFixed(2)} | ${(least / look.least).toFixed(2)} |`,
		);
} finally {
	process.chdir(tmpdir());
	rmSync(folder, { recursive: true, force: true });
	rmSync(cache, { recursive: true, force: true });
}

function eachOf(paths, look) {
	for (const path of paths) look(path);
}

function git(...words) {
	return execFileSync("git", words, { cwd: join(folder, "repository"), encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Packages with folders of some twenty files each, and rules as projects have them. */
function repository() {
	const root = join(folder, "repository");
	mkdirSync(root);
	for (let at = 0; at < files; at++) {
		const place = join(root, "packages", `p${at % 20}`, "src", `m${at % Math.max(1, files / 20)}`);
		mkdirSync(place, { recursive: true });
		writeFileSync(join(place, `file${at}.ts`), `export const x${at} = ${at};\n`.repeat(1 + (at % 150)));
	}
	writeFileSync(join(root, ".gitignore"), "node_modules/\ndist/\n*.log\n/coverage\n.env*\n!.env.example\n");
	git("init", "-q");
	git("add", "-A");
	git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "all");
	return root;
}

async function fingerprint() {
	const outfile = join(folder, "fingerprint.mjs");
	await build({
		entryPoints: [fileURLToPath(new URL("../src/runtime/load/work-tree/tree-fingerprint.ts", import.meta.url))],
		...{ bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning", outfile },
	});
	return await import(pathToFileURL(outfile));
}
