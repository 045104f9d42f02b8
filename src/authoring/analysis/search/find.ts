/**
 * Is there a command for which all of this holds, and none of that? Answered exactly, with a command, or with the knowledge that there is none,
 * or not at all where the budget does not suffice.
 * A candidate that meets what is asked so far is looked at with the rules themselves; where it meets one that it must not, the search goes on
 * in each of the ways to avoid that one, so that only what is in the way is ever looked into (after conflict-driven search in SAT modulo
 * theories: Nieuwenhuis, Oliveras, Tinelli, "Solving SAT and SAT modulo theories", JACM 2006).
 */
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import type { Truth } from "../../../engine/decide/evaluate/truth.js";
import type { Test } from "../../../language/policy/test.js";
import { type AgentModel, subjectFor } from "../agent-model.js";
import { type OtherNames, otherNamesOf } from "../programs/other-names.js";
import type { ProgramClass } from "../programs/program-classes.js";
import { compareWitnesses, type Witness } from "../witness.js";
import type { Budget } from "../words/word-search.js";
import { asked, type Goal, isAvoided, isMet, meets, type Sided, startingConjunctions, truthFor } from "./goal.js";
import { inDoubtNear } from "./in-doubt.js";
import {
	type Asked,
	type Conjunction,
	everything,
	keyOf,
	keyOfConjunction,
	saysOf,
	within,
	withLiteral,
} from "./literals.js";
import { type Elsewhere, solveConjunction } from "./solve-conjunction.js";

/** How commands may be asked for: `plain`, or also `forced`, or by agents that lack tools besides; `here` is the same from no other folder than the workspace. */
export type SearchManner = "plain" | "forced" | "any" | "here";

export type SearchResult =
	| { readonly kind: "found"; readonly sample: Witness }
	| { readonly kind: "none" }
	/** `inDoubt`: there is none that surely meets the goal; one of which that is in doubt was not looked for. */
	| { readonly kind: "unsettled"; readonly inDoubt?: true };

/** The steps that one question may take unless somebody says otherwise. */
export const usualSteps = 20_000;

/** What else a command must be. */
export interface SearchOptions {
	/** Asked in the end, of a command that meets the goal. */
	readonly accepts?: (sample: Witness) => boolean;
	readonly manners?: SearchManner;
	/** The shortest command that the search meets, not the first. */
	readonly shortest?: true;
	/**
	 * Commands count of which something may hold and may not. `tried`: the plainest of them are looked at. `told`: none is, and nothing is certain where only such
	 * are left.
	 */
	readonly doubts?: "tried" | "told" | "tried and told";
}

/**
 * A command of the class that meets the goal; tests are those left for the program's name. Words that long lists of paths name are tried first;
 * where they lead to no command, all words are.
 */
export function find(
	goal: Goal,
	given: ProgramClass,
	settings: readonly AgentModel[],
	budget: Budget,
	choice: SearchOptions = {},
): SearchResult {
	const { guessed } = budget;
	budget.guessed = false;
	let found = findOnce(goal, given, settings, budget, choice);
	if (found.kind !== "found" && budget.guessed && budget.exact !== true) {
		budget.exact = true;
		found = findOnce(goal, given, settings, budget, choice);
		budget.exact = false;
	}
	if (guessed !== undefined) budget.guessed = guessed;
	return found;
}

