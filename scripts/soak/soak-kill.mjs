/**
 * Kills harnesses at random moments while what they run is in sandboxes, two hundred times: `npm run soak:kill`. It fails where a process outlives its harness, a placeholder
 * stays in the workspace, or the log's chain is broken.
 *
 *	npm run soak:kill -- --rounds 20    less of it
 *	npm run soak:kill -- --seed 7       at the moments of a run that said so
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { root } from "../root.mjs";

const { values } = parseArgs({
	options: { rounds: { type: "string", default: "200" }, seed: { type: "string", default: String(Date.now() % 1e9) } },
});
console.log(`seed ${values.seed}`);
const folder = mkdtempSync(join(root, "node_modules/.cache-soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const options = {
	bundle: true,
	platform: "node",
	format: "esm",
	target: "node20",
	logLevel: "warning",
	packages: "external",
};
const built = ["harness-to-kill", "killing"].map(async (name) => {
	const outfile = join(folder, `${name}.mjs`);
	await build({ ...options, entryPoints: [join(root, `test/runtime/execute/${name}.ts`)], outfile });
	return outfile;
});
const [harness, killing] = await Promise.all(built);
const { killRounds } = await import(pathToFileURL(killing).href);
const began = Date.now();
const left = await killRounds(harness, Number(values.rounds), Number(values.seed), (round) => {
	if (round % 10 === 0) console.log(`${round} rounds, ${Math.round((Date.now() - began) / 1000)} s`);
});
for (const { round, what } of left) console.error(`round ${round}: ${what}`);
console.log(
	left.length === 0
		? `${values.rounds} harnesses were killed, and nothing is left of them`
		: `${left.length} things are left`,
);
process.exit(left.length === 0 ? 0 : 1);
