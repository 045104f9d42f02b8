/** Laws of `when` and `until`, on made-up policies of a few commands. LAWS_RUNS and LAWS_SEED as in `laws.test.ts`. */
import { expect, test } from "@jest/globals";
import fc, { type Arbitrary } from "fast-check";
import { combine } from "../../../src/engine/decide/combine.js";
import { decide } from "../../../src/engine/decide/decide.js";
import { evaluateTest } from "../../../src/engine/decide/evaluate/evaluate-test.js";
import { readForRules } from "../../../src/engine/decide/read-for-rules.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { Request } from "../../../src/engine/request/request.js";
import type { Effect } from "../../../src/language/syntax/statements.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { part } from "../../part.js";
import { strictest, strictness } from "./engine.js";

const factor = Number(process.env.LAWS_RUNS ?? 0.25 * part);
const seed = Number(process.env.LAWS_SEED ?? 20261122);
const runs = { numRuns: Math.ceil(800 * factor), seed };

const world = { workspace: "/repo", home: "/home/user", linkAt: () => "none" as const };

const condition = fc.constantFrom(
	"when branch is main",
	"when branch is m*, release/*",
	"when branch is *",
	"when env CI is true",
	"when ticket is OPS-*",
	"when day is mon-fri",
	"when time is 22:00-06:00",
	"when date is 2026-12-20..2027-01-03",
	"until 2026-12-31",
	"until 2026-12-31T17:00+01:00",
);
const conditions = fc.uniqueArray(condition, {
	maxLength: 2,
	selector: (one) => (one.startsWith("until") ? "until" : one),
});

interface Line {
	readonly keyword: "allow" | "deny" | "ask" | "nudge";
	readonly subject: string;
	readonly conditions: readonly string[];
}

const line: Arbitrary<Line> = fc.record({
	keyword: fc.constantFrom("allow", "allow", "deny", "ask", "nudge"),
	subject: fc.constantFrom("git push", "git", "git status", "make", "*", "git switch"),
	conditions,
});
const lines = fc.array(line, { minLength: 1, maxLength: 5 });
const fallback = fc.constantFrom<Effect>("allow", "ask", "deny");

const facts = fc.record(
	{
		branch: fc.constantFrom("main", "m", "release/1", "x", null),
		"env CI": fc.constantFrom("true", "x", null),
		ticket: fc.constantFrom("OPS-1", "x"),
	},
	{ requiredKeys: [] },
);
const moment = fc.option(
	fc.constantFrom("2026-11-25T12:00Z", "2026-11-28T23:00Z", "2026-12-31T16:30Z", "2027-01-01T00:00Z"),
	{ nil: undefined },
);
const asking = fc.constantFrom<Request>(
	{ argv: ["git", "push"] },
	{ argv: ["git", "status"] },
	{ argv: ["make"] },
	{ script: "git status; git push" },
	{ script: "git switch x; git push" },
	{ script: "CI=true make" },
	{ script: "make | git push" },
	{ argv: ["env", "CI=true", "git", "push"] },
);

function treeOf(all: readonly Line[], byDefault: Effect): Tree {
	const text = [
		`default ${byDefault}`,
		"syntax sequences, pipes, variables",
		"environment accept CI",
		...all.map((one) => [one.keyword, one.subject, ...one.conditions].join(" ")),
	].join("\n");
	const { tree, diagnostics } = loadText("policy.rules", `${text}\n`);
	if (tree === undefined) throw new Error(`${diagnostics[0]?.message}\n${text}`);
	return tree;
}

function effectOf(tree: Tree, request: Request, known: Request["facts"], at: string | undefined): Effect {
	const whole = { ...request, ...(known === undefined ? {} : { facts: known }), ...(at === undefined ? {} : { at }) };
	return decide(tree, whole, world).effect;
}

test("to forget a fact or the time never widens", () => {
	fc.assert(
		fc.property(lines, fallback, asking, facts, moment, (all, byDefault, request, known, at) => {
			const tree = treeOf(all, byDefault);
			const before = strictness(effectOf(tree, request, known, at));
			for (const name of Object.keys(known)) {
				const { [name as keyof typeof known]: _, ...less } = known;
				expect(strictness(effectOf(tree, request, less, at))).toBeGreaterThanOrEqual(before);
			}
			expect(strictness(effectOf(tree, request, known, undefined))).toBeGreaterThanOrEqual(before);
		}),
		runs,
	);
});

test("a condition on a grant tightens, one on a denial loosens", () => {
	fc.assert(
		fc.property(lines, fallback, asking, facts, moment, condition, (all, byDefault, request, known, at, more) => {
			for (const [place, one] of all.entries()) {
				if (one.keyword !== "allow" && one.keyword !== "deny") continue;
				if (more.startsWith("until") && one.conditions.some((own) => own.startsWith("until"))) continue;
				const narrowed = all.with(place, { ...one, conditions: [...one.conditions, more] });
				const [before, after] = [all, narrowed].map((some) =>
					strictness(effectOf(treeOf(some, byDefault), request, known, at)),
				) as [number, number];
				if (one.keyword === "allow" && byDefault === "deny") expect(after).toBeGreaterThanOrEqual(before);
				if (one.keyword === "deny") expect(after).toBeLessThanOrEqual(before);
			}
		}),
		{ ...runs, numRuns: Math.ceil(runs.numRuns / 4) },
	);
});

test("the tree decides as the plain scan of the rules does", () => {
	fc.assert(
		fc.property(lines, fallback, asking, facts, moment, (all, byDefault, request, known, at) => {
			const tree = treeOf(all, byDefault);
			const agentTree = tree.agents.default as Tree["agents"][string];
			const whole: Request = { ...request, facts: known, ...(at === undefined ? {} : { at }) };
			const decision = decide(tree, whole, world);
			if (decision.code !== "rule" && decision.code !== "default") return;
			const subjects = readForRules(tree, agentTree, whole, world)?.subjects ?? [];
			const scanned = subjects.map((subject) => {
				const granted = agentTree.rules.some(({ grants }) => grants && evaluateTest(grants, subject) === "yes");
				const raised = agentTree.rules.flatMap(({ effect, restricts }) =>
					restricts && evaluateTest(restricts, subject) !== "no" ? [effect] : [],
				);
				return combine(granted, raised, byDefault);
			});
			expect(decision.effect).toBe(strictest(scanned));
		}),
		runs,
	);
});

test("equal commands of a long script are decided each with its own facts", () => {
	const tree = treeOf([{ keyword: "allow", subject: "git", conditions: [] }], "deny");
	expect(effectOf(tree, { script: "git push" }, undefined, undefined)).toBe("allow");
	const bound = treeOf(
		[
			{ keyword: "allow", subject: "git push", conditions: ["when branch is main"] },
			{ keyword: "allow", subject: "git switch, git status", conditions: [] },
		],
		"deny",
	);
	const many = Array.from({ length: 8 }, () => "git push").join("; ");
	expect(effectOf(bound, { script: many }, { branch: "main" }, undefined)).toBe("allow");
	const quiet = Array.from({ length: 8 }, () => "git status").join("; ");
	expect(effectOf(bound, { script: `${quiet}; git push` }, { branch: "main" }, undefined)).toBe("allow");
	expect(effectOf(bound, { script: `git push; ${quiet}; git switch x; git push` }, { branch: "main" }, undefined)).toBe(
		"deny",
	);
});
