/**
 * Holds answers about all commands against every command of small worlds: `npm run fuzz:analysis -- --count 100000 --seed 7`.
 * Nothing listens for signals: it never waits, and only what nobody listens for ends it at once.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./root.mjs";

// In the package's folder: policies import its packs, and modules its packages.
const outfile = join(root, "node_modules/.cache/bylaw/fuzz-analysis.mjs");
await build({
	bundle: true,
	platform: "node",
	format: "esm",
	target: "node20",
	packages: "external",
	logLevel: "warning",
	entryPoints: [join(root, "test/authoring/analysis/fuzz/fuzz.ts")],
	outfile,
	sourcemap: "inline",
});
await import(pathToFileURL(outfile).href);
