/** Taking in a policy of many rules. What the others need for theirs is measured where they decide. */
import { startProcess } from "./other-process.mjs";
import { summary } from "./rounds.mjs";

/** Answers, for each size, its steps with wall and processor times. */
export async function measureLoading({ engine, sizes, rounds, say }) {
	const found = [];
	for (const rules of sizes) {
		const all = [];
		for (let round = 0; round < rounds; round++) {
			say(`loading ${rules} rules: round ${round + 1} of ${rounds}`);
			const child = startProcess("load-process.mjs", [rules], { BYLAW_BENCH_ENGINE: engine });
			try {
				all.push((await child.ask({ kind: "load" }, 120_000)).steps);
			} finally {
				await child.stop();
			}
		}
		for (const [at, { name }] of all[0].entries())
			found.push({
				rules,
				name,
				wall: summary(all.map((steps) => steps[at].wall)),
				processor: summary(all.map((steps) => steps[at].processor)),
			});
	}
	return found;
}
