/**
 * Kills residents at random moments, two hundred times, while hooks ask them and the policy changes: `npm run soak:resident`. It fails where an answer is that of no policy that
 * lay there while it was asked, where there is none, or where no resident comes up again.
 *
 *	npm run soak:resident -- --kills 20    less of it
 *	npm run soak:resident -- --seed 7      at the moments of a run that said so
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { bundles } from "../build/bundles.mjs";
import { root } from "../root.mjs";

const { values } = parseArgs({
	options: { kills: { type: "string", default: "200" }, seed: { type: "string", default: String(Date.now() % 1e9) } },
});
console.log(`seed ${values.seed}`);
const folder = mkdtempSync(join(root, "node_modules/.cache-soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

for (const [name, text] of (await bundles()).files) {
	mkdirSync(dirname(join(folder, "dist", name)), { recursive: true });
	writeFileSync(join(folder, "dist", name), text);
}
const outfile = join(folder, "killing.mjs");
const options = { bundle: true, platform: "node", format: "esm", target: "node20", packages: "external" };
await build({ ...options, entryPoints: [join(root, "test/cli/resident/killing.ts")], outfile, logLevel: "warning" });
const { killResidents } = await import(pathToFileURL(outfile).href);

const [home, project, place] = ["home", "project", "resident"].map((name) => join(folder, name));
for (const path of [home, project, place]) mkdirSync(path, { mode: 0o700 });
const began = Date.now();
const { faults, kills, asked, byResidents, policies } = await killResidents({
	program: join(folder, "dist/cli.cjs"),
	place,
	project,
	env: { PATH: process.env.PATH, HOME: home },
	kills: Number(values.kills),
	seed: Number(values.seed),
	progress: (count) => {
		if (count % 20 === 0) console.log(`${count} kills, ${Math.round((Date.now() - began) / 1_000)} s`);
	},
});
for (const fault of faults) console.error(fault);
console.log(
	`${kills} residents were killed; ${asked} questions, ${byResidents} of them answered by residents that were killed later; ${policies} policies; ${faults.length} faults`,
);
process.exit(faults.length === 0 ? 0 : 1);
