/** `one-spelling-refused`: a denial names one way to do something that no rule grants; the other ways are refused by the default alone. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Test } from "../../../language/policy/test.js";
import { decideWitness, holdsFor } from "../../analysis/agent-model.js";
import { rivalsOf } from "../../analysis/rules-near.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import { actsRefused } from "../detours/acts-left.js";
import { adapted, mostTold, type Restriction, restrictionsOf, saysOnly } from "../detours/restriction.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { detourOf } from "./denied-in-part.js";

export const oneSpellingRefused: PolicyLint = {
	name: "one-spelling-refused",
	family: "breadth",
	severity: "info",
	summary: "a denial names one way to do something that no rule grants, and only the default refuses the others",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { keyword, clauses, patterns } = stated.statement;
			// Whoever refuses a whole program, or asks for more than words, speaks of something else.
			const isNarrow = patterns.some(({ words }) => words.length > 1);
			if (keyword !== "deny" || !isNarrow || !clauses.every((one) => saysOnly(one) || one.keyword === "with"))
				return [];
			if (detourOf(stated, subject) !== undefined) return [];
			const found = leftToDefault(stated, subject);
			return found === undefined ? [] : [found];
		}),
};

function leftToDefault(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const { statement } = stated;
	for (const restriction of restrictionsOf(stated, subject)) {
		if (restriction.setting.agentTree.agent.default === "allow") continue;
		for (const { act, others } of actsRefused(restriction, subject)) {
			const left = others
				.map((argv) => [argv, ...adapted(argv, restriction)].find((one) => isLeft(one, restriction)))
				.filter((argv) => argv !== undefined)
				.map((argv) => witnessCommandLine(sampleOf(argv)));
			if (left.length === 0) continue;
			const isOne = left.length === 1;
			return {
				message: statement.locked
					? `this refuses one way, and whoever inherits it may be granted ${joinWords(left, mostTold)}, which ${isOne ? "" : "each "}${act.does}, too`
					: `this refuses one way, and ${joinWords(left, mostTold)} ${isOne ? "" : "each "}${act.does}, too: no rule refuses ${isOne ? "it" : "them"} for what ${isOne ? "it does" : "they do"}, and ${isOne ? "it is" : "they are"} shut only until one grants more than plain use`,
				span: statement.span,
				help: "refuse every way that is meant, or the power behind them, with `using`",
			};
		}
	}
	return undefined;
}

/** Does no rule surely refuse it, though a rule that grants has these words, or an heir may have one? */
function isLeft(argv: readonly string[], { setting, agent, subject, stated }: Restriction): boolean {
	const sample = sampleOf(argv);
	const { effect, rules: deciding } = decideWitness(sample, setting);
	if (effect === "allow") return false;
	const rules = subject.policy.agents.get(agent)?.rules ?? [];
	const refusing = deciding.map(({ id }) => rules.find((one) => one.id === id)?.restricts);
	if (refusing.some((one) => one === undefined || holdsFor(one, sample, setting) === "yes")) return false;
	if (stated.statement.locked) return true;
	const near = new Set(rivalsOf(sample, setting).map(({ rule }) => rule.id));
	return rules.some(
		({ id, effect: own, grants }) =>
			own === "allow" &&
			near.has(id) &&
			grants !== undefined &&
			holdsFor(withoutPowers(grants), sample, setting) === "yes",
	);
}

const withoutThem = new WeakMap<Test, Test>();

/** The words that a rule grants, whatever the powers that a command of them uses. */
function withoutPowers(test: Test): Test {
	const made = withoutThem.get(test) ?? leftOf(test);
	withoutThem.set(test, made);
	return made;
}

function leftOf(test: Test): Test {
	switch (test.kind) {
		case "powers-within":
			return { kind: "all", tests: [] };
		case "all":
		case "any":
			return { ...test, tests: test.tests.map(withoutPowers) };
		default:
			return test;
	}
}
