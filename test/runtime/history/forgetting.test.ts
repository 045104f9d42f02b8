/** A history on the disk answers as one in memory. What is forgotten of it, or of what it is told, allows nothing that was not allowed. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { tries } from "../../part.js";
import {
	answersFrom,
	answersWithout,
	closeState,
	forget,
	harmNames,
	openState,
	tellBoth,
	variantsOf,
} from "./forget.js";
import { policies, type Step, steps, stricter } from "./random-stories.js";

beforeAll(openState);
afterAll(closeState);

describe("a history on the disk", () => {
	it("answers as one in memory", () => {
		fc.assert(fc.property(policies, steps, fc.constant(0), tellBoth), { numRuns: tries(200) });
	});

	it("answers as one in memory where processes go on from what they hold, in turns", () => {
		fc.assert(fc.property(policies, steps, fc.integer({ min: 1, max: 2 }), tellBoth), { numRuns: tries(200) });
	});

	// `npm run fuzz:history -- --variants 100000` tries as many.
	it("allows no more where something of it is forgotten", () => {
		const done = new Set<string>();
		let manyStricter = 0;
		fc.assert(
			fc.property(variantsOf(5), (story) => {
				for (const { harms, isDone, isStricter } of forget(story)) {
					if (isDone) for (const { how } of harms) done.add(how);
					if (isStricter) manyStricter++;
				}
			}),
			{ numRuns: 100 },
		);
		expect([...done].sort()).toEqual([...harmNames].sort());
		expect(manyStricter).toBeGreaterThan(20);
	});

	/** Two files lie there when the second request comes: a story of seed 2027378274, in which both were taken away. */
	const lines = ["default deny", "govern all", "allow touch, git diff", "deny git diff after touch same path"];
	const story: readonly Step[] = ["touch a", "git diff a"].map((text) => ({
		kind: "request",
		request: { argv: text.split(" ") },
		session: "s1",
		background: false,
		minutes: 0,
	}));

	it.each<[string, number, readonly string[]]>([
		["none of its files", 0, ["deny"]],
		["the first", 1, ["deny"]],
		["the second", 2, ["deny"]],
		["both", 3, ["allow"]],
	])("is told by what is left of it: %s is taken away", (_, which, answers) => {
		const found = answersWithout(lines, story, 1, (_name, at) => ((which >> at) & 1) === 1);
		expect(found).toEqual({ answers, left: [2, 1, 1, 0][which] });
	});

	it("begins anew where all of its files are taken away, and allows no more where one is left", () => {
		let [anew, stricterOnes] = [0, 0];
		fc.assert(
			fc.property(policies, steps, fc.nat(23), fc.nat(30), (lines, story, at, which) => {
				const from = at % story.length;
				const all = answersWithout(lines, story, from, () => true);
				expect(all).toEqual({ answers: answersFrom(lines, story, from), left: 0 });
				const whole = answersWithout(lines, story, from, () => false);
				if (whole.answers.join() !== all.answers.join()) anew++;
				const some = answersWithout(lines, story, from, (_, place) => ((which >> place) & 1) === 1);
				const other = some.answers.findIndex((one, place) => one !== whole.answers[place]);
				if (some.left === 0 || other < 0) return;
				stricterOnes++;
				expect(stricter[some.answers[other] as string]).toBeGreaterThan(
					stricter[whole.answers[other] as string] as number,
				);
			}),
			{ numRuns: 80, seed: 2027 },
		);
		expect(Math.min(anew, stricterOnes)).toBeGreaterThan(0);
	});
});
