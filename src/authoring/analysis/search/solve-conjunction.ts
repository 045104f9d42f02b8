/**
 * A command for a conjunction: one that meets every literal, or the knowledge that there is none.
 * Some literals say that something is not there (no such option, no path outside), others that something is (this option, a path in there).
 * A command is begun with as little as possible; whatever a literal misses is added, in every way in which it can be; and what is there is
 * looked at with the tests themselves, so that a command that is found is right whatever this file believes.
 */
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import type { Program } from "../../../engine/knowledge/program.js";
import { factsOf } from "../../../engine/request/facts.js";
import { type AgentModel, subjectFor } from "../agent-model.js";
import type { ProgramClass } from "../programs/program-classes.js";
import { hangsOnHome } from "../unknown-home.js";
import type { Witness } from "../witness.js";
import type { Budget } from "../words/word-search.js";
import { TooLarge } from "../words/word-set.js";
import type { Conjunction } from "./literals.js";
import { type Context, contextsOf, spellingOf } from "./option-choices.js";
import { isAboutPaths, pathsFit } from "./solve-conjunction/asked-paths.js";
import { circumstancesFor } from "./solve-conjunction/circumstances.js";
import { complete } from "./solve-conjunction/complete.js";
import { type Draft, given, isMet, type Manner, plus, type Work, type Writing } from "./solve-conjunction/draft.js";
import { withFixedWords } from "./solve-conjunction/fixed-words.js";
import { foldersFor } from "./solve-conjunction/folders.js";
import { mayBegin } from "./solve-conjunction/may-begin.js";
import { patternsOf, writings } from "./solve-conjunction/operand-places.js";
import { kindsOfOptions } from "./solve-conjunction/option-kinds.js";
import { valuesFor } from "./solve-conjunction/option-values.js";

export type ConjunctionSolution =
	| { readonly kind: "sample"; readonly sample: Witness }
	| { readonly kind: "none" }
	/** Nothing was found, and it is not certain that there is nothing. */
	| { readonly kind: "unsettled" };

/** Where else a command may come from: options that no table lists, and other folders to start in. */
export type Elsewhere = "no" | "options" | "yes";

/** A command of the class that meets all literals of the conjunction. `settings`: the policies, by the side of the literals. */
export function solveConjunction(
	conjunction: Conjunction,
	program: ProgramClass,
	settings: readonly AgentModel[],
	budget: Budget,
	elsewhere: Elsewhere = "no",
): ConjunctionSolution {
	const asked = mannerOf(conjunction);
	if (asked === undefined) return { kind: "none" };
	const circumstances = circumstancesFor(
		conjunction.values(),
		(side) => (settings[side] as AgentModel).agentTree.agent.zone,
		budget,
	);
	if (circumstances === "none" || circumstances === "unsettled") return { kind: circumstances };
	const manner: Manner = { ...asked, ...circumstances };
	let unsettled = false;
	for (const cwd of [undefined, ...(elsewhere === "yes" ? foldersFor(conjunction, settings) : [])]) {
		const filled = filledIn(
			conjunction,
			program,
			settings,
			budget,
			cwd === undefined ? manner : { ...manner, cwd },
			elsewhere !== "no",
		);
		if (filled.kind === "sample") return filled;
		unsettled ||= filled.kind === "unsettled";
	}
	return { kind: unsettled || hangsOnHome(conjunction, settings) ? "unsettled" : "none" };
}

/** How the sample is asked for: forced or not, and the agent's tools. */
function mannerOf(conjunction: Conjunction): Manner | undefined {
	let forced = false;
	const banned = new Set<string>();
	const needed: (readonly string[])[] = [];
	for (const { atom, wanted } of conjunction.values()) {
		if (atom.kind === "forced") forced = wanted;
		if (atom.kind !== "has-tool") continue;
		if (wanted) needed.push(atom.names);
		else for (const name of atom.names) banned.add(name);
	}
	if (banned.size === 0) return { forced };
	const tools = needed.map((names) => names.find((name) => !banned.has(name)));
	return tools.includes(undefined) ? undefined : { forced, tools: [...new Set(tools as string[])] };
}

