/**
 * What an agent may do, as regions: for each rule that grants, the commands that it lets through, with one of them, and what is held back of them.
 */

import { braceExpand } from "minimatch";
import { programsOf, specialise } from "../../engine/decide/compile/specialise.js";
import type { Decision, RuleRef } from "../../engine/decide/decision.js";
import { evaluateTest } from "../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../engine/decide/evaluate/evaluation-context.js";
import { ruleRef } from "../../engine/decide/rule-ref.js";
import type { Rule } from "../../language/policy/policy.js";
import { allOf, anyOf, type Test } from "../../language/policy/test.js";
import { baseName } from "../../language/source/normal-path.js";
import type { Effect } from "../../language/syntax/statements.js";
import { type AgentModel, decideWitness, subjectFor } from "./agent-model.js";
import { canonicalWitnesses } from "./canonical-witness.js";
import { isNarrower } from "./narrower.js";
import {
	answeredByDefault,
	exactly,
	holding,
	type Outcomes,
	outcomesFor,
	together,
	unlessGranted,
} from "./outcomes.js";
import { withStory } from "./past/stories.js";
import { possiblePast } from "./past/unreachable-past.js";
import { classesFor, type ProgramClass, patternsIn, patternsOfRules } from "./programs/program-classes.js";
import { isNever, type LocalRule } from "./rule-index.js";
import { find, type SearchOptions, type SearchResult, usualSteps } from "./search/find.js";
import type { Goal } from "./search/goal.js";
import { compareWitnesses, ownDecision, type Witness } from "./witness.js";
import type { Budget } from "./words/word-search.js";

/** Commands with one answer, for one reason. */
export interface Region {
	/** The rule that decides; absent: the default. */
	readonly rule?: Rule;
	/** Programs that the region speaks of by name, in order; others may belong to it where the rule names none. */
	readonly programs: readonly string[];
	/** Programs that no rule names belong to it too. */
	readonly others: boolean;
	/** A short command of the region. */
	readonly sample: Witness;
	/** Rules that hold something back of what this one speaks of. */
	readonly heldBack: readonly RuleRef[];
}

export interface Regions {
	readonly regions: readonly Region[];
	/** Programs for which the steps did not suffice. */
	readonly unsettled: readonly string[];
}

/** How regions are searched for. */
export interface RegionSearch {
	/** Steps for each question. */
	readonly steps: number;
	/** Steps for everything together, where that is bounded. */
	readonly pool?: Budget;
}

/** A search that ends at once: what was not looked at for long enough is not settled. */
export function atOnce(): RegionSearch {
	return { steps: usualSteps, pool: { left: stepsAtOnce, weight: weightOfList } };
}
const stepsAtOnce = 3_000;
/** A list of paths that has to be made into an automaton takes as long as so many steps. */
const weightOfList = 300;

