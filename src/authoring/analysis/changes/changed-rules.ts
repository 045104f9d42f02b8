/** Which rules two policies do not share, and for which programs that can make a difference. */
import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { testJson } from "../../../engine/decide/compile/test-json.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import type { Effect } from "../../../language/syntax/statements.js";
import type { AgentModel } from "../agent-model.js";
import type { Outcomes } from "../outcomes.js";

/** The programs that rules speak of; undefined where one may speak of any. */
export function namesIn(rules: ReadonlySet<Rule>): ReadonlySet<string> | undefined {
	const names = new Set<string>();
	for (const { grants: granting, restricts } of rules) {
		for (const test of [granting, restricts]) {
			if (test === undefined) continue;
			const own = programsOf(test);
			if (own === undefined) return undefined;
			for (const name of own) names.add(name);
		}
	}
	return names;
}

/** What is read in another way: every rule, but for those of the engine where they see nothing of it. */
export function rereadRules(sides: readonly Outcomes[], engineIsAlike: boolean): ReadonlySet<Rule> {
	return new Set(
		sides.flatMap(({ rules }) => rules.flatMap(({ rule }) => (rule.engine && engineIsAlike ? [] : [rule]))),
	);
}

export function sameEngineRules(settings: readonly [AgentModel, AgentModel]): boolean {
	const [before, after] = settings.map(({ agentTree }) =>
		agentTree.rules
			.filter(({ engine }) => engine)
			.map(meaningOf)
			.sort()
			.join("\n"),
	);
	return before === after;
}

/** Do both policies teach the program alike but for powers of its plain use that are not `delete`? The engine's rules ask for no other. */
export function readsPathsAlike(settings: readonly AgentModel[], name: string): boolean {
	const [before, after] = settings.map(({ facts }) => {
		const program = facts.programs.get(name);
		return program && JSON.stringify({ ...program, powers: program.powers.includes("delete") });
	});
	return before !== undefined && before === after;
}

/** Rules that one side has and the other has not, by what they mean. */
export function changedRules([before, after]: readonly [AgentModel, AgentModel]): ReadonlySet<Rule> {
	const all = [...before.agentTree.rules, ...after.agentTree.rules];
	const [old, now] = [before, after].map(({ agentTree }) => new Set(agentTree.rules.map(meaningOf)));
	return new Set(all.filter((rule) => !old?.has(meaningOf(rule)) || !now?.has(meaningOf(rule))));
}

function meaningOf(rule: Rule): string {
	let text = meanings.get(rule);
	if (text === undefined) {
		text = saidBy(rule.effect, rule.grants, rule.restricts);
		meanings.set(rule, text);
	}
	return text;
}

function saidBy(effect: Effect, granting: Test | undefined, restricts: Test | undefined): string {
	return `${effect} ${testJson(granting)} ${testJson(restricts)}`;
}
const meanings = new WeakMap<Rule, string>();

/** Do both sides say the same of this program? `idOf`: equal numbers for equal tests. */
export function sameRules(a: Outcomes, b: Outcomes, idOf: (test: Test) => number): boolean {
	const said = ({ rules }: Outcomes): ReadonlySet<string> =>
		new Set(
			rules.map(({ rule, grants: granted, restricts }) => {
				const ids = [granted, restricts].map((test) => (test === undefined ? "" : idOf(test)));
				return `${rule.effect} ${ids.join(" ")}`;
			}),
		);
	const [before, after] = [said(a), said(b)];
	return before.size === after.size && [...before].every((one) => after.has(one));
}

/** A number for each test, the same one for equal tests: shorter to compare than what they say. */
export function idsOfTests(): (test: Test) => number {
	const byTest = new Map<Test, number>();
	const byText = new Map<string, number>();
	return (test) => {
		let id = byTest.get(test);
		if (id === undefined) {
			const text = testJson(test);
			id = byText.get(text) ?? byText.size;
			byText.set(text, id);
			byTest.set(test, id);
		}
		return id;
	};
}
