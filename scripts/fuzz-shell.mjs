/** Holds the reader of shell strings against bash and dash on made-up scripts: `npm run fuzz:shell -- --count 100000 --seed 7`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./root.mjs";

const folder = mkdtempSync(join(tmpdir(), "bylaw-fuzz-"));
const outfile = join(folder, "fuzz.mjs");
const options = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" };
await build({ ...options, entryPoints: [join(root, "test/shell/fuzz.ts")], outfile, sourcemap: "inline" });
try {
	await import(pathToFileURL(outfile).href);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