/** Where a list of paths is too large to ask for words that lie so, nothing is certain. */
function filledIn(...question: Parameters<typeof fillIn>): ConjunctionSolution {
	try {
		return fillIn(...question);
	} catch (error) {
		if (error instanceof TooLarge) return { kind: "unsettled" };
		throw error;
	}
}

function fillIn(
	conjunction: Conjunction,
	program: ProgramClass,
	settings: readonly AgentModel[],
	budget: Budget,
	manner: Manner,
	unlisted: boolean,
): ConjunctionSolution {
	const literals = [...conjunction.values()];
	const canRedirect = settings.every((setting) => setting.redirects);
	if (!canRedirect && literals.some(({ atom, wanted }) => atom.kind === "redirected" && wanted))
		return { kind: "none" };
	const isBare = literals.some(({ atom, wanted }) => atom.kind === "redirected" && atom.access === "any" && !wanted);
	const paths = literals.some(({ atom }) => isAboutPaths(atom));
	const patterns = patternsOf(literals);
	let ways: readonly Writing[] | undefined;
	const work: Work = {
		literals,
		patterns,
		writings: () => {
			ways ??= writings(paths, patterns);
			return ways;
		},
		settings,
		budget,
		manner,
		seen: new Set(),
		unsure: false,
		several: program.spellings.some((spelling) => readingsOf(spelling, settings).size > 1),
		sides: new Set(settings.keys()),
		accesses: new Map(),
		unlisted,
		paths,
		kinds: new Map(),
		hosts: new Map(),
		redirects: canRedirect && !isBare,
	};
	const fixed = program.crowded ? undefined : withFixedWords(program, work);
	if (fixed !== undefined) return fixed === "none" ? { kind: "none" } : { kind: "sample", sample: fixed };
	if (!pathsFit(work)) return { kind: work.unsure ? "unsettled" : "none" };
	for (const spelling of program.spellings) {
		const bare: Witness = { argv: [spelling], redirects: [], ...manner };
		const subjects = settings.map((setting) => subjectFor(bare, setting));
		const misfit = work.literals.some(
			(literal) =>
				literal.atom.kind === "program" &&
				!isMet(evaluateTest(literal.atom, subjects[literal.side] as EvaluationContext), literal),
		);
		if (misfit) continue;
		const readings = readingsOf(spelling, settings);
		work.several = readings.size > 1;
		for (const [facts, sides] of readings) {
			work.sides = sides;
			for (const context of contextsOf(facts)) {
				if (!mayBegin(context, work)) continue;
				const sample = begunWith(context, spelling, work);
				if (sample !== undefined) return { kind: "sample", sample };
				if (budget.left < 0) return { kind: "unsettled" };
			}
		}
	}
	return { kind: work.unsure || program.crowded ? "unsettled" : "none" };
}

/** What is known of a program, and which policies know that: two may teach different things. */
function readingsOf(
	spelling: string,
	settings: readonly AgentModel[],
): ReadonlyMap<Program | undefined, ReadonlySet<number>> {
	const readings = new Map<Program | undefined, Set<number>>();
	for (const [side, { facts }] of settings.entries()) {
		const known = factsOf({ kind: "known", text: spelling }, facts);
		readings.set(known, (readings.get(known) ?? new Set()).add(side));
	}
	return readings;
}

/** A command of the context; where none is found, one with an option that makes something else of the operands. */
function begunWith(context: Context, spelling: string, work: Work): Witness | undefined {
	const bare: Draft = { spelling, context, options: [], redirects: [], needs: [], least: 0 };
	const sample = complete(bare, work);
	if (
		sample !== undefined ||
		context.alone ||
		!work.literals.some(({ atom, wanted }) => atom.kind === "operands" && wanted)
	)
		return sample;
	const changing = kindsOfOptions(context, work).filter(
		({ operands, replaces }, at) =>
			operands !== undefined || replaces !== undefined || (context.facts?.bundledFirst && at < 3),
	);
	for (const fact of changing) {
		for (const value of valuesFor(fact, undefined, bare, work)) {
			const found = complete(plus(bare, given(spellingOf(fact), fact, value)), work);
			if (found !== undefined || work.budget.left < 0) return found;
		}
	}
	// The first word may be a bundle of options: too many to try.
	if (context.facts?.bundledFirst) work.unsure = true;
	return undefined;
}
