/** A state has its bound: over it needs are forgotten, fears stay, and limits count on. */
import { describe, expect, it } from "@jest/globals";
import { keyOf } from "../../../src/engine/history/event-fit.js";
import { eventTestsOf, pastTests } from "../../../src/engine/history/event-tests.js";
import { newHistory } from "../../../src/engine/history/history.js";
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
	const history = newHistory();
	const ask = (argv: readonly string[]): string =>
		history.ask(tree, { argv }, world, { at: 9_000, session: "s1" }).effect;
	for (let at = 0; at < 1_200; at++) {
		const told = { at, id: at, session: "s1" };
		history.decide(tree, { argv: ["touch", `some/folder/that/is/deep/${at}`] }, world, told);
		history.outcome({ id: at, code: 0, at });
	}
	for (let at = 0; at < 1_500; at++)
		history.decide(tree, { argv: ["git", "tag"] }, world, { at: 5_000, session: "s1" });
	const kept = history.kept(tree);
	const text = stateText({ name: "s1", events: kept.events, requests: kept.requests }, keep, new Set());

	it("fits into its bound", () => {
		expect(text.length).toBeLessThanOrEqual(mostBytes);
		expect([ask(["rm", "some/folder/that/is/deep/7"]), ask(["cat", "some/folder/that/is/deep/7"])]).toEqual([
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
