/**
 * Every region of commands whose answer differs between two policies, each with a command that shows it.
 * Only rules that one policy has and the other has not can make a difference, so the search begins with what they speak of.
 */
import { isStricter } from "../../../engine/decide/combine.js";
import type { RuleRef } from "../../../engine/decide/decision.js";
import { ruleRef } from "../../../engine/decide/rule-ref.js";
import type { Tree } from "../../../engine/decide/tree.js";
import type { World } from "../../../engine/request/paths.js";
import type { Request } from "../../../engine/request/request.js";
import type { Rule } from "../../../language/policy/policy.js";
import { anyOf, not } from "../../../language/policy/test.js";
import { baseName } from "../../../language/source/normal-path.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { type AgentModel, agentModelOf, decideWitness, type SymbolicWorld, subjectFor } from "../agent-model.js";
import { canonicalWitnesses } from "../canonical-witness.js";
import { grants, type Outcomes, outcomesFor, raisers, runsItself, runsMore } from "../outcomes.js";
import { isAnswered, withStory } from "../past/stories.js";
import { type ProgramClass, programClasses } from "../programs/program-classes.js";
import { isStranger } from "../rule-index.js";
import { find, type SearchManner, usualSteps } from "../search/find.js";
import { type Goal, meets, type Sided } from "../search/goal.js";
import { homeless } from "../unknown-home.js";
import { compareWitnesses, ownDecision, requestOf, type Witness, witnessCommandLine } from "../witness.js";
import type { Budget } from "../words/word-search.js";
import {
	changedRules,
	idsOfTests,
	namesIn,
	readsPathsAlike,
	rereadRules,
	sameEngineRules,
	sameRules,
} from "./changed-rules.js";
import { loosened } from "./loosened.js";
import { peopleChanges } from "./people-changes.js";
import { type SettingChange, settingChanges } from "./setting-changes.js";

/** What a policy says of a region: the answer, and the rules that give it; none is the default. */
export interface Verdict {
	readonly effect: Effect;
	readonly rules: readonly RuleRef[];
}

/** Commands whose answer changed, for the same reasons. */
export interface Change {
	readonly agent: string;
	/** Named programs that it shows with, in order; empty where it shows with programs that no rule names. */
	readonly programs: readonly string[];
	readonly before: Verdict;
	readonly after: Verdict;
	/** A shortest command found that shows it. */
	readonly sample: Witness;
}

export interface Difference {
	readonly changes: readonly Change[];
	readonly settings: readonly SettingChange[];
	readonly agentsAdded: readonly string[];
	readonly agentsRemoved: readonly string[];
	/** Agents and programs for which the steps did not suffice: there may be more. `note`: it may hang on a home folder that nobody knows. */
	readonly unsettled: readonly { readonly agent: string; readonly program: string; readonly note?: string }[];
	/** How many programs were tried for each agent whose rules differ. */
	readonly tried: readonly Tried[];
}

export interface Tried {
	readonly agent: string;
	/** Programs that rules name. */
	readonly named: number;
	/** Programs that no rule names: those of the knowledge base, and made-up names that stand for the rest. */
	readonly others: number;
}

/** More regions than this of one program and one rule are not told apart. */
const mostRegions = 64;

/** How differences are searched for. */
export interface Searching {
	/** Steps for each goal of a program. */
	readonly steps: number;
	/** Steps for everything together, where that is bounded. */
	readonly pool?: Budget;
	/** The plainest commands come first, and each program has an equal share of the pool. */
	readonly shared?: true;
	/** How commands may be asked for; in any way when absent. */
	readonly manners?: SearchManner;
	/** Only programs of these names; all when absent. */
	readonly programs?: ReadonlySet<string>;
}

/** Steps for each agent together, so that even policies that have little in common are compared in some seconds. */
const stepsInAll = 30_000;
/** A list of paths that has to be made into an automaton takes as long as so many steps. */
const weightOfList = 300;

/** A search that ends in some seconds, whatever is compared: what was not looked at for long enough is not settled. */
export function soon(programs?: ReadonlySet<string>): Searching {
	return {
		steps: usualSteps,
		pool: { left: stepsInAll, weight: weightOfList },
		shared: true,
		...(programs === undefined ? {} : { programs }),
	};
}

