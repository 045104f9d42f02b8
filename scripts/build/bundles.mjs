/**
 * The JavaScript in `dist`. Everything is bundled but `node-pty`, which is native and optional.
 *
 * `import.meta.url` is the URL of the file that the code ended up in, in every bundle: ES modules have it, in CommonJS
 * it is defined below. Sources lie deeper than bundles do, so a path such as `../../rules` holds in one of them only:
 * what ships beside the code (`rules/`, `schemas/`) is found by going up to the folder of `package.json`.
 */
import { basename, join } from "node:path";
import { build, transform } from "esbuild";
import { root } from "../root.mjs";

const shared = {
	absWorkingDir: root,
	bundle: true,
	platform: "node",
	target: "node20.19",
	external: ["node-pty"],
	legalComments: "none", // the licences stand in THIRD-PARTY-LICENSES.txt
	charset: "utf8",
	metafile: true,
	write: false,
	logLevel: "error",
};

const ownUrl = "bylawOwnUrl";
/** What `import.meta.url` means in CommonJS. */
const commonJsUrl = {
	define: { "import.meta.url": ownUrl },
	banner: `const ${ownUrl} = require("node:url").pathToFileURL(__filename).href;\n`,
};

/** CommonJS packages in an ES module ask for Node's own modules by `require`; the name is one that nothing else uses. */
const requireInModule =
	'import { createRequire as bylawCreateRequire } from "node:module";\nconst require = bylawCreateRequire(import.meta.url);';

/** `index.js` for `import`, `index.cjs` for `require`, each in one file. */
export async function bundleLibrary() {
	const entry = { ...shared, entryPoints: ["src/index.ts"] };
	const asModule = await build({
		...entry,
		format: "esm",
		outfile: "dist/index.js",
		banner: { js: requireInModule },
	});
	const asCommonJs = await build({
		...entry,
		format: "cjs",
		outfile: "dist/index.cjs",
		define: commonJsUrl.define,
		banner: { js: commonJsUrl.banner },
	});
	return {
		files: [
			["index.js", onlyText(asModule)],
			["index.cjs", onlyText(asCommonJs)],
		],
		inputs: [...Object.keys(asModule.metafile.inputs), ...Object.keys(asCommonJs.metafile.inputs)],
	};
}

/**
 * `cli.cjs` and, in `cli/`, what it loads late. A hook pays for every byte that Node reads before it can decide, and
 * CommonJS starts faster than ES modules do. esbuild splits ES modules only, so it splits those, and each
 * piece is then turned into CommonJS. Sources say what is late by `await import("…")`.
 */
export async function bundleCommandLine() {
	const split = await build({
		...shared,
		entryPoints: { cli: "src/cli/main.ts" },
		format: "esm",
		splitting: true,
		outdir: "dist",
		outExtension: { ".js": ".cjs" },
		chunkNames: "cli/[name]-[hash]",
	});
	const files = await Promise.all(
		split.outputFiles.map(async ({ path, text }) => {
			const isEntry = basename(path) === "cli.cjs";
			const { code } = await transform(text.replace(/^#!.*\n/, ""), {
				sourcefile: path,
				format: "cjs",
				platform: "node",
				target: shared.target,
				charset: "utf8",
				legalComments: "none",
				define: commonJsUrl.define,
				supported: { "dynamic-import": false }, // becomes a late `require`
			});
			const url = code.includes(ownUrl) ? commonJsUrl.banner : "";
			const name = isEntry ? "cli.cjs" : `cli/${basename(path)}`;
			return [name, (isEntry ? "#!/usr/bin/env node\n" : "") + url + code];
		}),
	);
	return { files, inputs: Object.keys(split.metafile.inputs) };
}

function onlyText(result) {
	const [file, ...others] = result.outputFiles;
	if (file === undefined || others.length > 0) throw new Error(`expected one file in ${join("dist")}`);
	return file.text;
}
