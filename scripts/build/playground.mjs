/**
 * Bundles the playground of `site` into a folder: its code in pieces, the lints in a worker of their own, and the facts about programs beside it.
 * The same loader, compiler and engine as on the command line; only what Node has and a browser has not stands in `site/playground/in-browser`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { loadTypescript } from "../load-typescript.mjs";
import { root } from "../root.mjs";
import { noPrograms } from "./page.mjs";

const site = join(root, "site");

/** Settings of both bundles: the facts are read from the sources, as those of the report are. */
const shared = { absWorkingDir: root, bundle: true, write: false, logLevel: "error", legalComments: "none" };

export async function buildPlayground(folder) {
	const bundle = await build({
		...shared,
		entryPoints: ["playground", "lint-worker"].map((name) => join(site, `playground/${name}.ts`)),
		platform: "browser",
		target: "es2022",
		format: "esm",
		splitting: true,
		outdir: folder,
		minify: true,
		alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
		inject: [join(site, "playground/in-browser/globals.js")],
		define: { BYLAW_ENGINE: '"page"', "import.meta.dirname": '"/bylaw/dist"' },
		plugins: [noPrograms, inBrowser],
	});
	mkdirSync(folder, { recursive: true });
	for (const { path, contents } of bundle.outputFiles) writeFileSync(path, contents);
	const { packedFacts } = await loadTypescript(["src/authoring/load/packed-facts.ts"]);
	writeFileSync(join(folder, "facts.txt"), packedFacts());
}

const standIns = {
	"node:fs": join(site, "playground/in-browser/fs.js"),
	"node:crypto": join(site, "playground/in-browser/crypto.js"),
	"node:buffer": join(site, "playground/in-browser/buffer.js"),
	"node:path": join(site, "node_modules/pathe/dist/index.mjs"),
	"node:util": join(site, "playground/in-browser/util.js"),
};

const inBrowser = {
	name: "what Node has, in a browser",
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^node:/ }, ({ path }) =>
			path in standIns ? { path: standIns[path] } : { errors: [{ text: `nothing stands in for ${path}` }] },
		);
		onResolve({ filter: /^buffer$/ }, () => ({ path: join(site, "node_modules/buffer/index.js") }));
		onResolve({ filter: /^bylaw:packs$/ }, ({ path }) => ({ path, namespace: "packs" }));
		onLoad({ filter: /.*/, namespace: "packs" }, () => ({ contents: JSON.stringify(packs()), loader: "json" }));
	},
};

/** The shipped packs by the names of their files. */
function packs() {
	const folder = join(root, "rules");
	return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