/** Compares two policies, agent by agent. An agent that one of them has not is denied everything there. */
export function difference(
	before: Tree,
	after: Tree,
	ground: SymbolicWorld,
	searching: number | Searching = usualSteps,
): Difference {
	const names = [...new Set([...Object.keys(before.agents), ...Object.keys(after.agents)])].sort();
	const changes: Change[] = [];
	const unsettled: Difference["unsettled"][number][] = [];
	const note = ground.home === undefined ? { note: homeless } : {};
	const tried: Tried[] = [];
	for (const agent of names) {
		const regions = new Map<string, Region>();
		const open = new Set<string>();
		for (const one of differences(before, after, agent, ground, searchingOf(searching))) {
			if (one.kind === "unsettled") open.add(one.program.name);
			else if (one.kind === "tried") tried.push(one.tried);
			else addTo(regions, one);
		}
		const settings = [before, after].map((tree) => agentModelOf(tree, agent, ground));
		for (const { change } of regions.values()) {
			const sample = inStory(change, settings);
			changes.push({ ...change, sample });
			// It may be that this can't have come before.
			if (sample.before === undefined && asksForPast(sample)) open.add(baseName(sample.argv[0] ?? ""));
		}
		unsettled.push(...[...open].map((program) => ({ agent, program, ...note })));
	}
	return {
		changes,
		settings: names.flatMap((agent) => [
			...settingChanges(before.agents[agent]?.agent, after.agents[agent]?.agent, agent),
			...peopleChanges(before.agents[agent], after.agents[agent], agent),
		]),
		agentsAdded: names.filter((name) => !Object.hasOwn(before.agents, name)),
		agentsRemoved: names.filter((name) => !Object.hasOwn(after.agents, name)),
		unsettled,
		tried,
	};
}

/** Must something have happened before it? */
function asksForPast({ past = {} }: Witness): boolean {
	return Object.values(past).includes("yes");
}

/** The sample with a story that both policies allow, and that ends as is said; where none was found, as it is. */
function inStory({ sample, before, after }: Change, settings: readonly AgentModel[]): Witness {
	const wanted = [before.effect, after.effect];
	const told = settings.map((setting) => withStory(sample, setting));
	const both = told.find(
		(one) => one !== undefined && settings.every((setting, side) => isAnswered(one, wanted[side] as Effect, setting)),
	);
	return both ?? sample;
}

/** The first command found that two policies decide differently, for tests of policies. */
export function firstDifference(
	before: Tree,
	after: Tree,
	world: World,
	steps = usualSteps,
):
	| {
			readonly kind: "differs";
			readonly agent: string;
			readonly request: Request;
			readonly before: Effect;
			readonly after: Effect;
	  }
	| { readonly kind: "equal" }
	| { readonly kind: "unsettled" } {
	const ground = { workspace: world.workspace, home: world.home };
	let unsettled = false;
	for (const agent of [...new Set([...Object.keys(before.agents), ...Object.keys(after.agents)])].sort()) {
		for (const one of differences(before, after, agent, ground, { steps })) {
			if (one.kind === "unsettled") unsettled = true;
			else if (one.kind === "change")
				return {
					kind: "differs",
					agent,
					request: requestOf(one.sample, agent),
					before: one.before.effect,
					after: one.after.effect,
				};
		}
	}
	return { kind: unsettled ? "unsettled" : "equal" };
}

function searchingOf(searching: number | Searching): Searching {
	return typeof searching === "number" ? { steps: searching } : searching;
}

interface Region {
	change: Change;
}

type FoundDifference =
	| {
			readonly kind: "change";
			readonly agent: string;
			readonly program: ProgramClass;
			readonly before: Verdict;
			readonly after: Verdict;
			readonly sample: Witness;
	  }
	| { readonly kind: "unsettled"; readonly program: ProgramClass }
	| { readonly kind: "tried"; readonly tried: Tried };

