/**
 * What commands do: nothing that must not happen is allowed, daily work is not held back further than is known, and effects of commands that were traced
 * while they ran are among the derived ones. `npm run effects` shows the same as tables.
 */
import { describe, expect, test } from "@jest/globals";
import { effectAnswers, everydayAnswers, tracedAnswers } from "./effects-rows.js";
import { knownToWrite } from "./known-to-write.js";

const strictness: Readonly<Record<string, number>> = { allow: 0, nudge: 1, ask: 2, deny: 3 };

test("nothing of what must not happen is allowed", () => {
	const allowed = effectAnswers().filter(({ effect }) => effect === "allow");
	expect(allowed.map(({ policy, command }) => `${policy}: ${command}`)).toEqual([]);
});

describe("daily work", () => {
	const answers = everydayAnswers();
	const stricter = answers.filter(({ effect, wanted }) => (strictness[effect] ?? 3) > (strictness[wanted] ?? 3));

	test("is held back no further than is known", () => {
		const count = (pack: string) => stricter.filter((one) => one.pack === pack).length;
		// What is left has its classes in docs/peers.md. These numbers only shrink.
		expect({ developer: count("developer"), guard: count("guard") }).toEqual({ developer: 0, guard: 0 });
	});
});

describe("commands that were traced", () => {
	const answers = tracedAnswers();
	const whole = answers.filter(({ missed }) => missed.length === 0);

	test("have all that they did among their effects, but for those that are known", () => {
		expect(answers.length).toBeGreaterThanOrEqual(1458);
		// What is left are folders that are only looked through, and what git reads of its own tree. These numbers only grow, but where names that are known take the place of any.
		expect(whole.length).toBeGreaterThanOrEqual(1400);
	});

	test("write nowhere that no effect names, but for programs that are known", () => {
		const write = answers.filter(({ missed }) => missed.some((one) => one.startsWith("write ")));
		expect([...new Set(write.map(({ command }) => command))].sort()).toEqual(Object.keys(knownToWrite).sort());
	});
});
