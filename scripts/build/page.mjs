/**
 * What runs in the page that `rules report` writes: deciding and explaining, for a browser, without anything of Node's. The facts about programs come with the page's data.
 * Code that is not run is never in the page as text: its security policy forbids to make code of texts.
 */
import { build } from "esbuild";

/**
 * `page/report.js`, which every page has, and `page/box.js`, of pages with a box: what it has besides the engine, which is taken from the command line's file when a page is written.
 * `shared`: settings of all bundles; `groups`: knows the engine. The second is in the form of an ES module.
 */
export async function bundlePage(shared, groups) {
	const settings = {
		...shared,
		platform: "browser",
		target: "es2022",
		outdir: "dist/page",
		charset: "ascii", // whatever the page is served as, its digest holds
		external: [],
		banner: {},
	};
	const source = (name) => [`src/authoring/report/page/${name}.ts`];
	const report = await build({ ...settings, entryPoints: source("report"), format: "iife", plugins: [noPrograms] });
	const box = await build({
		...settings,
		entryPoints: source("box"),
		format: "esm",
		plugins: [groups.faces(["engine"], true)],
	});
	return {
		report: textOf(report).trimEnd(),
		box: groups.take(textOf(box), () => 'require("./engine")', true),
		inputs: [report, box].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
	};
}

const textOf = ({ outputFiles: [{ text }] }) => text;

/** Leaves the facts out of the code of a page, which unpacks them (src/authoring/report/page/learn-programs.ts). */
export const noPrograms = {
	name: "facts beside the code",
	setup: ({ onLoad }) =>
		onLoad({ filter: /programs\.generated\.ts$/ }, () => ({
			contents: "export const programs = Object.create(null); export const aliases = Object.create(null);",
			loader: "js",
		})),
};
