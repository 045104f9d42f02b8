/** Holds the reader of shell strings against bash and dash on made-up scripts: `npm run fuzz:shell -- --count 100000 --seed 7`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./root.mjs";

const folder = mkdtempSync(join(tmpdir(), "bylaw-fuzz-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const outfile = join(folder, "fuzz.mjs");
const options = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" };
await build({ ...options, entryPoints: [join(root, "test/engine/shell/fuzz.ts")], outfile, sourcemap: "inline" });
await import(pathToFileURL(outfile).href);