/** The regions with this answer. `only`: of commands for which this test holds. */
export function regionsOf(
	setting: AgentModel,
	effect: Effect,
	only?: Test,
	searching: number | RegionSearch = usualSteps,
): Regions {
	const { steps, pool }: RegionSearch = typeof searching === "number" ? { steps: searching } : searching;
	const patterns = [...patternsIn(only), ...patternsOfRules([setting])];
	const regions = new Map<Rule | undefined, Draft>();
	const unsettled = new Set<string>();
	const heldOf = new Map<Rule, Set<Rule>>();
	const programs = classesFor(patterns, [setting], only && programsOf(only)).flatMap((program) => {
		const asked = only === undefined ? undefined : specialise(only, program.name);
		return asked !== undefined && isNever(asked) ? [] : [{ program, asked }];
	});
	const ofPast = possiblePast(setting);
	const raised = new Map<Test, boolean>();
	/** A question or a nudge lets nothing through by itself where it raises whatever it grants. */
	const raises = ({ rule, grants, restricts }: LocalRule): boolean => {
		if (rule.effect === "allow" || grants === undefined || restricts === undefined) return false;
		const is = raised.get(grants) ?? isNarrower(grants, restricts);
		raised.set(grants, is);
		return is;
	};
	/** Looks at one program; what was open is said. */
	const look = ({ program, asked }: (typeof programs)[number], share: Budget | undefined): Looked => {
		const budget = (): Budget => share ?? { left: steps };
		const outcomes = outcomesFor([setting], 0, program.name);
		const looked = new Map<string, EvaluationContext>();
		const shown = new Set<LocalRule | undefined>();
		const tried = new Set<LocalRule | undefined>();
		const decided = new Map<string, Pick<Decision, "effect" | "rules">>();
		const decisionOf = (sample: Witness): Pick<Decision, "effect" | "rules"> => {
			const key = JSON.stringify(sample);
			const decision = decided.get(key) ?? ownDecision(decideWitness(sample, setting));
			decided.set(key, decision);
			return decision;
		};
		const open: (Rule | undefined)[] = [];
		for (const { goal, by } of parts(effect, outcomes)) {
			const possible = together(goal, ofPast);
			const whole = asked === undefined ? possible : together(possible, holding(asked));
			// What every policy denies is no region of this one.
			if (by?.rule.engine) continue;
			const known = (): ReadonlySet<Rule> =>
				new Set([...(regions.get(by?.rule)?.heldBack ?? []), ...((by && heldOf.get(by.rule)) ?? [])]);
			const isOpen = (): void => {
				open.push(by?.rule);
			};
			const inRegion: InRegion = { by, effect, outcomes, program, setting, asked, budget, looked, isOpen };
			// Of programs that no rule names one is enough, but for what rules say of names like theirs.
			if (!program.named && regions.get(by?.rule)?.others) {
				if (by !== undefined)
					for (const rule of heldBack(inRegion, known(), speaksOfNames)) held(heldOf, by.rule).add(rule);
				continue;
			}
			// Where it need not be the shortest, one command is enough.
			if (share !== undefined && shown.has(by)) continue;
			if (effect === "allow" && by !== undefined && raises(by)) continue;
			const accepts = (sample: Witness): boolean => {
				const decision = decisionOf(sample);
				return decision.effect === effect && (by !== undefined || decision.rules.length === 0);
			};
			const plain = share === undefined || tried.has(by) ? undefined : plainSample(inRegion, accepts);
			tried.add(by);
			const found: SearchResult =
				plain === undefined
					? asFar(whole, inRegion, { accepts, manners: "plain", doubts: by === undefined ? "tried and told" : "tried" })
					: { kind: "found", sample: plain };
			if (found.kind === "unsettled") isOpen();
			if (found.kind === "found") shown.add(by);
			// Nothing of it is left here, and something was held back all the same.
			if (found.kind === "none" && by !== undefined)
				for (const rule of heldBack(inRegion, known(), program.named ? undefined : speaksOfNames))
					held(heldOf, by.rule).add(rule);
			if (found.kind === "found") add(regions, by, program, found.sample, heldBack(inRegion, known()));
		}
		return { open };
	};
	if (pool === undefined) {
		for (const one of programs) if (look(one, undefined).open.length > 0) unsettled.add(one.program.name);
	} else {
		const open: { readonly one: (typeof programs)[number]; readonly rules: readonly (Rule | undefined)[] }[] = [];
		let left = programs.length;
		for (const one of programs) {
			// Each program has an equal share of what is left.
			const share = { ...pool, left: Math.floor(pool.left / left--) };
			const before = share.left;
			const { open: rules } = look(one, share);
			pool.left -= before - share.left;
			if (rules.length > 0) open.push({ one, rules });
		}
		// A rule of which nothing is shown yet is worth a longer search before others.
		const isHidden = (rules: readonly (Rule | undefined)[]): boolean => rules.some((rule) => !regions.has(rule));
		const further: Budget = { ...pool, left: pool.left + stepsFurther };
		for (const { one } of open.toSorted((a, b) => Number(isHidden(b.rules)) - Number(isHidden(a.rules)))) {
			const own = { ...further, left: Math.min(stepsForOne, further.left) };
			const before = own.left;
			if (before <= 0 || look(one, own).open.length > 0) unsettled.add(one.program.name);
			further.left -= before - own.left;
		}
	}
	for (const [rule, others] of heldOf) for (const other of others) regions.get(rule)?.heldBack.add(other);
	return { regions: [...regions].map(([rule, draft]) => finished(rule, draft, setting)), unsettled: [...unsettled] };
}

/** Rules of which more may be there than was found. */
interface Looked {
	readonly open: readonly (Rule | undefined)[];
}

/** Steps for those programs together that their share was not enough for. */
const stepsFurther = 10_000;
/** No program takes more of them. */
const stepsForOne = 2_500;

