/**
 * Ten thousand runs one after the other, two thousand more a hundred at once, and programs that talk without end: `npm run soak`. It takes about ten minutes, and fails
 * where a byte is missing, or a descriptor, a process, a terminal or a file is left, or the memory grows.
 *
 *	npm run soak -- --runs 1000 --groups 500 --talk 500MB    less of it
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { root } from "../root.mjs";

// Below the cache, and not among temporary files: from there node-pty is found.
const folder = mkdtempSync(join(root, "node_modules/.cache-soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
// What the runs make among temporary files is counted, and nobody else's.
process.env.TMPDIR = mkdtempSync(join(tmpdir(), "bylaw-soaking-"));
process.once("exit", () => rmSync(process.env.TMPDIR, { recursive: true, force: true }));
// So that memory is what is in use, and not what is about to be let go.
setFlagsFromString("--expose-gc");
globalThis.gc = runInNewContext("gc");

const outfile = join(folder, "soak.mjs");
const options = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" };
await build({
	...options,
	entryPoints: [join(root, "test/runtime/execute/soak/soaking.ts")],
	outfile,
	sourcemap: "inline",
});
await import(pathToFileURL(outfile).href);
