/**
 * What runs in the page that `rules report` writes: deciding and explaining, for a browser, without anything of Node's; and the facts about programs as one packed text
 * beside it, which the page unpacks by itself. Code that is not run is never in the page as text: its security policy forbids to make code of texts.
 */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { facts } from "./facts.mjs";

/** `page/report.js` and `page/facts.txt`. `shared`: settings of all bundles. */
export async function bundlePage(shared) {
	const bundle = await build({
		...shared,
		entryPoints: ["src/authoring/report/page/report.ts"],
		platform: "browser",
		target: "es2022",
		format: "iife",
		outfile: "dist/page/report.js",
		minify: true,
		charset: "ascii", // whatever the page is served as, its digest holds
		external: [],
		banner: {},
		plugins: [noPrograms],
	});
	return {
		files: [
			["page/report.js", bundle.outputFiles[0].text.trimEnd()],
			["page/facts.txt", await packedFacts(shared)],
		],
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

/** The facts as one text. `shared`: settings of all bundles. */
export async function packedFacts(shared) {
	const { programs, aliases } = await facts(shared);
	return gzipSync(JSON.stringify({ programs: Object.fromEntries(programs), aliases }), { level: 9 }).toString("base64");
}