/** What is asked about: commands of one program that one rule decides, or none. */
interface InRegion {
	readonly by: LocalRule | undefined;
	readonly effect: Effect;
	readonly outcomes: Outcomes;
	readonly program: ProgramClass;
	readonly setting: AgentModel;
	readonly asked: Test | undefined;
	/** The steps that a question may take. */
	readonly budget: () => Budget;
	/** Commands that were looked at, as the rules see them. */
	readonly looked: Map<string, EvaluationContext>;
	/** Something could not be settled. */
	readonly isOpen: () => void;
}

function subjectIn(sample: Witness, { looked, setting }: InRegion): EvaluationContext {
	const key = JSON.stringify(sample);
	const subject = looked.get(key) ?? subjectFor(sample, setting);
	looked.set(key, subject);
	return subject;
}

/** A search as far as the steps go. */
function asFar(goal: Goal, { program, setting, budget }: InRegion, choice: SearchOptions): SearchResult {
	const left = budget();
	if (left.left < 0) return { kind: "unsettled" };
	return find(goal, program, [setting], left, choice);
}

/** One of the commands that the rule speaks of most plainly, if it is decided so. */
function plainSample(inRegion: InRegion, accepts: (sample: Witness) => boolean): Witness | undefined {
	const { by, effect, program, setting, asked } = inRegion;
	const own = by && (effect === "allow" ? by.grants : by.restricts);
	const samples = own === undefined ? [bare(program)] : plainSamples(own, program.name, setting);
	for (const sample of samples) {
		if (!isOf(sample, program)) continue;
		const subject = subjectIn(sample, inRegion);
		const isSpokenOf = own === undefined || speaksOf(own, effect === "allow", subject);
		if (isSpokenOf && (asked === undefined || speaksOf(asked, true, subject)) && accepts(sample)) return sample;
	}
	return undefined;
}

function* plainSamples(own: Test, name: string, setting: AgentModel): Generator<Witness, void> {
	for (let choice = 0; choice < mostChoices; choice++) {
		const test = withChoice(own, choice);
		if (test === undefined) return;
		let left = mostPlain;
		for (const sample of canonicalWitnesses(test, name, setting)) {
			if (left-- === 0) break;
			yield sample;
		}
	}
}

/** So many words of a list in braces are tried. */
const mostChoices = 40;

/** The test with one of the words for each list in braces; the test itself comes first, and undefined behind the last. */
function withChoice(test: Test, choice: number): Test | undefined {
	if (choice === 0) return test;
	let isThere = false;
	const choose = (one: Test): Test => {
		switch (one.kind) {
			case "all":
				return allOf(one.tests.map(choose));
			case "any":
				return anyOf(one.tests.map(choose));
			case "operands":
				return {
					...one,
					words: one.words.map((word) => {
						if (word.kind !== "glob" || !word.text.includes("{")) return word;
						const words = braceExpand(word.text, { braceExpandMax: mostChoices });
						const text = words[choice - 1];
						if (text !== undefined) isThere = true;
						const chosen = text ?? (words[0] as string);
						return /[*?[\]{}\\]/.test(chosen) ? { kind: "glob", text: chosen } : { kind: "literal", text: chosen };
					}),
				};
			default:
				return one;
		}
	};
	const chosen = choose(test);
	return isThere ? chosen : undefined;
}

function speaksOf(test: Test, surely: boolean, subject: EvaluationContext): boolean {
	const truth = evaluateTest(test, subject);
	return truth === "yes" || (!surely && truth === "unknown");
}

/** A pattern of paths has commands of programs of any name. */
function isOf({ argv: [typed = ""] }: Witness, { name }: ProgramClass): boolean {
	return baseName(typed) === name;
}

function bare({ name, spellings: [typed = name] }: ProgramClass): Witness {
	return { argv: [typed], redirects: [], forced: false };
}

function held(all: Map<Rule, Set<Rule>>, rule: Rule): Set<Rule> {
	const known = all.get(rule) ?? new Set<Rule>();
	all.set(rule, known);
	return known;
}

interface Draft {
	programs: string[];
	others: boolean;
	sample: Witness;
	heldBack: Set<Rule>;
}

/** The goals that together are all commands with the answer, by the rule that gives it. */
function parts(effect: Effect, outcomes: Outcomes): readonly { readonly goal: Goal; readonly by?: LocalRule }[] {
	const { rules, side } = outcomes;
	const found: { goal: Goal; by?: LocalRule }[] = [];
	const goals = exactly(effect, outcomes).map(withoutDefault);
	for (const by of rules) {
		const test = effect === "allow" ? by.grants : by.rule.effect === effect ? by.restricts : undefined;
		if (test === undefined) continue;
		for (const goal of goals)
			found.push({ goal: together(holding(test, effect === "allow" ? "surely" : "perhaps", side), goal), by });
	}
	for (const goal of answeredByDefault(effect, outcomes)) found.push({ goal });
	return found;
}

