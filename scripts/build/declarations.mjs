/**
 * The declarations of the public API, for `import` and for `require`.
 * Only the files that the entry points lead to are kept, and none of them may name a bundled package:
 * whoever uses the library has not installed it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { root } from "../root.mjs";
import { entries } from "./bundles.mjs";

/** Pairs of a name in `dist` and its text. */
export function declarations() {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-types-"));
	try {
		const tsc = spawnSync(
			process.execPath,
			[join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", "--outDir", folder],
			{ cwd: root, encoding: "utf8" },
		);
		if (tsc.status !== 0) throw new Error(`tsc writes no declarations:\n${tsc.stdout}${tsc.stderr}`);
		const files = new Map();
		for (const entry of entries) {
			for (const kind of ["d.ts", "d.cts"]) files.set(`${entry}.${kind}`, `export * from "./types/src/${entry}.js";\n`);
			for (const [name, text] of reachable(folder, `src/${entry}.d.ts`)) files.set(`types/${name}`, text);
		}
		// Both kinds of modules run the same code, which is CommonJS, and so have the same declarations.
		files.set("types/package.json", `${JSON.stringify({ type: "commonjs" })}\n`);
		return [...files];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** In what tsc writes, strings of another file's name stand behind `from`, `import` and `import(`. */
const anySpecifier = /(?:\bfrom |\bimport |\bimport\()"([^"]*)"/g;

function reachable(folder, entry) {
	const found = new Map();
	const waiting = [entry];
	for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
		if (found.has(name)) continue;
		const path = join(folder, name);
		if (!existsSync(path)) throw new Error(`no declarations for ${name}`);
		const text = readFileSync(path, "utf8");
		found.set(name, text);
		for (const [, to] of text.matchAll(anySpecifier)) {
			if (to.startsWith("node:")) continue;
			if (!to.startsWith("."))
				throw new Error(
					`the public types of ${name.replace(/\.d\.ts$/, ".ts")} name the package \`${to}\`, which is bundled and not there for users. ` +
						"Give the exported thing a type of our own.",
				);
			waiting.push(relative(folder, join(folder, dirname(name), to.replace(/\.js$/, ".d.ts"))).replaceAll("\\", "/"));
		}
	}
	return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}