function addTo(
	regions: Map<string, Region>,
	{ agent, program, before, after, sample }: FoundDifference & { readonly kind: "change" },
): void {
	const key = JSON.stringify([before, after]);
	const known = regions.get(key)?.change;
	const programs = program.named ? [program.name] : [];
	if (known === undefined) {
		regions.set(key, { change: { agent, programs, before, after, sample } });
		return;
	}
	regions.set(key, {
		change: {
			...known,
			programs: [...new Set([...known.programs, ...programs])].sort(),
			sample: compareWitnesses(sample, known.sample) < 0 ? sample : known.sample,
		},
	});
}

/** Differences for one agent, as they are found. */
function* differences(
	before: Tree,
	after: Tree,
	agent: string,
	ground: SymbolicWorld,
	searching: Searching,
): Generator<FoundDifference, void> {
	const settings = [agentModelOf(before, agent, ground), agentModelOf(after, agent, ground)] as const;
	const changed = changedRules(settings);
	const [old, now] = settings;
	const [was, is] = [old.agentTree.agent, now.agentTree.agent];
	const sameDefault = was.default === is.default && was.unreadable === is.unreadable;
	const taught = new Set([...old.facts.programs.keys(), ...now.facts.programs.keys()]);
	const sameReading = (name: string): boolean => old.readingOf(name) === now.readingOf(name);
	if (changed.size === 0 && sameDefault && sameReading("") && [...taught].every(sameReading)) return;
	// Where all that changed names its programs, others are decided as they were.
	const isLocal = sameDefault && sameReading("") && [...taught].every(sameReading);
	const classes = programClasses(settings, isLocal ? namesIn(changed) : undefined);
	const programs = askedOf(classes, searching.programs, settings);
	const named = programs.filter((one) => one.named).length;
	yield { kind: "tried", tried: { agent, named, others: programs.length - named } };
	const sameEngine = sameEngineRules(settings);
	const silent = new Set<string>();
	const idOf = idsOfTests();
	const questions = programs.flatMap((program): readonly Question[] => {
		const sides = [outcomesFor(settings, 0, program.name), outcomesFor(settings, 1, program.name)] as const;
		const rereads = !sameReading(program.name);
		// What is read in another way is decided in another way, by any rule.
		// What the engine denies on both sides alike makes no difference, and is no way to one.
		const engineIsAlike = sameEngine && (!rereads || readsPathsAlike(settings, program.name));
		const differing = rereads ? rereadRules(sides, engineIsAlike) : changed;
		if (sameDefault && !sides.some(({ rules }) => rules.some(({ rule }) => differing.has(rule)))) return [];
		if (sameDefault && !rereads && sameRules(...sides, idOf)) return [];
		const isSilent = sides.every(({ rules }) => rules.every(({ rule }) => rule.engine)) && !rereads;
		return [{ program, sides, differing, engineIsAlike, isSilent, seen: isSilent ? silent : new Set<string>() }];
	});
	const { pool } = searching;
	if (pool === undefined || searching.shared !== true) {
		for (const question of questions) yield* answered(question, settings, searching, agent, silent);
		return;
	}
	// The plainest commands first: most regions show with one of them, and they cost next to nothing.
	for (const question of questions) yield* plainChanges(question, settings, agent);
	const open: Question[] = [];
	let left = questions.length;
	for (const question of questions) {
		const share = { left: Math.floor(pool.left / left--), light: true as const };
		const spent = share.left;
		let isOpen = false;
		for (const found of answered(question, settings, { ...searching, pool: share }, agent, silent)) {
			if (found.kind === "unsettled") isOpen = true;
			else yield found;
		}
		pool.left -= spent - share.left;
		if (isOpen) open.push(question);
	}
	// What is left goes to those that need more.
	for (const question of open) {
		if (pool.left > 0) yield* answered(question, settings, searching, agent, silent);
		else yield { kind: "unsettled", program: question.program };
	}
}

/** The classes of these programs; a name that nobody knows is one of those that stand for all such. */
function askedOf(
	classes: readonly ProgramClass[],
	names: ReadonlySet<string> | undefined,
	settings: readonly AgentModel[],
): readonly ProgramClass[] {
	if (names === undefined) return classes;
	const there = new Set(classes.map(({ name }) => name));
	const isOpen = [...names].some((name) => !there.has(name));
	const isStrange = ({ name, named }: ProgramClass): boolean =>
		!named && settings.some(({ facts }) => isStranger(name, facts));
	return classes.filter((one) => names.has(one.name) || (isOpen && isStrange(one)));
}

