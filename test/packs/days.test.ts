/** Usual days of sixty commands for each language and tool: the packs let nothing through that is to be held back, and hold back little else. */
import { describe, expect, test } from "@jest/globals";
import { type DayAnswer, dayAnswers } from "../corpora/effects-rows.js";

describe.each(["developer", "guard"] as const)("a day under the pack %s", (pack) => {
	const answers = dayAnswers(pack);

	test("lets nothing through that is to be held back", () => {
		expect(answers.filter(({ fault }) => fault === "looser").map(shown)).toEqual([]);
	});

	test("is held back three times at most", () => {
		const counts = new Map<string, number>();
		for (const { day, fault } of answers) if (fault === "stricter") counts.set(day, (counts.get(day) ?? 0) + 1);
		expect(Object.fromEntries([...counts].filter(([, count]) => count > 3))).toEqual({});
	});
});

function shown({ day, command, effect }: DayAnswer): string {
	return `${day}: ${command} (${effect})`;
}
