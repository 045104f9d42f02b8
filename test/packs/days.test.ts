/** Usual days of sixty commands for each language and tool: the packs let nothing through that is to be held back, and hold back little else. */
import { describe, expect, test } from "@jest/globals";
import { type DayAnswer, dayAnswers } from "../corpora/effects-rows.js";

/** What is held back further than is wanted, where it is more than three of a day. These numbers only shrink. */
const known = {
	developer: {},
	guard: { c: 5, docker: 6, dotnet: 5, git: 7, go: 4, kubernetes: 6, php: 5, python: 9, ruby: 12, terraform: 4 },
} as const;

describe.each(["developer", "guard"] as const)("a day under the pack %s", (pack) => {
	const answers = dayAnswers(pack);

	test("lets nothing through that is to be held back", () => {
		expect(answers.filter(({ fault }) => fault === "looser").map(shown)).toEqual([]);
	});

	test("is held back three times at most", () => {
		const counts = new Map<string, number>();
		for (const { day, fault } of answers) if (fault === "stricter") counts.set(day, (counts.get(day) ?? 0) + 1);
		expect(Object.fromEntries([...counts].filter(([, count]) => count > 3))).toEqual(known[pack]);
	});
});

function shown({ day, command, effect }: DayAnswer): string {
	return `${day}: ${command} (${effect})`;
}
