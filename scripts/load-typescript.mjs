/** Imports modules that are written in TypeScript: they are bundled for the moment. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./root.mjs";

/** What these modules export, in one object. `paths`: from the folder of the repository. `plugins`: of esbuild. */
export async function loadTypescript(paths, plugins = []) {
	const cache = join(root, "node_modules/.cache/bylaw");
	mkdirSync(cache, { recursive: true });
	const folder = mkdtempSync(join(cache, "loaded-"));
	try {
		const outfile = join(folder, "bundle.mjs");
		await build({
			absWorkingDir: root,
			stdin: {
				contents: paths.map((path) => `export * from ${JSON.stringify(`./${path}`)};`).join("\n"),
				resolveDir: root,
				loader: "ts",
			},
			outfile,
			bundle: true,
			platform: "node",
			format: "esm",
			target: "node20.19",
			packages: "external",
			logLevel: "error",
			plugins,
		});
		return await import(pathToFileURL(outfile).href);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
