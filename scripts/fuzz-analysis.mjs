/** Holds answers about all commands against every command of small worlds: `npm run fuzz:analysis -- --count 100000 --seed 7`. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./root.mjs";

const folder = mkdtempSync(join(tmpdir(), "bylaw-fuzz-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

// Policies import packs, which lie beside the package's own file.
writeFileSync(join(folder, "package.json"), "{}");
symlinkSync(join(root, "rules"), join(folder, "rules"));

const outfile = join(folder, "fuzz.mjs");
// Some packages are still CommonJS.
const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
const options = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" };
await build({
	...options,
	entryPoints: [join(root, "test/authoring/analysis/fuzz.ts")],
	outfile,
	banner,
	sourcemap: "inline",
});
await import(pathToFileURL(outfile).href);
