/**
 * What an agent can get answered so, in the large: does any command of these get this answer, and which answers do commands of a program get? The first command
 * that is found will do, so that this is quicker than a proof, which looks for the shortest, and than regions, which ask by every rule.
 */
import { specialise } from "../../engine/decide/compile/specialise.js";
import type { Test } from "../../language/policy/test.js";
import { type Effect, effects } from "../../language/syntax/statements.js";
import { type AgentModel, decideWitness } from "./agent-model.js";
import { exactly, holding, outcomesFor, together } from "./outcomes.js";
import { classesFor, type ProgramClass, patternsIn, patternsOfRules } from "./programs/program-classes.js";
import { isNever } from "./rule-index.js";
import { find, type SearchResult } from "./search/find.js";
import type { Goal } from "./search/goal.js";
import type { Witness } from "./witness.js";

/** Steps for each program that is looked at. */
const usualSteps = 2000;

/** A command with this answer for which the test surely holds, asked for plainly. Programs that everybody knows come first, then those that rules name. */
export function reach(setting: AgentModel, test: Test, effect: Effect, steps = usualSteps): SearchResult {
	if (!mayAnswer(setting, effect)) return { kind: "none" };
	let isSettled = true;
	for (const program of inOrder(classesOf(setting, [test]))) {
		const asked = specialise(test, program.name);
		if (isNever(asked)) continue;
		const found = reachFor(setting, program, asked, effect, steps);
		if (found.kind === "found") return found;
		isSettled &&= found.kind === "none";
	}
	return { kind: isSettled ? "none" : "unsettled" };
}

/** A command for which the test surely holds, asked for plainly, whatever it is answered. */
export function reachAny(setting: AgentModel, test: Test, steps = usualSteps): SearchResult {
	let isSettled = true;
	for (const program of inOrder(classesOf(setting, [test]))) {
		const asked = specialise(test, program.name);
		if (isNever(asked)) continue;
		const found = find(holding(asked), program, [setting], { left: steps }, { manners: "plain" });
		if (found.kind === "found") return found;
		isSettled &&= found.kind === "none";
	}
	return { kind: isSettled ? "none" : "unsettled" };
}

/**
 * May a command be answered so, in whatever manner it is asked for, that perhaps is one of these, where the others surely hold? True where that was not found out.
 */
export function mayReach(
	setting: AgentModel,
	test: Test,
	others: readonly Test[],
	effect: Effect,
	steps = usualSteps,
): boolean {
	if (!mayAnswer(setting, effect)) return false;
	const asked: Goal = { all: others.map((one) => ({ test: one, side: 0 })), none: [], some: [] };
	return classesOf(setting, [test]).some((program) => {
		const own = specialise(test, program.name);
		if (isNever(own)) return false;
		const speaks = together(holding(own, "perhaps"), asked);
		const outcomes = outcomesFor([setting], 0, program.name);
		const accepts = (sample: Witness): boolean => decideWitness(sample, setting).effect === effect;
		return exactly(effect, outcomes).some(
			(goal) =>
				find(together(goal, speaks), program, [setting], { left: steps }, { accepts, manners: "any", doubts: "told" })
					.kind !== "none",
		);
	});
}

/** The answers that commands of a program get. */
export interface ProgramAnswers {
	readonly program: string;
	/** From the loosest to the strictest, each with a command. */
	readonly answers: readonly { readonly effect: Effect; readonly sample: Witness }[];
	/** Whether there are such commands is not known. */
	readonly unsettled: readonly Effect[];
}

/** The answers for each of these programs. */
export function answersFor(
	setting: AgentModel,
	programs: readonly string[],
	steps = usualSteps,
): readonly ProgramAnswers[] {
	const named = programs.map(programNamed);
	const classes = new Map(
		classesFor([...named.flatMap(patternsIn), ...patternsOfRules([setting])], [setting], new Set(programs)).map(
			(one) => [one.name, one] as const,
		),
	);
	return programs.map((program) => {
		const own = classes.get(program);
		return answersAs(program, (effect) =>
			own === undefined || !mayAnswer(setting, effect)
				? { kind: "none" }
				: reachFor(setting, own, anything, effect, steps),
		);
	});
}

/** The answers for all programs but these. */
export function answersForOthers(
	setting: AgentModel,
	programs: readonly string[],
	steps = usualSteps,
): Omit<ProgramAnswers, "program"> {
	const others: Test = {
		kind: "all",
		tests: programs.map((program): Test => ({ kind: "not", test: programNamed(program) })),
	};
	return answersAs("", (effect) => reach(setting, others, effect, steps));
}

function answersAs(program: string, ask: (effect: Effect) => SearchResult): ProgramAnswers {
	const found = effects.map((effect) => ({ effect, finding: ask(effect) }));
	return {
		program,
		answers: found.flatMap(({ effect, finding }) =>
			finding.kind === "found" ? [{ effect, sample: finding.sample }] : [],
		),
		unsettled: found.flatMap(({ effect, finding }) => (finding.kind === "unsettled" ? [effect] : [])),
	};
}

const anything: Test = { kind: "all", tests: [] };

function programNamed(text: string): Test {
	return { kind: "program", pattern: { kind: "literal", text }, as: "restricting" };
}

/** Could anything be answered so? Most policies ask nobody, or nudge nobody. */
function mayAnswer({ agentTree }: AgentModel, effect: Effect): boolean {
	const { default: fallback, unreadable } = agentTree.agent;
	return (
		effect === fallback ||
		effect === unreadable ||
		agentTree.rules.some(({ effect: own, grants }) => own === effect || (effect === "allow" && grants !== undefined))
	);
}

function classesOf(setting: AgentModel, tests: readonly Test[]): readonly ProgramClass[] {
	return classesFor([...tests.flatMap(patternsIn), ...patternsOfRules([setting])], [setting]);
}

function inOrder(classes: readonly ProgramClass[]): readonly ProgramClass[] {
	const rank = ({ name, named }: ProgramClass): number => {
		const place = familiar.indexOf(name);
		return place >= 0 ? place : familiar.length + (named ? 0 : 1);
	};
	return [...classes].sort((a, b) => rank(a) - rank(b));
}

/** Programs that make good examples: everybody knows what they do. */
const familiar: readonly string[] = [
	"cat",
	"cp",
	"rm",
	"tee",
	"bash",
	"python3",
	"curl",
	"sudo",
	"crontab",
	"find",
	"make",
	"ssh",
	"kill",
];

function reachFor(
	setting: AgentModel,
	program: ProgramClass,
	asked: Test,
	effect: Effect,
	steps: number,
): SearchResult {
	const outcomes = outcomesFor([setting], 0, program.name);
	// With whatever it runs.
	const accepts = (sample: Witness): boolean => decideWitness(sample, setting).effect === effect;
	let isSettled = true;
	for (const goal of exactly(effect, outcomes)) {
		const found = find(
			together(goal, holding(asked)),
			program,
			[setting],
			{ left: steps },
			{ accepts, manners: "plain" },
		);
		if (found.kind === "found") return found;
		isSettled &&= found.kind === "none";
	}
	return { kind: isSettled ? "none" : "unsettled" };
}
