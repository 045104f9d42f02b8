/** Laws of `after`, `before` and `at most`, on made-up policies and pasts of a few commands. LAWS_RUNS and LAWS_SEED as in `laws.test.ts`. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { combine } from "../../../src/engine/decide/combine.js";
import { evaluateTest } from "../../../src/engine/decide/evaluate/evaluate-test.js";
import { readForRules } from "../../../src/engine/decide/read-for-rules.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { plainEvents } from "../../../src/engine/history/event-list.js";
import { ownCommands } from "../../../src/engine/history/own-commands.js";
import type { PolicyFile } from "../../../src/language/syntax/statements.js";
import { convertPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { part, tries } from "../../part.js";
import { strictest, strictness } from "./engine.js";
import {
	effectThen,
	fallback,
	type Happening,
	line,
	now,
	type PastClause,
	type PastRule,
	past,
	pastClause,
	pastRules,
	played,
	policyText,
	script,
	scriptText,
	treeOf,
	world,
} from "./happenings.js";

const factor = Number(process.env.LAWS_RUNS ?? 0.25 * part);
const seed = Number(process.env.LAWS_SEED ?? 20261126);
const runs = { numRuns: Math.ceil(1600 * factor), seed };

/** Of a policy and the same one changed: how strict each is where the same has happened. */
function bothThen(
	[one, other]: readonly [readonly PastRule[], readonly PastRule[]],
	byDefault: Parameters<typeof policyText>[0][string]["byDefault"],
	happened: readonly Happening[],
	asked: Parameters<typeof effectThen>[3],
): readonly [number, number] {
	const tree = treeOf(policyText({ one: { rules: one, byDefault }, other: { rules: other, byDefault } }));
	const then = played(happened, tree);
	return [strictness(effectThen(then, tree, "one", asked)), strictness(effectThen(then, tree, "other", asked))];
}

const mayAdd = ({ past: own }: PastRule): boolean => own.length < 2;

test("a history condition on a denial only loosens, on a grant only tightens", () => {
	fc.assert(
		fc.property(pastRules, fallback, past, now, pastClause, (rules, byDefault, happened, asked, more) => {
			for (const [place, rule] of rules.entries()) {
				if (!mayAdd(rule) || (rule.keyword !== "allow" && rule.keyword !== "deny")) continue;
				const changed = rules.with(place, { ...rule, past: [...rule.past, more] });
				const [before, after] = bothThen([rules, changed], byDefault, happened, asked);
				if (rule.keyword === "allow") expect(after).toBeGreaterThanOrEqual(before);
				else expect(after).toBeLessThanOrEqual(before);
			}
		}),
		runs,
	);
});

test("a limit only tightens", () => {
	fc.assert(
		fc.property(pastRules, fallback, past, now, (rules, byDefault, happened, asked) => {
			for (const [place, rule] of rules.entries()) {
				if (rule.keyword === "deny" || rule.limit !== undefined) continue;
				const changed = rules.with(place, { ...rule, limit: "at most 1 per 1h" });
				const [before, after] = bothThen([rules, changed], byDefault, happened, asked);
				expect(after).toBeGreaterThanOrEqual(before);
			}
		}),
		runs,
	);
});

test("narrowing a needed event only tightens, narrowing a feared one only loosens", () => {
	fc.assert(
		fc.property(pastRules, fallback, past, now, pastClause, (rules, byDefault, happened, asked, by) => {
			for (const [place, rule] of rules.entries()) {
				const [first, ...others] = rule.past;
				if (first === undefined || (rule.keyword !== "allow" && rule.keyword !== "deny")) continue;
				const narrowed: PastClause = {
					...first,
					...(first.since === undefined && by.since !== undefined ? { since: by.since } : {}),
					...(first.last === undefined && by.last !== undefined ? { last: by.last } : {}),
					...(first.same === undefined && by.same !== undefined ? { same: by.same } : {}),
				};
				const changed = rules.with(place, { ...rule, past: [narrowed, ...others] });
				const [before, after] = bothThen([rules, changed], byDefault, happened, asked);
				// `after` on a grant and `before` on a denial need; the other two fear.
				if (first.keyword === "after" ? rule.keyword === "allow" : rule.keyword === "deny")
					expect(after).toBeGreaterThanOrEqual(before);
				else expect(after).toBeLessThanOrEqual(before);
			}
		}),
		runs,
	);
});

