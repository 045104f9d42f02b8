/** Tests that ask questions: no answer may be wrong, and few questions may stay open. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { isWhole } from "../../../part.js";
import { type Asking, ask } from "./asks.js";
import type { Tally } from "./faults/fault.js";
import type { Kind, Questions } from "./questions.js";
import { factor, seed } from "./runs.js";
import { summary } from "./summary.js";

export interface Bounds {
	/** Of a hundred answers so many may be missing, */
	readonly open: number;
	/** and so many may show more than is needed. */
	readonly longer: number;
}

/** Of the few questions that are asked by day so many more may be open, or shown at length: a share of few is no measure. */
const byChance = isWhole ? 0 : 3;

/** Asks so many questions, and looks at the answers kind by kind. */
export function boundedBy(
	about: string,
	questions: Questions,
	count: number,
	bounds: Readonly<Record<string, Bounds>>,
): void {
	describe(about, () => {
		let asking: Asking = { policies: 0, tallies: {}, wrong: [] };
		beforeAll(() => {
			asking = ask(questions, count * factor, seed);
			if (factor !== 1) console.log(summary(asking.tallies));
		}, 600_000 * Math.max(1, factor));

		test.each(
			Object.entries(bounds).map(([name, bound]) => [(questions.kinds[name] as Kind).title, name, bound] as const),
		)("%s", (_, name, { open, longer }) => {
			const wrong = asking.wrong.filter(({ kind }) => kind === name);
			expect(wrong.map(({ text }) => text).join("\n\n")).toBe("");
			const tally = asking.tallies[name] as Tally;
			expect(tally.asked).toBeGreaterThan(0);
			expect((100 * (tally.open - byChance)) / tally.asked).toBeLessThanOrEqual(open);
			expect((100 * (tally.longer - byChance)) / tally.asked).toBeLessThanOrEqual(longer);
		});
	});
}