/** A program for which two policies may answer differently. */
interface Question {
	readonly program: ProgramClass;
	readonly sides: readonly [Outcomes, Outcomes];
	/** Rules that only one side has. */
	readonly differing: ReadonlySet<Rule>;
	readonly engineIsAlike: boolean;
	/** No rule speaks of it but those of the engine. */
	readonly isSilent: boolean;
	/** The pairs of answers that were found. */
	readonly seen: Set<string>;
}

function* answered(
	{ program, sides, differing, engineIsAlike, isSilent, seen }: Question,
	settings: readonly [AgentModel, AgentModel],
	searching: Searching,
	agent: string,
	silent: ReadonlySet<string>,
): Generator<FoundDifference, void> {
	// Programs of which no rule speaks are all alike: they have the default's answers, and those of what can't be seen.
	if (isSilent && silent.size === answersByDefault(sides)) return;
	for (const [from, to] of [
		[0, 1],
		[1, 0],
	] as const) {
		for (const goal of loosened(sides[from], sides[to], differing)) {
			if (searching.pool !== undefined && searching.pool.left <= 0) {
				yield { kind: "unsettled", program };
				return;
			}
			yield* regionsOf(goal, from, to, program, settings, searching, seen, agent, engineIsAlike);
		}
	}
}

/** Commands that the rules of both sides speak of most plainly, where the two answer them differently. */
function* plainChanges(
	{ program, sides, seen }: Question,
	settings: readonly [AgentModel, AgentModel],
	agent: string,
): Generator<FoundDifference, void> {
	const own = program.named
		? sides.flatMap(({ rules, side }) =>
				rules.flatMap(({ rule, grants: granting, restricts }) =>
					rule.engine
						? []
						: [granting, restricts].flatMap((test) =>
								test === undefined ? [] : [...canonicalWitnesses(test, program.name, settings[side] as AgentModel)],
							),
				),
			)
		: [];
	const samples = [
		...program.spellings
			.slice(0, program.named ? fewSpellings : 1)
			.flatMap((spelling) => [[spelling], [spelling, "x"]])
			.map(plainSample),
		...own.slice(0, mostPlain),
	];
	const looked = new Set<string>();
	// Where only one of them has redirections, that is told as a setting.
	const mayRedirect = settings.every(({ redirects }) => redirects);
	for (const sample of samples) {
		if (sample.redirects.length > 0 && !mayRedirect) continue;
		// A pattern of paths has commands of programs of any name.
		if (baseName(sample.argv[0] ?? "") !== program.name) continue;
		const text = witnessCommandLine(sample);
		if (looked.has(text)) continue;
		looked.add(text);
		const [before, after] = settings.map((setting) => verdictOf(sample, setting)) as [Verdict, Verdict];
		if (before.effect === after.effect) continue;
		const key = JSON.stringify([before, after]);
		if (!seen.has(key)) yield { kind: "change", agent, program, before, after, sample };
		seen.add(key);
	}
}

/** Of more plain commands than this of one program the rest is left to the search. */
const mostPlain = 16;
const fewSpellings = 2;

function plainSample(argv: readonly string[]): Witness {
	return { argv, redirects: [], forced: false };
}

/** How many pairs of answers there are that differ where no rule speaks. */
function answersByDefault([before, after]: readonly [Outcomes, Outcomes]): number {
	const unseen = [before, after].map((one) => one.unseen ?? one.fallback);
	return Number(before.fallback !== after.fallback) + Number(unseen[0] !== unseen[1]);
}

