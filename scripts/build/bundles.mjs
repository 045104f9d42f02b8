/**
 * The JavaScript in `dist`. Everything is bundled but `node-pty` and `@duckdb/node-api`, which are native and optional.
 *
 * `import.meta.url` is the URL of the file that the code ended up in, in every bundle, and `import.meta.dirname` its folder: ES modules have
 * them, in CommonJS they are defined below. Sources lie deeper than bundles do, so a path such as `../../rules` holds in one of them only:
 * what ships beside the code (`rules/`, `schemas/`) is found by going up to the folder of `package.json`.
 */
import { join, relative } from "node:path";
import { build, transform } from "esbuild";
import { root } from "../root.mjs";
import { engine } from "./engine.mjs";
import { facts, factsFile } from "./facts.mjs";
import { Groups } from "./groups.mjs";
import { assertLasting } from "./lasting.mjs";
import { bundlePage } from "./page.mjs";
import { bundleLate, packagesLate } from "./quick.mjs";
import { samePieces } from "./same-pieces.mjs";

const shared = {
	absWorkingDir: root,
	bundle: true,
	platform: "node",
	target: "node20.19",
	// Every Node has had them for long. esbuild takes them for newer, and would make each such expression anew whenever it is asked.
	supported: { "regexp-unicode-property-escapes": true },
	external: ["node-pty", "@duckdb/node-api"],
	legalComments: "none", // the licences stand in THIRD-PARTY-LICENSES.txt
	minify: true,
	charset: "utf8",
	metafile: true,
	write: false,
	logLevel: "error",
	define: { BYLAW_ENGINE: JSON.stringify(engine()) },
	// What it offers to `require` (UMD) can't be bundled: its own pieces are asked for at run time.
	alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
};

const ownUrl = "bylawOwn";
/** What `import.meta.url` means in CommonJS; made when somebody asks for it, which few questions do. */
const commonJsUrl = {
	define: { "import.meta.url": `${ownUrl}.url`, "import.meta.dirname": "__dirname" },
	banner: `const ${ownUrl}={get url(){return require("node:url").pathToFileURL(__filename).href}};\n`,
};

/** The public entry points, for `import` and for `require`. */
export const entries = ["index", "authoring"];

/**
 * `index.cjs` and `authoring.cjs`, with `index.js` and `authoring.js`, which are the same for `import`; `cli.cjs`, which finds out who answers; in `cli/` what all of these
 * load: the verbs, and bundles of their own for what is asked for often (quick.mjs); in `page/` what goes into pages (page.mjs). What several of these need is there once (groups.mjs).
 * CommonJS starts faster than ES modules do, but esbuild splits ES modules only; so everything is split as those, each piece once, and each piece is then turned into
 * CommonJS. Sources say what is late by `await import("…")`.
 */
export async function bundles() {
	const { text, atOnce, fewOfThem } = await facts(shared);
	const groups = await Groups.of(shared);
	const late = await bundleLate(shared);
	const first = await build({
		...shared,
		define: { ...shared.define, ...commonJsUrl.define },
		entryPoints: ["src/cli/main.ts"],
		format: "cjs",
		outfile: "dist/cli.cjs",
		banner: { js: `#!/usr/bin/env node\n${commonJsUrl.banner}` },
	});
	let rest;
	do {
		groups.start();
		rest = { split: await bundleSplit(groups), page: await bundlePage(shared, groups) };
	} while (!(await groups.build()));
	const { split, page } = rest;
	const inAscii = (text) => inCommonJs(text, "ascii");
	const grouped = await groups.files(inAscii, fewOfThem, atOnce);
	return {
		files: [
			["cli.cjs", onlyText(first)],
			...(await Promise.all(
				split.pieces.map(async ([name, text]) => {
					assertLasting(name, text);
					return [name, await inCommonJs(text)];
				}),
			)),
			[`cli/${factsFile}`, text],
			...entries.map((name) => [`${name}.js`, asModule(name, split.metafile)]),
			...late.files,
			["page/report.js", page.report],
			["page/box.js", (await inAscii(page.box)).trimEnd()],
			...grouped.files,
		],
		inputs: [first, split]
			.flatMap(({ metafile }) => Object.keys(metafile.inputs))
			.concat(late.inputs, page.inputs, grouped.inputs),
	};
}

/** The library and the command line in pieces, which take of `groups`: the name of each in `dist`, and its text as an ES module. */
async function bundleSplit(groups) {
	const { outputFiles, metafile } = await build({
		...shared,
		entryPoints: {
			...Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
			"cli/answer-all": "src/cli/quick/answer-all.ts",
		},
		format: "esm",
		splitting: true,
		outdir: "dist",
		outExtension: { ".js": ".cjs" },
		chunkNames: "cli/[name]-[hash]",
		plugins: [groups.faces(), packagesLate, samePieces],
	});
	const pieces = outputFiles.map(({ path, text }) => {
		const name = relative(join(root, "dist"), path);
		const beside = name.startsWith("cli/") ? "./" : "./cli/";
		const own = groups.take(text, (group) => `require("${beside}more.cjs").${group}`);
		return [name, own.replaceAll('"./late-', `"${beside}late-`)];
	});
	return { pieces, metafile };
}

/** The text of an ES module in CommonJS. */
async function inCommonJs(text, charset = shared.charset) {
	const { code } = await transform(ownValues(text), {
		format: "cjs",
		platform: "node",
		target: shared.target,
		charset,
		legalComments: "none",
		minify: true,
		define: commonJsUrl.define,
		supported: { "dynamic-import": false }, // becomes a late `require`
	});
	return (code.includes(ownUrl) ? commonJsUrl.banner : "") + code;
}

/**
 * What a piece takes from others as values of its own: through the names of a CommonJS module each use would call a getter. Pieces never need each other in a circle (each holds what the
 * same entries need), so what is taken is there; and nothing that they export changes later (lasting.mjs).
 */
function ownValues(text) {
	return text.replaceAll(/(?<![\w$.])import\s*\{([^{}]*)\}\s*from\s*("(?:\.|node:)[^"]+")/g, (_, names, piece) => {
		const taken = names.split(",").map((name) =>
			name
				.trim()
				.split(/\s+as\s+/)
				.join(":"),
		);
		return `const{${taken.join(",")}}=require(${piece})`;
	});
}

/** What `import` is given: the names of the CommonJS file, which holds the code. A program that loads both has one copy. */
function asModule(name, { outputs }) {
	const { exports } = outputs[`dist/${name}.cjs`];
	return `export { ${exports.join(", ")} } from "./${name}.cjs";\n`;
}

function onlyText(result) {
	const [file, ...others] = result.outputFiles;
	if (file === undefined || others.length > 0) throw new Error(`expected one file in ${join("dist")}`);
	return file.text;
}