/** The rule decides: that nothing grants is no part of it. */
function withoutDefault(goal: Goal): Goal {
	return { ...goal, none: goal.none.filter(({ mayBe }) => !mayBe) };
}

function add(
	regions: Map<Rule | undefined, Draft>,
	by: LocalRule | undefined,
	program: ProgramClass,
	sample: Witness,
	held: readonly Rule[],
): void {
	const known = regions.get(by?.rule);
	const draft = known ?? { programs: [], others: false, sample, heldBack: new Set<Rule>() };
	if (program.named && !draft.programs.includes(program.name)) draft.programs.push(program.name);
	if (!program.named) draft.others = true;
	if (compareWitnesses(sample, draft.sample) < 0) draft.sample = sample;
	for (const rule of held) draft.heldBack.add(rule);
	regions.set(by?.rule, draft);
}

/** Does the rule say by a pattern, and not of any name, which programs it speaks of? */
function speaksOfNames({ restricts }: Rule): boolean {
	return patternsIn(restricts).some(({ kind }) => kind === "regex" || kind === "glob");
}

/**
 * Rules that are stricter and that catch some of what the region's rule speaks of. `known`: rules that do, and are not asked about again. `isAsked`: of which it is
 * asked; absent: of all.
 */
function heldBack(
	inRegion: InRegion,
	known: ReadonlySet<Rule>,
	isAsked: (rule: Rule) => boolean = () => true,
): readonly Rule[] {
	const { by, effect, outcomes, asked, isOpen } = inRegion;
	const own = by === undefined ? undefined : effect === "allow" ? by.grants : by.restricts;
	const base: Goal =
		own === undefined
			? { all: [], none: unlessGranted(outcomes), some: [] }
			: holding(own, effect === "allow" ? "surely" : "perhaps");
	const goal = asked === undefined ? base : together(base, holding(asked));
	const found: Rule[] = [];
	for (const { rule, restricts } of outcomes.rules) {
		// What every policy denies holds back something of everything that writes, and says nothing of this one.
		if (restricts === undefined || rule === by?.rule || rule.engine || order[rule.effect] <= order[effect]) continue;
		if (known.has(rule) || !isAsked(rule)) continue;
		const both = together(goal, holding(restricts, "perhaps"));
		if (caughtPlainly(restricts, own, inRegion)) {
			found.push(rule);
			continue;
		}
		const answer = asFar(both, inRegion, {});
		if (answer.kind === "found") found.push(rule);
		if (answer.kind === "unsettled") isOpen();
	}
	return found;
}

/** Does one of the plainest commands of both rules show it? */
function caughtPlainly(restricts: Test, own: Test | undefined, inRegion: InRegion): boolean {
	const { effect, outcomes, program, setting, asked } = inRegion;
	const isOwn = (subject: EvaluationContext): boolean =>
		own === undefined
			? !outcomes.rules.some(({ grants }) => grants !== undefined && evaluateTest(grants, subject) === "yes")
			: speaksOf(own, effect === "allow", subject);
	for (const test of own === undefined ? [restricts] : [restricts, allOf([own, restricts])]) {
		let left = mostPlain;
		for (const sample of canonicalWitnesses(test, program.name, setting)) {
			if (left-- === 0) break;
			if (!isOf(sample, program)) continue;
			const subject = subjectIn(sample, inRegion);
			if (!speaksOf(restricts, false, subject) || !isOwn(subject)) continue;
			if (asked === undefined || speaksOf(asked, true, subject)) return true;
		}
	}
	return false;
}

/** Of more plain commands than this the rest is left to the search. */
const mostPlain = 6;

const order: Readonly<Record<Effect, number>> = { allow: 0, ask: 1, nudge: 2, deny: 3 };

function finished(rule: Rule | undefined, draft: Draft, setting: AgentModel): Region {
	return {
		...(rule === undefined ? {} : { rule }),
		programs: [...draft.programs].sort(),
		others: draft.others,
		sample: withStory(draft.sample, setting) ?? draft.sample,
		heldBack: [...draft.heldBack].map((one) => ruleRef(setting.tree, one)),
	};
}