/** The regions of one goal: found one by one, each time leaving out what decides the ones before. */
function* regionsOf(
	goal: Goal,
	from: 0 | 1,
	to: 0 | 1,
	program: ProgramClass,
	settings: readonly [AgentModel, AgentModel],
	{ steps, pool, manners = "any" }: Searching,
	seen: Set<string>,
	agent: string,
	engineIsAlike: boolean,
): Generator<FoundDifference, void> {
	const budget: Budget = pool === undefined ? { left: steps } : { ...pool, left: Math.min(steps, pool.left) };
	/** For each pair of answers that was found the ways to be decided otherwise. */
	const left = new Map<string, readonly Sided[]>();
	const accepts = (sample: Witness): boolean =>
		isStricter(verdictOf(sample, settings[from]).effect, verdictOf(sample, settings[to]).effect);
	for (let count = 0; count < mostRegions; count++) {
		const before = budget.left;
		const narrower = { ...goal, some: [...goal.some, ...left.values()] };
		const found = find(narrower, program, settings, budget, { accepts, manners, doubts: "tried" });
		if (pool !== undefined) pool.left -= before - budget.left + 1;
		if (found.kind === "none") return;
		if (found.kind === "unsettled") {
			yield { kind: "unsettled", program };
			return;
		}
		const { sample } = found;
		const verdicts = [verdictOf(sample, settings[0]), verdictOf(sample, settings[1])] as const;
		const key = JSON.stringify(verdicts);
		if (!seen.has(key)) yield { kind: "change", agent, program, before: verdicts[0], after: verdicts[1], sample };
		seen.add(key);
		// What is left is decided in another way by one of them, and so in a way that this command is not.
		const subjects = settings.map((setting) => subjectFor(sample, setting));
		const ways = left.get(key) ?? waysOut(verdicts, from, to, program, settings, engineIsAlike);
		left.set(
			key,
			ways.filter((one) => !meets({ all: [one], none: [], some: [] }, subjects)),
		);
	}
}

/** Each of these is a way not to be decided so by one of the two. */
function waysOut(
	verdicts: readonly [Verdict, Verdict],
	from: 0 | 1,
	to: 0 | 1,
	program: ProgramClass,
	settings: readonly [AgentModel, AgentModel],
	engineIsAlike: boolean,
): readonly Sided[] {
	const [strict, loose] = [from, to].map((side) => {
		const outcomes = outcomesFor(settings, side, program.name);
		return engineIsAlike ? { ...outcomes, rules: outcomes.rules.filter(({ rule }) => !rule.engine) } : outcomes;
	}) as [Outcomes, Outcomes];
	// What can't be seen may have changed in another way than the rest.
	const isLoosened =
		strict.unseen !== undefined && (loose.unseen === undefined || isStricter(strict.unseen, loose.unseen));
	return [
		...otherwise(verdicts[from], strict, settings[from], isLoosened),
		...otherwise(verdicts[to], loose, settings[to], loose.unseen !== "deny"),
	];
}

function verdictOf(sample: Witness, setting: AgentModel): Verdict {
	const { effect, rules } = ownDecision(decideWitness(sample, setting));
	return { effect, rules };
}

/** Each of these is a way not to be decided so. `tellsUnseen`: what can't be seen is told apart. */
function otherwise(
	{ effect, rules: refs }: Verdict,
	outcomes: Outcomes,
	{ tree }: AgentModel,
	tellsUnseen: boolean,
): readonly Sided[] {
	const { side } = outcomes;
	const [ref] = refs;
	if (ref === undefined) {
		// By default, where nothing is granted or raised; or for what can't be seen.
		const seen: readonly Sided[] =
			outcomes.unseen === undefined || !tellsUnseen
				? []
				: [runsMore, not(runsItself)].map((test) => ({
						test: effect === outcomes.fallback ? test : not(test),
						side,
						mayBe: true,
					}));
		return [...grants(outcomes), ...raisers(outcomes, (one) => one === effect || isStricter(one, effect)), ...seen];
	}
	// What is inherited by two ways may be there twice, with other things taken out of it.
	const deciding = outcomes.rules.filter(({ rule }) => {
		const own = ruleRef(tree, rule);
		return own.id === ref.id && own.file === ref.file && own.line === ref.line;
	});
	const stricter = raisers(outcomes, (one) => isStricter(one, effect));
	// A restriction decides in doubt, too. One that also grants may do no more than that.
	const restricting = deciding.flatMap(({ restricts }) => restricts ?? []);
	if (effect !== "allow" && restricting.length > 0) return [{ test: not(anyOf(restricting)), side }, ...stricter];
	const granting = deciding.flatMap((one) => one.grants ?? []);
	return granting.length === 0 ? [] : [{ test: not(anyOf(granting)), side, mayBe: true }, ...stricter];
}
