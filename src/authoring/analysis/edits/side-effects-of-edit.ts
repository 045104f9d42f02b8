/**
 * What a changed policy decides otherwise besides the request that it was changed for: told by comparing it with a policy that
 * decides just this request otherwise.
 */
import { isStricter } from "../../../engine/decide/combine.js";
import { compileAgent } from "../../../engine/decide/compile.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import { excluding } from "../../../language/policy/exclusion.js";
import type { AgentPolicy, Policy, Rule } from "../../../language/policy/policy.js";
import { allOf, type Test } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import type { Effect } from "../../../language/syntax/statements.js";
import type { SymbolicWorld } from "../agent-model.js";
import { type Difference, difference } from "../changes/difference.js";
import { type SettingChange, settingChanges } from "../changes/setting-changes.js";
import { differingPrograms, onlyOf } from "../programs/few-programs.js";
import type { Witness } from "../witness.js";
import type { Budget } from "../words/word-search.js";
import { exactTest } from "./command-patterns.js";
import { raises } from "./denial-causes.js";

/** Commands of an agent that are decided otherwise too, for the same reasons, with one of them. */
export interface AlsoChanged {
	readonly agent: string;
	readonly sample: Witness;
	readonly before: Effect;
	readonly after: Effect;
}

export interface SideEffects {
	readonly commands: readonly AlsoChanged[];
	/** Settings that let more through than before. */
	readonly settings: readonly SettingChange[];
	/** What is said of programs that no rule names is changed as well: of those only an example was looked at. */
	readonly others: boolean;
	/** False: the steps did not suffice, and there may be more. */
	readonly settled: boolean;
}

/** A change of a policy: for whose request it is made, and what for. */
export interface Changed {
	readonly before: { readonly policy: Policy; readonly tree: Tree };
	readonly after: ReadonlyMap<string, AgentPolicy>;
	readonly agent: string;
	readonly to: "allow" | "deny";
	/** The commands of the request that are to be decided otherwise. */
	readonly subjects: readonly EvaluationContext[];
}

/** How what else changes is searched for. */
export interface Search {
	readonly ground: SymbolicWorld;
	/** How many steps it may take for each program. */
	readonly steps: number;
	/** How many it may take for all of them together. */
	readonly pool: Budget;
	/** Only commands of the request's own programs are wanted that use more than these do in their plain use. */
	readonly withPowers: boolean;
}

/** What an agent is told otherwise besides. */
export function sideEffectsOfEdit(
	changed: Changed,
	whose: string,
	{ ground, steps, pool, withPowers }: Search,
): SideEffects {
	const { before, after, agent, to, subjects } = changed;
	const old = before.policy.agents.get(whose);
	const now = after.get(whose);
	if (old === undefined || now === undefined) return { commands: [], settings: [], others: false, settled: true };
	const tests = subjects.map((subject) => exactTest(subject));
	// The request itself is decided alike on both sides, and so is no difference.
	const just = (rules: readonly Rule[]): readonly Rule[] =>
		whose === agent ? subjects.reduce((list, one, at) => justThis(list, one, tests[at], to), rules) : rules;
	// The settings that changed are told by themselves.
	const [a, b] = [old, now].map(({ rules }): AgentPolicy => ({ ...now, rules: just(rules) })) as [
		AgentPolicy,
		AgentPolicy,
	];
	const differing = differingPrograms(a.rules, b.rules);
	const asked = new Set(
		subjects.flatMap(({ command: { program } }) => (program.kind === "known" ? [baseName(program.text)] : [])),
	);
	// Those that nobody names come second: what they show holds for many.
	const isOwn = (name: string): boolean => asked.has(name);
	const names = [
		...differing.names.filter(isOwn),
		...(differing.others ? [nobodysName] : []),
		...differing.names.filter((name) => !isOwn(name)),
	];
	const compare = (name: string, apart: Test | undefined): Difference => {
		const [one, other] = [a, b].map((side) => {
			const left = onlyOf(side, [name]);
			return alone(before.tree, apart === undefined ? left : { ...left, rules: allowing(left.rules, apart) });
		}) as [Tree, Tree];
		return difference(one, other, ground, { steps: isOwn(name) ? askedSteps * steps : steps, pool, manners: "here" });
	};
	const commands: AlsoChanged[] = [];
	let settled = !differing.others;
	const searched = withPowers ? names.filter(isOwn) : names.slice(0, mostPrograms);
	if (searched.length < names.length) settled = false;
	for (const name of searched) {
		if (pool.left <= 0) {
			settled = false;
			break;
		}
		const { changes, unsettled } = compare(name, withPowers ? plainUseOf(name) : undefined);
		if (unsettled.length > 0) settled = false;
		for (const { sample, before: was, after: is } of changes) {
			const [stricter, looser] = to === "allow" ? [was.effect, is.effect] : [is.effect, was.effect];
			const isAsked = tests.includes(undefined) && subjects.some((subject) => isSample(sample, subject));
			if (isStricter(stricter, looser) && !isAsked)
				commands.push({ agent: whose, sample, before: was.effect, after: is.effect });
		}
	}
	return {
		commands,
		settings: settingChanges(old, now, whose).filter(({ looser }) => looser),
		others: differing.others,
		settled,
	};
}

/** An edit that changes the answer for more programs than this is not looked at for all of them. */
const mostPrograms = 8;

/** The request's own programs are searched through so many times as long. */
const askedSteps = 2;

/** Stands for the programs that no rule names: what differs for them is shown, and not searched through. */
const nobodysName = "foo";

/** A policy of one agent. */
function alone(tree: Tree, agent: AgentPolicy): Tree {
	const agents = Object.assign(Object.create(null) as Record<string, AgentTree>, { [agent.name]: compileAgent(agent) });
	return { ...tree, agents };
}

/** The rules with just this command decided otherwise. */
function justThis(
	rules: readonly Rule[],
	subject: EvaluationContext,
	test: Test | undefined,
	to: "allow" | "deny",
): readonly Rule[] {
	if (test === undefined) return rules;
	return to === "deny"
		? [...rules, { ...itself, keyword: "deny", effect: "deny", restricts: test }]
		: allowing(rules, test, (rule) => raises(rule, subject));
}

/** The rules with all of this allowed. `which`: rules that it has to be taken out of. */
function allowing(rules: readonly Rule[], test: Test, which: (rule: Rule) => boolean = () => true): readonly Rule[] {
	return [
		...rules.map((rule) =>
			rule.restricts !== undefined && which(rule) ? { ...rule, restricts: excluding(rule.restricts, [test]) } : rule,
		),
		{ ...itself, keyword: "allow", effect: "allow", grants: test },
	];
}

function plainUseOf(name: string): Test {
	return allOf([
		{ kind: "program", pattern: { kind: "literal", text: name }, as: "restricting" },
		{ kind: "powers-within", powers: [], options: [] },
	]);
}

/** A rule for the request itself, as far as it is the same whatever it says. */
const itself = {
	id: "the request",
	locked: false,
	override: false,
	use: [],
	owner: "",
	excludedBy: [],
	span: { file: "", start: 0, end: 0 },
} as const;

function isSample({ argv, redirects }: Witness, { command }: EvaluationContext): boolean {
	const words = [command.program, ...command.args].map((word) => (word.kind === "known" ? word.text : undefined));
	return redirects.length === 0 && words.length === argv.length && words.every((word, at) => word === argv[at]);
}
