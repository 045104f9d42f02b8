/**
 * What runs in the page that `rules report` writes: deciding and explaining, for a browser, without anything of Node's. The facts about programs come with the page's data.
 * Code that is not run is never in the page as text: its security policy forbids to make code of texts.
 */
import { basename } from "node:path";
import { build } from "esbuild";

/** `page/report.js`, which every page has, and `page/box.js`, of pages with a box. `shared`: settings of all bundles. */
export async function bundlePage(shared) {
	const bundle = await build({
		...shared,
		entryPoints: ["report", "box"].map((name) => `src/authoring/report/page/${name}.ts`),
		platform: "browser",
		target: "es2022",
		format: "iife",
		outdir: "dist/page",
		minify: true,
		charset: "ascii", // whatever the page is served as, its digest holds
		external: [],
		banner: {},
		plugins: [noPrograms],
	});
	return {
		files: bundle.outputFiles.map(({ path, text }) => [`page/${basename(path)}`, text.trimEnd()]),
		inputs: Object.keys(bundle.metafile.inputs),
	};
}

/** Leaves the facts out of the code: the page unpacks them (src/authoring/report/page/learn-programs.ts). */
export const noPrograms = {
	name: "facts beside the code",
	setup: ({ onLoad }) =>
		onLoad({ filter: /programs\.generated\.ts$/ }, () => ({
			contents: "export const programs = Object.create(null); export const aliases = Object.create(null);",
			loader: "js",
		})),
};
