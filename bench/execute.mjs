/**
 * What running costs: the library's `run` against bare pipes and a bare terminal, with limits and in the sandbox.
 *
 *	npm run bench:execute                   some minutes; writes its section of RESULTS.md beside this file
 *	npm run bench:execute -- --rounds 20    fewer rounds than 60; nothing is written
 */
import { parseArgs } from "node:util";
import { report } from "./execute/report.mjs";
import { programs, waysOf } from "./execute/ways.mjs";
import { withEngine } from "./peers/engine.mjs";
import { inRounds, summary } from "./peers/rounds.mjs";
import { showResults } from "./results.mjs";

const { values: options } = parseArgs({ options: { rounds: { type: "string" } } });
const rounds = Number(options.rounds ?? 60);
/** Runs in a sample. */
const times = 5;

const text = await withEngine(async ({ engine }) => {
	const { ways, left } = await waysOf(engine);
	const found = [];
	for (const [file, args] of programs) {
		const program = [file, ...args].join(" ");
		const cases = ways.map(({ name, over, run }) => ({ name, over, sample: () => timeOf(() => run(file, args)) }));
		for (const { sample } of cases) await sample();
		await inRounds(cases, rounds, 60_000, (round) => process.stderr.write(`${program}: round ${round} of ${rounds}\r`));
		process.stderr.write("\n");
		found.push({
			program,
			rows: cases.map(({ name, over, samples }) => ({ name, over, time: summary(samples) })),
		});
	}
	return report({ rounds, found, left });
});
showResults({ name: "execute.mjs", command: "bench:execute", text, keeps: options.rounds === undefined });

async function timeOf(run) {
	const start = performance.now();
	for (let at = 0; at < times; at++) await run();
	return (performance.now() - start) / times;
}
