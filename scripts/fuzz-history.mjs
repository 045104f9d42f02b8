/**
 * Holds proofs about what happened against every story of up to so many requests: `npm run fuzz:history -- --policies 1000 --requests 5 --seed 7`.
 * With `--variants 100000` it forgets something of so many stories, instead, and looks whether what is left allows more.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./root.mjs";

const isForgetting = process.argv.some((word) => /^--variants\b/.test(word));
const entry = isForgetting ? "test/runtime/history/fuzz-forgetting.ts" : "test/authoring/analysis/past/fuzz-stories.ts";
const outfile = join(root, `node_modules/.cache/bylaw/fuzz-history-${isForgetting ? "variants" : "stories"}.mjs`);
await build({
	bundle: true,
	platform: "node",
	format: "esm",
	target: "node20",
	packages: "external",
	logLevel: "warning",
	entryPoints: [join(root, entry)],
	outfile,
	sourcemap: "inline",
});
await import(pathToFileURL(outfile).href);
