/** What came of parts of a log comes out together as of the whole, whichever came first. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Alike, inOrder, isTooLate, nameFirst } from "../../../src/authoring/replay/alike.js";
import { type CameOut, type Counted, firstOf, summed } from "../../../src/authoring/replay/came-out.js";
import { startSummary } from "../../../src/authoring/replay/replay-summary.js";

interface Named {
	readonly place: number;
	readonly command: string;
}

describe("the first records of a change", () => {
	test("are the first ones of three commands, in whatever order they come", () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 }),
				fc.infiniteStream(fc.nat()),
				(commands, at) => {
					const all = commands.map((command, place) => ({ place, command }));
					const wanted = all.filter(({ place, command }) => commands.indexOf(command) === place).slice(0, 3);
					const turned = [...all];
					for (let left = turned.length; left > 0; left--)
						turned.push(...turned.splice((at.next().value as number) % left, 1));
					const alike: Alike<Named> = { first: [], isSame: false, times: 0 };
					for (const one of turned)
						if (!isTooLate(alike, one.place)) nameFirst(alike, one, ({ command }) => command === one.command);
					expect(alike.first).toEqual(wanted);
				},
			),
		);
	});

	test("say in which order changes stand", () => {
		const of = (...places: readonly number[]) => ({
			first: places.map((place) => ({ place })),
			isSame: false,
			times: 1,
		});
		expect(inOrder([of(7), of(3, 9), of(5)]).map(({ first: [one] }) => one?.place)).toEqual([3, 5, 7]);
	});
});

describe("parts of a log", () => {
	const record = (script: string) => ({
		...{ id: "", time: "", agent: "default", effect: "deny" as const, code: "default", rules: [], masked: false },
		...{ workspace: "/w", asked: { agent: "default", script, force: false } },
	});
	const counted = (key: string, times: number, ...first: Counted["first"]): Counted => ({
		...{ key, first, isSame: false, times, change: "looser", masked: false, isListed: true },
		outcome: { key, agent: "default", effect: "allow", assumed: false },
	});
	const answers = {
		tell: (asked: ReturnType<typeof record>, hear: (told: never) => void) =>
			hear({
				...{
					kind: "compared",
					line: 0,
					agent: "default",
					request: asked.asked,
					change: "looser",
					assumed: false,
					masked: false,
				},
				...{
					before: { effect: "deny", code: "default", rules: [] },
					after: { effect: "allow", code: "rule", rules: [], message: asked.asked.script },
				},
			} as never),
		settled: () => undefined,
	} as never;

	test("are counted together, with the lines of the whole", async () => {
		const apart = startSummary().summary();
		const one: CameOut = { counts: [counted("k", 3, firstOf(record("b"), 21), firstOf(record("c"), 25))], apart };
		const other: CameOut = { counts: [counted("k", 2, firstOf(record("a"), 4), firstOf(record("c"), 6))], apart };
		const summary = await summed([one, other], answers, (place) => place * 10);
		expect(summary).toMatchObject({ decisions: 5, looser: 5, further: 0 });
		expect(summary.changes).toMatchObject([
			{
				count: 5,
				samples: [
					{ line: 40, command: "a" },
					{ line: 60, command: "c" },
					{ line: 210, command: "b" },
				],
			},
		]);
	});

	test("that have no room for more changes count them", async () => {
		const apart = startSummary().summary();
		const rest: Counted = { ...counted("rest", 4), isListed: false };
		const summary = await summed(
			[
				{ counts: [counted("k", 1, firstOf(record("a"), 1)), rest], apart },
				{ counts: [rest], apart },
			],
			answers,
		);
		expect(summary).toMatchObject({ looser: 9, further: 8, changes: [{ count: 1 }] });
	});

	test("name the first lines of a reason, and reasons in the order of these", () => {
		const summing = startSummary();
		for (const line of [30, 12, 9, 11, 4, 17, 2, 8, 6, 5, 21, 3])
			summing.add({ kind: "undecided", line, agent: "default", why: line === 2 ? "one" : "another" });
		expect(summing.summary().undecided).toEqual({
			count: 12,
			reasons: [
				{ why: "one", count: 1, lines: [2] },
				{ why: "another", count: 11, lines: [3, 4, 5, 6, 8, 9, 11, 12, 17, 21] },
			],
		});
	});
});