function findOnce(
	goal: Goal,
	given: ProgramClass,
	settings: readonly AgentModel[],
	budget: Budget,
	{ accepts = () => true, manners = "any", shortest, doubts }: SearchOptions,
): SearchResult {
	const typed = fitting(goal, given, settings);
	if (typed.length === 0) return { kind: given.crowded ? "unsettled" : "none" };
	const program = typed.length === given.spellings.length ? given : { ...given, spellings: typed };
	// Policies that read commands alike have one side.
	const readings = settings.map(({ readingOf }) => readingOf(program.name));
	const sideOf = readings.map((reading) => readings.indexOf(reading));
	const keepsOn = shortest === true;
	const search: Search = {
		goal,
		program,
		settings,
		budget,
		accepts,
		manners,
		keepsOn,
		clashes: (conjunction, test) => {
			search.clashed = true;
			if (search.doubtful.length < mostDoubtful && !search.doubtful.some((one) => one.test === test))
				search.doubtful.push({ conjunction, test });
		},
		clashed: false,
		doubtful: [],
		sideOf,
		others: settings.map(({ facts }) => otherNamesOf(program.name, facts)),
		seen: new Set(),
		unsure: false,
	};
	const sample = firstOf(
		startingConjunctions(
			everything,
			0,
			goal.all.map((one) => askedIn(search, one, true)),
		),
		search,
		(conjunction) => settle(conjunction, search),
	);
	if (sample !== undefined) return { kind: "found", sample };
	if ((doubts === "tried" || doubts === "tried and told") && budget.left >= 0) {
		const inDoubt = sampleInDoubt(search);
		if (inDoubt !== undefined) return { kind: "found", sample: inDoubt };
	}
	if (search.unsure || budget.left < 0) return { kind: "unsettled" };
	return search.clashed && (doubts === "told" || doubts === "tried and told")
		? { kind: "unsettled", inDoubt: true }
		: { kind: "none" };
}

/** So many places with nothing but doubts are looked at. */
const mostDoubtful = 4;

/** A command that meets the goal only because something can't be known of it: the plainest ones are tried. */
function sampleInDoubt(search: Search): Witness | undefined {
	for (const { conjunction, test } of search.doubtful) {
		const sample = sampleInDoubtOf(withoutTest(conjunction, test), test, search, mostInTheWay);
		if (sample !== undefined) return sample;
	}
	return undefined;
}

/** So many tests that are in the way are avoided one after the other. */
const mostInTheWay = 3;

/** The same of commands that the conjunction fits, where the test is in doubt. `left`: so many tests may still be avoided. */
function sampleInDoubtOf(conjunction: Conjunction, test: Test, search: Search, left: number): Witness | undefined {
	const { goal, program, settings, budget, manners, accepts, sideOf } = search;
	if (!isAskedSo(conjunction, manners)) return undefined;
	const filled = solveConjunction(conjunction, program, settings, budget, elsewhereOf(manners));
	if (filled.kind !== "sample") return undefined;
	const inTheWay = new Set<Sided>();
	for (const sample of inDoubtNear(filled.sample, test)) {
		const read = subjectsOf(sample, search);
		const subjects = sideOf.map((side) => read[side] as EvaluationContext);
		if (meets(goal, subjects) && accepts(sample)) return sample;
		const first = goal.none.find((one) => !isAvoided(truthFor(one, subjects), one));
		if (first !== undefined) inTheWay.add(first);
	}
	if (left === 0) return undefined;
	for (const one of inTheWay)
		for (const narrower of within(conjunction, askedIn(search, one, false))) {
			const sample = budget.left < 0 ? undefined : sampleInDoubtOf(narrower, test, search, left - 1);
			if (sample !== undefined) return sample;
		}
	return undefined;
}

/** What the conjunction says, but for what the test speaks of. */
function withoutTest(conjunction: Conjunction, test: Test): Conjunction {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.reduce(withoutTest, conjunction);
		case "not":
			return withoutTest(conjunction, test.test);
		default: {
			const text = keyOf(test, 0);
			return new Map([...conjunction].filter(([, { atom }]) => keyOf(atom, 0) !== text));
		}
	}
}

interface Search {
	readonly goal: Goal;
	readonly program: ProgramClass;
	readonly settings: readonly AgentModel[];
	readonly budget: Budget;
	readonly accepts: (sample: Witness) => boolean;
	readonly manners: SearchManner;
	readonly keepsOn: boolean;
	/** Told where only commands are left that are in doubt. */
	readonly clashes: (conjunction: Conjunction, test: Test) => void;
	clashed: boolean;
	/** What is in doubt there, and what else holds. */
	readonly doubtful: { readonly conjunction: Conjunction; readonly test: Test }[];
	readonly sideOf: readonly number[];
	/** For each side the names that the program's subcommands go by. */
	readonly others: readonly OtherNames[];
	readonly seen: Set<string>;
	unsure: boolean;
}