test("to forget an outcome, an owner, a fact, a word or everything never widens", () => {
	const place = fc.nat(5);
	fc.assert(
		fc.property(pastRules, fallback, past, now, place, (rules, byDefault, happened, asked, at) => {
			const tree = treeOf(policyText({ one: { rules, byDefault } }));
			const before = strictness(effectThen(played(happened, tree), tree, "one", asked));
			const throughOf = (some: readonly Happening[]): string =>
				played(some, tree)
					.history.events()
					.map(({ through }) => through)
					.join();
			const mustHold = (less: readonly Happening[], then = asked): void =>
				expect(strictness(effectThen(played(less, tree), tree, "one", then))).toBeGreaterThanOrEqual(before);
			const one = happened[at % Math.max(1, happened.length)];
			if (one !== undefined) {
				const instead = (less: Happening): readonly Happening[] => happened.with(happened.indexOf(one), less);
				const { ending, session, ...rest } = one;
				mustHold(instead({ ...rest, ...(session === undefined ? {} : { session }) }));
				if (ending !== undefined) {
					mustHold(instead({ ...one, ending: "unknown" }));
					mustHold(instead({ ...rest, ending }));
				}
				for (const name of Object.keys(one.facts)) {
					const { [name]: _, ...facts } = one.facts;
					mustHold(instead({ ...one, facts }));
				}
				for (const word of ["a.txt", ".env", "1", "https://a.example"])
					if (one.script.endsWith(` ${word}`)) {
						const less = instead({ ...one, script: `${one.script.slice(0, -word.length)}"$X"` });
						// Whoever says less may be let through no more: then less happened.
						if (throughOf(less) === throughOf(happened)) mustHold(less);
					}
			}
			for (const name of Object.keys(asked.facts)) {
				const { [name as "branch"]: _, ...facts } = asked.facts;
				mustHold(happened, { ...asked, facts });
			}
			mustHold(happened, { ...asked, session: undefined });
			const lost = played(happened, tree);
			lost.history.lose();
			expect(strictness(effectThen(lost, tree, "one", asked))).toBeGreaterThanOrEqual(before);
		}),
		runs,
	);
});

test("a script is never more allowed than its commands one after the other", () => {
	const ending = fc.constantFrom("passed", "failed", "unknown", undefined);
	fc.assert(
		fc.property(
			pastRules,
			fallback,
			past,
			now,
			script,
			fc.array(ending, { minLength: 4, maxLength: 4 }),
			(rules, byDefault, happened, asked, whole, endings) => {
				const tree = treeOf(policyText({ one: { rules, byDefault } }));
				const effect = strictness(
					effectThen(played(happened, tree), tree, "one", { ...asked, script: scriptText(whole) }),
				);
				// Behind `&&` the one before has passed, behind anything else nobody knows.
				const { history, at } = played(happened, tree);
				whole.commands.forEach((command, place) => {
					const id = 100 + place;
					const answer = history.decide(tree, { script: command, facts: asked.facts, agent: "one" }, world, {
						at: at + asked.later * 60_000,
						id,
						...(asked.session === undefined ? {} : { session: asked.session }),
					});
					expect(strictness(answer.effect)).toBeLessThanOrEqual(effect);
					const isAnd = whole.links.slice(place).every((one) => one === " && ");
					const end = isAnd ? "passed" : endings[place];
					const told = end === "passed" ? { code: 0 } : end === "failed" ? { code: 1 } : {};
					if (end !== undefined) history.outcome({ id, at: at + asked.later * 60_000, ...told });
				});
			},
		),
		{ ...runs, numRuns: Math.max(tries(1000), runs.numRuns) },
	);
});

