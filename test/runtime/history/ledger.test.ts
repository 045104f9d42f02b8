/** A state has its bound: over it needs are forgotten, fears stay, and limits count on. */
import { describe, expect, it } from "@jest/globals";
import { keyOf } from "../../../src/engine/history/event-fit.js";
import { eventTestsOf, pastTests } from "../../../src/engine/history/event-tests.js";
import { newHistory, nothingKept } from "../../../src/engine/history/history.js";
import {
	ledgerOf,
	ledgerRest,
	ledgerText,
	mostBytes,
	stateOf,
	stateText,
} from "../../../src/runtime/history/ledger.js";
import { treeOf, world } from "./random-stories.js";

const tree = treeOf([
	"default deny",
	"allow touch, cat, git diff",
	"allow rm after touch same path",
	"deny cat after touch same path",
	"allow git commit at most 2000 per 24h",
	"allow git tag at most 1500 per 24h",
]);
const keep = { keys: eventTestsOf(tree).map(keyOf), questions: pastTests(tree) };

describe("what is kept of very much", () => {
	const touched = [0, 400, 800].flatMap((first) => {
		const history = newHistory({ ...nothingKept, order: 10 * first });
		for (let at = first; at < first + 400; at++) {
			const told = { at, id: at, session: "s1" };
			history.decide(tree, { argv: ["touch", `some/folder/that/is/deep/${at}`] }, world, told);
			history.outcome({ id: at, code: 0, at });
		}
		return history.kept(tree).events;
	});
	const history = newHistory({ ...nothingKept, events: touched, order: 12_000 });
	for (let at = 0; at < 1_500; at++)
		history.decide(tree, { argv: ["git", "tag"] }, world, { at: 5_000, session: "s1" });
	const kept = history.kept(tree);
	const text = stateText({ name: "s1", events: touched, requests: [] }, keep, new Set());

	it("fits into its bound", () => {
		expect(
			stateText({ name: "s1", events: touched.slice(0, 300), requests: [] }, keep, new Set()).length * 4,
		).toBeGreaterThan(mostBytes);
		expect(text.length).toBeLessThanOrEqual(mostBytes);
		const next = newHistory({ ...nothingKept, events: touched, order: 12_000 });
		const asked = (...argv: string[]): string => next.ask(tree, { argv }, world, { at: 9_000, session: "s1" }).effect;
		expect([asked("rm", "some/folder/that/is/deep/7"), asked("cat", "some/folder/that/is/deep/7")]).toEqual([
			"allow",
			"deny",
		]);
	});

	it("forgets what is needed, and fears what may have been", () => {
		const { events, requests } = stateOf(text);
		const next = newHistory({ ...kept, events, requests });
		const asked = (...argv: string[]): string => next.ask(tree, { argv }, world, { at: 9_000, session: "s1" }).effect;
		expect(asked("rm", "some/folder/that/is/deep/7")).toBe("deny");
		expect(asked("cat", "some/folder/that/is/deep/7")).toBe("deny");
		expect(asked("cat", "quite/another")).toBe("deny");
		expect(asked("rm", "some/folder/that/is/deep/1199")).toBe("allow");
	});

	it("counts on", () => {
		const rest = ledgerRest(
			{
				began: { wall: 0, order: 1 },
				isSecond: false,
				isFull: false,
				watched: kept.watched,
				sessions: new Map(),
				processes: new Map(),
				counted: kept.counted,
				loose: [],
				looseRequests: [],
				recent: new Map(),
			},
			keep,
		);
		expect(rest.length).toBeLessThanOrEqual(mostBytes);
		const { counted } = ledgerOf(ledgerText({ order: kept.order, clock: kept.clock, rest }));
		const next = newHistory({ ...kept, counted });
		expect(next.ask(tree, { argv: ["git", "tag"] }, world, { at: 9_000, session: "s2" }).effect).toBe("deny");
		expect(next.ask(tree, { argv: ["git", "commit"] }, world, { at: 9_000, session: "s2" }).effect).toBe("allow");
	});
});

describe("what is held in memory of very much", () => {
	const history = newHistory();
	const effects = new Set<string>();
	for (let at = 0; at < 2_000; at++) {
		const told = { at, id: at, session: "s1" };
		history.decide(tree, { argv: ["touch", `a/${at}`] }, world, told);
		history.outcome({ id: at, code: 0, at });
		effects.add(history.decide(tree, { argv: ["git", "commit"] }, world, { at, session: "s1" }).effect);
	}
	const asked = (session: string, ...argv: string[]): string =>
		history.ask(tree, { argv }, world, { at: 9_000, session }).effect;

	it("is bounded", () => {
		expect(history.events().length).toBeLessThan(2_000);
		expect(history.kept(tree).events.length).toBeLessThan(700);
		expect(history.kept(tree).counted.length).toBeLessThan(700);
	});

	it("forgets what is needed, and fears what may have been", () => {
		expect(asked("s1", "rm", "a/7")).toBe("deny");
		expect(asked("s1", "cat", "a/7")).toBe("deny");
		expect(asked("s1", "rm", "a/1999")).toBe("allow");
		expect(asked("s2", "cat", "a/7")).toBe("allow");
	});

	it("counts to the very number", () => {
		expect([...effects]).toEqual(["allow"]);
		expect(asked("s1", "git", "commit")).toBe("deny");
		expect(asked("s2", "git", "tag")).toBe("allow");
	});
});
