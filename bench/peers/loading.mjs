/** Taking in a policy of many rules, and the largest pack. What the others need for theirs is measured where they decide. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "./other-process.mjs";
import { summary } from "./rounds.mjs";

/** So often the source is read; where that takes parts of a minute, once. */
const sourceRounds = (rules) => (rules === "pack" || rules > 10_000 ? 1 : 5);

/** Answers, for each size, its steps with wall and processor times. */
export async function measureLoading({ engine, sizes, rounds, say }) {
	const folder = mkdtempSync(join(tmpdir(), "bylaw-bench-loading-"));
	try {
		const found = [];
		for (const rules of [...sizes, "pack"])
			for (const kind of ["source", "compiled"]) {
				const most = Math.min(rounds, kind === "source" ? sourceRounds(rules) : 9);
				const all = [];
				for (let round = 0; round < most; round++) {
					say(
						`loading ${rules === "pack" ? "the largest pack" : `${rules} rules`}, ${kind}: round ${round + 1} of ${most}`,
					);
					all.push(await steps(kind, rules, join(folder, "compiled"), engine));
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
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function steps(kind, rules, file, engine) {
	const child = startProcess("load-process.mjs", [rules, file], { BYLAW_BENCH_ENGINE: engine });
	try {
		return (await child.ask({ kind }, 120_000)).steps;
	} finally {
		await child.stop();
	}
}