/** The ways to type the program in which everything that is asked for can hold: where a grant means only the bare name, no path to it is tried. */
function fitting({ all, some }: Goal, program: ProgramClass, settings: readonly AgentModel[]): readonly string[] {
	const fits = (one: Sided, at: number): boolean =>
		canFit(one.test, typedAlone(program, settings[one.side] as AgentModel)[at]);
	return program.spellings.filter(
		(_, at) => all.every((one) => fits(one, at)) && some.every((list) => list.some((one) => fits(one, at))),
	);
}

/** Can the test hold for a program that is typed so? */
function canFit(test: Test, typed: EvaluationContext | undefined): boolean {
	switch (test.kind) {
		case "all":
			return test.tests.every((part) => canFit(part, typed));
		case "any":
			return test.tests.some((part) => canFit(part, typed));
		case "program":
			return typed !== undefined && evaluateTest(test, typed) !== "no";
		default:
			return true;
	}
}

const alone = new WeakMap<ProgramClass, WeakMap<AgentModel, readonly EvaluationContext[]>>();

/** The program alone, in every way in which it can be typed. */
function typedAlone(program: ProgramClass, setting: AgentModel): readonly EvaluationContext[] {
	const known = alone.get(program) ?? new WeakMap<AgentModel, readonly EvaluationContext[]>();
	alone.set(program, known);
	let subjects = known.get(setting);
	if (subjects === undefined) {
		subjects = program.spellings.map((spelling) =>
			subjectFor({ argv: [spelling], redirects: [], forced: false }, setting),
		);
		known.set(setting, subjects);
	}
	return subjects;
}

/** The first sample that one of them gives, or the shortest of all. */
function firstOf<T>(
	list: Iterable<T>,
	{ keepsOn, budget }: Search,
	sampleOf: (one: T) => Witness | undefined,
): Witness | undefined {
	let best: Witness | undefined;
	for (const one of list) {
		const sample = sampleOf(one);
		if (sample !== undefined && (best === undefined || compareWitnesses(sample, best) < 0)) best = sample;
		if (budget.left < 0 || (best !== undefined && !keepsOn)) break;
	}
	return best;
}

function askedIn({ sideOf, others, clashes, budget }: Search, one: Sided, wanted: boolean): Asked {
	return { ...asked(one, wanted, sideOf[one.side] as number, others[one.side]), clashes, budget };
}

/** A command inside of the conjunction that meets the whole goal. */
function settle(given: Conjunction, search: Search): Witness | undefined {
	const { goal, settings, budget, sideOf } = search;
	const conjunction = propagated(given, search);
	if (conjunction === undefined || !isAskedSo(conjunction, search.manners)) return undefined;
	const key = keyOfConjunction(conjunction);
	if (search.seen.has(key)) return undefined;
	search.seen.add(key);
	if (--budget.left < 0) return undefined;
	const filled = solveConjunction(conjunction, search.program, settings, budget, elsewhereOf(search.manners));
	if (filled.kind === "none") return undefined;
	if (filled.kind === "unsettled") {
		// What is still asked for may exclude what could not be settled.
		const open = goal.some.find((list) => !list.some((one) => isSaid(conjunction, one, sideOf)));
		if (open !== undefined && budget.left > 0)
			return firstOf(open, search, (one) =>
				settleAny(within(conjunction, askedIn(search, one, true)), conjunction, search),
			);
		search.unsure = true;
		return undefined;
	}
	const { sample } = filled;
	const subjects = subjectsOf(sample, search);
	const truthOf = ({ test, side }: Sided): Truth =>
		evaluateTest(test, subjects[sideOf[side] as number] as EvaluationContext);
	for (const one of goal.none) {
		if (isAvoided(truthOf(one), one)) continue;
		return settleAny(within(conjunction, askedIn(search, one, false)), conjunction, search);
	}
	for (const list of goal.some) {
		if (list.some((one) => isMet(truthOf(one), one))) continue;
		return firstOf(list, search, (one) =>
			settleAny(within(conjunction, askedIn(search, one, true)), conjunction, search),
		);
	}
	if (search.accepts(sample)) return sample;
	search.unsure ||= goal.tentative !== true;
	return undefined;
}

