/**
 * The JavaScript in `dist`. Everything is bundled but `node-pty` and `@duckdb/node-api`, which are native and optional.
 *
 * `import.meta.url` is the URL of the file that the code ended up in, in every bundle, and `import.meta.dirname` its folder: ES modules have
 * them, in CommonJS they are defined below. Sources lie deeper than bundles do, so a path such as `../../rules` holds in one of them only:
 * what ships beside the code (`rules/`, `schemas/`) is found by going up to the folder of `package.json`.
 */
import { basename, join } from "node:path";
import { build, transform } from "esbuild";
import { root } from "../root.mjs";
import { engine } from "./engine.mjs";
import { bundlePage } from "./page.mjs";
import { bundleQuick } from "./quick.mjs";

const shared = {
	absWorkingDir: root,
	bundle: true,
	platform: "node",
	target: "node20.19",
	external: ["node-pty", "@duckdb/node-api"],
	legalComments: "none", // the licences stand in THIRD-PARTY-LICENSES.txt
	charset: "utf8",
	metafile: true,
	write: false,
	logLevel: "error",
	define: { BYLAW_ENGINE: JSON.stringify(engine()) },
	// What it offers to `require` (UMD) can't be bundled: its own pieces are asked for at run time.
	alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
};

const ownUrl = "bylawOwnUrl";
/** What `import.meta.url` means in CommonJS. */
const commonJsUrl = {
	define: { "import.meta.url": ownUrl, "import.meta.dirname": "__dirname" },
	banner: `const ${ownUrl} = require("node:url").pathToFileURL(__filename).href;\n`,
};

/** CommonJS packages in an ES module ask for Node's own modules by `require`; the name is one that nothing else uses. */
const requireInModule =
	'import { createRequire as bylawCreateRequire } from "node:module";\nconst require = bylawCreateRequire(import.meta.url);';

/** The public entry points: `index.js` for `import`, `index.cjs` for `require`, and the same of `authoring`, each in one file. */
export const entries = ["index", "authoring"];

export async function bundleLibrary() {
	const bundles = await Promise.all(entries.map(bundleEntry));
	return { files: bundles.flatMap(({ files }) => files), inputs: bundles.flatMap(({ inputs }) => inputs) };
}

async function bundleEntry(name) {
	const entry = { ...shared, entryPoints: [`src/${name}.ts`] };
	const asModule = await build({
		...entry,
		format: "esm",
		outfile: `dist/${name}.js`,
		banner: { js: requireInModule },
	});
	const asCommonJs = await build({
		...entry,
		format: "cjs",
		outfile: `dist/${name}.cjs`,
		define: { ...shared.define, ...commonJsUrl.define },
		banner: { js: commonJsUrl.banner },
	});
	return {
		files: [
			[`${name}.js`, onlyText(asModule)],
			[`${name}.cjs`, onlyText(asCommonJs)],
		],
		inputs: [...Object.keys(asModule.metafile.inputs), ...Object.keys(asCommonJs.metafile.inputs)],
	};
}

/**
 * `cli.cjs`, which finds out who answers, and in `cli/` what it loads: a bundle of its own for hooks (quick.mjs), and the verbs; in `page/` what goes into pages (page.mjs). CommonJS starts
 * faster than ES modules do, but esbuild splits ES modules only; so the verbs are split as those, and each piece is then turned into
 * CommonJS. Sources say what is late by `await import("…")`.
 */
export async function bundleCommandLine() {
	const inCommonJs = {
		...shared,
		define: { ...shared.define, ...commonJsUrl.define },
		banner: { js: commonJsUrl.banner },
	};
	const quick = await bundleQuick(inCommonJs);
	const page = await bundlePage(shared);
	const first = await build({
		...inCommonJs,
		entryPoints: ["src/cli/main.ts"],
		format: "cjs",
		outfile: "dist/cli.cjs",
		minify: true,
		banner: { js: "#!/usr/bin/env node" },
	});
	const split = await build({
		...shared,
		entryPoints: { "answer-all": "src/cli/quick/answer-all.ts" },
		format: "esm",
		splitting: true,
		outdir: "dist/cli",
		outExtension: { ".js": ".cjs" },
		chunkNames: "[name]-[hash]",
	});
	const files = await Promise.all(
		split.outputFiles.map(async ({ path, text }) => {
			const { code } = await transform(text, {
				sourcefile: path,
				format: "cjs",
				platform: "node",
				target: shared.target,
				charset: "utf8",
				legalComments: "none",
				define: commonJsUrl.define,
				supported: { "dynamic-import": false }, // becomes a late `require`
			});
			return [`cli/${basename(path)}`, (code.includes(ownUrl) ? commonJsUrl.banner : "") + code];
		}),
	);
	return {
		files: [["cli.cjs", onlyText(first)], ...files, ...quick.files, ...page.files],
		inputs: [first, split].flatMap(({ metafile }) => Object.keys(metafile.inputs)).concat(quick.inputs, page.inputs),
	};
}

function onlyText(result) {
	const [file, ...others] = result.outputFiles;
	if (file === undefined || others.length > 0) throw new Error(`expected one file in ${join("dist")}`);
	return file.text;
}
