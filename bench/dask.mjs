/**
 * How much sooner two workers of Dask replay logs than one, each pinned to a core: `npm run bench:dask`, which takes some minutes and needs `npm run build` before it. Both
 * answer the same, or the run fails.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDaskHere, replayByDask, startDask } from "../e2e/engines/dask.mjs";
import { madeLogs } from "../e2e/engines/made-log.mjs";
import { root } from "../scripts/root.mjs";
import { machine, showResults } from "./results.mjs";

if (!isDaskHere()) throw new Error("there is no Dask here: install Debian's `python3-distributed`");

const [machines, each] = [8, 8_000];
const folder = mkdtempSync(join(tmpdir(), "bylaw-dask-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const logs = madeLogs(folder, machines, each);
const policy = join(root, "rules/developer.rules");

/** The least seconds of so many rounds, and what was answered. */
async function measured(cores, rounds) {
	let least = Infinity;
	let answers = "";
	for (let round = 0; round < rounds; round++) {
		const place = mkdtempSync(join(folder, "round-"));
		const cluster = startDask(place, 38787 + round, cores);
		try {
			await sleep(5_000);
			const to = join(place, "answers");
			const began = performance.now();
			const said = await replayByDask({ address: cluster.address, policy, to, piece: 1 << 20, logs });
			least = Math.min(least, (performance.now() - began) / 1000);
			const lines = readdirSync(to)
				.sort()
				.map((name) => readFileSync(join(to, name), "utf8"));
			answers = `${said} ${createHash("sha256").update(lines.join("")).digest("hex")}`;
		} finally {
			cluster.end();
		}
		process.stderr.write(`${cores.length} of Dask's workers: ${least.toFixed(1)} s\n`);
	}
	return { least, answers };
}

const rounds = 2;
const one = await measured([0], rounds);
const two = await measured([0, 1], rounds);
if (one.answers !== two.answers) throw new Error("two workers answer otherwise than one");
const size = logs.reduce((sum, log) => sum + statSync(log).size, 0);
const row = (name, { least }) =>
	`| ${name} | ${least.toFixed(1)} s | ${Math.round((machines * each) / least).toLocaleString("en")} | ${(one.least / least).toFixed(2)} |`;
showResults({
	name: "dask.mjs",
	command: "bench:dask",
	keeps: true,
	text: `# Replay by Dask

${machine()}
${(machines * each).toLocaleString("en")} records (${Math.round(size / 1e6)} MB) decided again under the pack \`developer\`, in pieces of a megabyte; the least of ${rounds} runs. Each record has a time, so each is
decided by itself. Wanted of two workers: 1.4 times.

| | time | records a second | to one worker |
| --- | ---: | ---: | ---: |
${row("one worker, pinned to a core", one)}
${row("two workers, each pinned to a core of its own", two)}`,
});
