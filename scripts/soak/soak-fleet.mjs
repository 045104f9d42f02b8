/**
 * Two hundred machines on one, through twenty releases, key rotations, a stolen online key and a way back, with a network that lies, clocks that are wrong and state that is gone, torn or
 * put back: `npm run soak:fleet`. It fails where a machine decides by an older policy or a foreign one, or has not the newest release at the end.
 *
 *	npm run soak:fleet -- --clients 20 --releases 10    less of it
 *	npm run soak:fleet -- --seed 7                      as a run that said so
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { root } from "../root.mjs";

const { values } = parseArgs({
	options: {
		clients: { type: "string", default: "200" },
		releases: { type: "string", default: "20" },
		seed: { type: "string", default: String(Date.now() % 1e9) },
	},
});
console.log(`seed ${values.seed}`);
const folder = mkdtempSync(join(root, "node_modules/.cache-soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const outfile = join(folder, "soaking-fleet.mjs");
await build({
	bundle: true,
	platform: "node",
	format: "esm",
	target: "node20",
	logLevel: "warning",
	packages: "external",
	entryPoints: [join(root, "test/runtime/bundle/soaking-fleet.ts")],
	outfile,
});
const { soakFleet } = await import(pathToFileURL(outfile).href);
const began = performance.now();
const found = await soakFleet({
	clients: Number(values.clients),
	releases: Number(values.releases),
	seed: Number(values.seed),
	told: (line) => console.log(`${Math.round((performance.now() - began) / 1000)} s, ${line}`),
});
const listed = (counts) =>
	Object.entries(counts)
		.map(([name, count]) => `${name} ${count}`)
		.join(", ");
const { refreshes, ends, lies, faults, converged, idle } = found;
console.log(`${refreshes} refreshes: ${listed(ends)}`);
console.log(`what servers said: ${listed(lies)}`);
console.log(
	`a refresh that finds nothing new: ${(idle.requests / idle.refreshes).toFixed(1)} requests, ${Math.round(idle.bytes / idle.refreshes)} bytes`,
);
for (const fault of faults) console.error(fault);
console.log(`${converged} of ${values.clients} machines have the newest release, ${faults.length} faults`);
process.exit(faults.length === 0 && converged === Number(values.clients) ? 0 : 1);
