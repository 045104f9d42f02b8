/** Running a program that ends at once: the library's `run` against the bare terminal and the bare pipes below it. */
import { startProcess } from "./other-process.mjs";
import { inRounds, summary } from "./rounds.mjs";

/** Answers `[{ name, time }]`. */
export async function measureRuns({ engine, rounds, say }) {
	const child = startProcess("runs-process.mjs", [], { BYLAW_BENCH_ENGINE: engine });
	try {
		const { names } = await child.ask({ kind: "ways" }, 10_000);
		const cases = names.map((name) => ({
			name,
			sample: async () => (await child.ask({ kind: "sample", name, times: 5 }, 30_000)).time,
		}));
		for (const { sample } of cases) await sample();
		await inRounds(cases, rounds, 10_000, (round) => say(`runs: round ${round} of ${rounds}`));
		return cases.map(({ name, samples }) => ({ name, time: summary(samples) }));
	} finally {
		await child.stop();
	}
}