test("the order of events that overlap never matters for a grant", () => {
	fc.assert(
		fc.property(pastRules, past, now, line, line, (rules, happened, asked, first, second) => {
			const grants = rules.filter(({ keyword, limit }) => keyword === "allow" && limit === undefined);
			const tree = treeOf(policyText({ one: { rules: grants, byDefault: "deny" } }));
			const orders = [
				[first, second, 0, 1],
				[first, second, 1, 0],
				[second, first, 0, 1],
				[second, first, 1, 0],
			] as const;
			const effects = orders.map(([one, two, ...ends]) => {
				const { history, at } = played(happened, tree);
				const told = { at, session: "s1" };
				history.decide(tree, { script: one, agent: "free" }, world, { ...told, id: 100 });
				history.decide(tree, { script: two, agent: "free" }, world, { ...told, id: 101 });
				for (const end of ends) history.outcome({ id: 100 + end, at, code: 0 });
				return effectThen({ history, at }, tree, "one", asked);
			});
			expect(new Set(effects).size).toBe(1);
		}),
		runs,
	);
});

test("a call that is told twice is one", () => {
	fc.assert(
		fc.property(pastRules, fallback, past, now, (rules, byDefault, happened, asked) => {
			const tree = treeOf(policyText({ one: { rules, byDefault } }));
			const { history, at } = played(happened, tree);
			const told = { at, session: "s1", call: "c" };
			const request = { script: asked.script, facts: asked.facts, agent: "one" };
			const once = history.decide(tree, request, world, told).effect;
			const kept = history.events().length;
			expect(history.decide(tree, request, world, told).effect).toBe(once);
			expect(history.events().length).toBe(kept);
		}),
		runs,
	);
});

test("the tree decides as the plain scan of the rules does", () => {
	fc.assert(
		fc.property(pastRules, fallback, past, now, (rules, byDefault, happened, asked) => {
			const tree = treeOf(policyText({ one: { rules, byDefault } }));
			const agentTree = tree.agents.one as Tree["agents"][string];
			const { history, at } = played(happened, tree);
			const effect = effectThen({ history, at }, tree, "one", { ...asked, session: "new" });
			const request = { script: asked.script, facts: asked.facts, agent: "one" };
			const { events, counted, isKnown, isCounted } = history.kept();
			const { course } = ownCommands({
				decisions: tree,
				events: plainEvents(events),
				counted: plainEvents(counted),
				isKnown,
				isCounted,
				unwatched: () => false,
				now: { wall: at + asked.later * 60_000, order: 1_000_000 },
				wholeOf: (session) => session,
				told: { at, session: "new" },
			});
			const subjects = readForRules(tree, agentTree, request, world, course)?.subjects ?? [];
			const scanned = subjects.map((subject) => {
				const granted = agentTree.rules.some(({ grants }) => grants && evaluateTest(grants, subject) === "yes");
				const raised = agentTree.rules.flatMap(({ effect, restricts }) =>
					restricts && evaluateTest(restricts, subject) !== "no" ? [effect] : [],
				);
				return combine(granted, raised, byDefault);
			});
			expect(effect).toBe(strictest(scanned));
		}),
		runs,
	);
});

test("both notations decide alike", () => {
	fc.assert(
		fc.property(pastRules, fallback, past, now, (rules, byDefault, happened, asked) => {
			const text = policyText({ one: { rules, byDefault } });
			const tree = treeOf(text);
			const file = loadText("history.rules", text).files[0] as PolicyFile;
			const other = treeOf(convertPolicyFile(file, "yaml"), "history.rules.yaml");
			expect(effectThen(played(happened, other), other, "one", asked)).toBe(
				effectThen(played(happened, tree), tree, "one", asked),
			);
		}),
		{ ...runs, numRuns: Math.ceil(runs.numRuns / 2) },
	);
});