/** Does the conjunction say already that it holds? */
function isSaid(conjunction: Conjunction, { test, side }: Sided, sideOf: readonly number[]): boolean {
	const says = saysOf(conjunction, test, sideOf[side] as number);
	return says === "yes" || says === "maybe";
}

/**
 * The conjunction with what follows from it: of a test that must not hold, and of which all parts but one hold already, that one does not.
 * Undefined when something follows that can't be. Operands are left out, there are too many of them: they are looked at when they are in the way.
 */
function propagated(conjunction: Conjunction, { goal, sideOf, others, clashes }: Search): Conjunction | undefined {
	let reached = conjunction;
	for (;;) {
		const before = reached;
		for (const { test, side, mayBe, late } of goal.none) {
			if (late) continue;
			const next = excluding(reached, test, {
				side: sideOf[side] as number,
				mayBe: mayBe === true,
				others: others[side],
				clashes,
			});
			if (next === undefined) return undefined;
			reached = next;
		}
		if (reached === before) return reached;
	}
}

/** In whose eyes a test is to hold or not. */
type Seen = Pick<Asked, "side" | "mayBe" | "others" | "clashes">;

function excluding(conjunction: Conjunction, test: Test, seen: Seen): Conjunction | undefined {
	const { side, mayBe } = seen;
	switch (test.kind) {
		case "any": {
			let reached: Conjunction | undefined = conjunction;
			for (const part of test.tests) reached = reached && excluding(reached, part, seen);
			return reached;
		}
		case "all": {
			let left: Test | undefined;
			for (const part of test.tests) {
				const says = saysOf(conjunction, part, side);
				if (says === "no" || (mayBe && says !== "yes" && says !== undefined)) return conjunction;
				if (says === "yes" || says === "maybe") continue;
				if (left !== undefined) return conjunction;
				left = part;
			}
			return left === undefined ? undefined : excluding(conjunction, left, seen);
		}
		case "not":
			return including(conjunction, test.test, seen);
		default:
			return test.kind === "operands" && saysOf(conjunction, test, side) === undefined
				? conjunction
				: withLiteral(conjunction, { atom: test, wanted: false, ...seen });
	}
}

/** The conjunction where a test must hold, if that is one literal; anything else is left to the search. */
function including(conjunction: Conjunction, test: Test, seen: Seen): Conjunction | undefined {
	if (test.kind === "not") return excluding(conjunction, test.test, seen);
	const { side, mayBe, clashes } = seen;
	const says = saysOf(conjunction, test, side);
	if (says === "maybe not" && mayBe) clashes?.(conjunction, test);
	if (says === "no" || says === "maybe not") return undefined;
	if (says === "yes" || test.kind === "all" || test.kind === "any" || test.kind === "operands") return conjunction;
	return withLiteral(conjunction, { atom: test, wanted: true, ...seen });
}

function isAskedSo(conjunction: Conjunction, manners: SearchManner): boolean {
	if (manners === "any" || manners === "here") return true;
	for (const { atom, wanted } of conjunction.values()) {
		if (atom.kind === "forced" && wanted && manners === "plain") return false;
		if (atom.kind === "has-tool" && !wanted) return false;
	}
	return true;
}

function elsewhereOf(manners: SearchManner): Elsewhere {
	return manners === "plain" ? "no" : manners === "here" ? "options" : "yes";
}

function settleAny(conjunctions: Iterable<Conjunction>, from: Conjunction, search: Search): Witness | undefined {
	return firstOf(conjunctions, search, (conjunction) => {
		if (conjunction !== from) return settle(conjunction, search);
		// What the conjunction says already and the sample does not show is in doubt.
		search.unsure = true;
		return undefined;
	});
}

function subjectsOf(sample: Witness, { settings, sideOf }: Search): readonly EvaluationContext[] {
	const made: EvaluationContext[] = [];
	sideOf.forEach((side) => {
		made[side] ??= subjectFor(sample, settings[side] as AgentModel);
	});
	return made;
}
