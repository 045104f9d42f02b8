/**
 * Claims about all commands: proved, or broken by a command.
 * A claim that holds something back (`never allow`, `never ask`, `always deny`) is put to forced commands too; one that promises
 * (`always allow`, `always nudge`) speaks of commands as they are.
 * It is proved for commands that can be read for certain, in folders without links: whatever can't be read is at most as free.
 */

import { programsOf, specialise } from "../../engine/decide/compile/specialise.js";
import { compileAgentLater } from "../../engine/decide/compile-for-questions.js";
import type { RuleRef } from "../../engine/decide/decision.js";
import { governs } from "../../engine/decide/governed.js";
import type { Tree } from "../../engine/decide/tree.js";
import { factsOf } from "../../engine/request/facts.js";
import { joinWords } from "../../language/diagnostic/join-words.js";
import type { Hand } from "../../language/policy/hands.js";
import { holdsBack } from "../../language/policy/lower.js";
import type { Claim, Rule } from "../../language/policy/policy.js";
import { anyOf, type Test, type WordPattern } from "../../language/policy/test.js";
import type { Effect } from "../../language/syntax/statements.js";
import { type AgentModel, agentModelOf, decideWitness, holdsFor, type SymbolicWorld } from "./agent-model.js";
import { codeThatRuns } from "./code-samples.js";
import { exactly, holding, looserThan, outcomesFor, stricterThan, together } from "./outcomes.js";
import { asksOfPast, withStory } from "./past/stories.js";
import type { StoryEffort } from "./past/tried-story.js";
import { possiblePast } from "./past/unreachable-past.js";
import { innerCommand, withInner } from "./programs/inner-command.js";
import { innerPlaces } from "./programs/inner-places.js";
import { packagesGranted } from "./programs/packages-granted.js";
import { classesFor, type ProgramClass, patternsIn, patternsOfRules } from "./programs/program-classes.js";
import { unknownName } from "./programs/unknown-names.js";
import { isNever } from "./rule-index.js";
import { mayHoldTogether } from "./search/by-text.js";
import { find, type SearchManner, type SearchResult, usualSteps } from "./search/find.js";
import { firstFound } from "./search/first-found.js";
import type { Goal, Sided } from "./search/goal.js";
import { homeless } from "./unknown-home.js";
import { compareWitnesses, ownDecision, type Witness } from "./witness.js";

export type Proof =
	/** `note`: what the claim names and nobody knows, a sentence. */
	| { readonly kind: "proved"; readonly note?: string }
	/** A shortest command that breaks the claim, and what decides it so. `note`: where it can't be known for certain that the claim speaks of it, why; a sentence. */
	| {
			readonly kind: "broken";
			readonly sample: Witness;
			readonly effect: Effect;
			readonly rules: readonly RuleRef[];
			readonly note?: string;
	  }
	/** The steps did not suffice, for commands of this program first, or it hangs on a home folder that nobody knows, as `note` says then; a sentence. */
	| { readonly kind: "not-settled"; readonly program: string; readonly note?: string };

type Claimed = Pick<Claim, "keyword" | "effect" | "test">;

/** Proves a claim about one agent. `steps`: how many may be taken for each program. */
export function prove(tree: Tree, agent: string, claim: Claimed, ground: SymbolicWorld, steps = usualSteps): Proof {
	const setting = agentModelOf(tree, agent, ground);
	const own = proveFor(claim, setting, steps, 0);
	const proof =
		own.kind === "proved" && holdsBack(claim.keyword, claim.effect) ? proveInRunners(claim, setting, steps) : own;
	if (proof.kind === "not-settled" && ground.home === undefined) return { ...proof, note: homeless };
	if (proof.kind !== "proved") return proof;
	const note =
		unknownName(claim.test, setting) ?? (isVacuous(claim, setting) ? vacuous : undefined) ?? freeHands(claim, setting);
	return note === undefined ? proof : { ...proof, note };
}

/** Calls that the claim reads as if it held for them too, and that nobody decides. Where an agent's rules decide commands of the shell alone, nobody thinks of others. */
function freeHands({ keyword, effect, test }: Claimed, { agentTree: { agent } }: AgentModel): string | undefined {
	if (!holdsBack(keyword, effect) || agent.govern.every((hand) => hand === "shell")) return undefined;
	const free = Object.entries(callOfHand).flatMap(([hand, call]) =>
		governs(agent, hand as Hand) || isNever(specialise(test, call)) ? [] : [hand],
	);
	return free.length === 0
		? undefined
		: `\`govern\` leaves calls of ${joinWords(free)} to the harness, and no proof speaks of those`;
}

/** One call of each hand. */
const callOfHand: Readonly<Record<Exclude<Hand, "shell">, string>> = {
	files: "file.read",
	web: "web.fetch",
	agents: "agent.start",
	mcp: "mcp.server.tool",
	tools: "tool.name",
};

const vacuous = "no command is what the claim speaks of";

/** Is there no command at all that the claim may speak of? False where that was not found out in a few steps. */
function isVacuous({ test }: Claimed, setting: AgentModel): boolean {
	for (const program of classesFor(patternsIn(test), [setting])) {
		const local = specialise(test, program.name);
		if (isNever(local)) continue;
		const found = find(holding(local, "perhaps"), program, [setting], { left: forVacuity }, { manners: "any" });
		if (found.kind !== "none") return false;
	}
	return true;
}

const forVacuity = 200;

/**
 * The same where a rule grants a package runner a package by its name, which grants what that does: `allow npx tsc`. Were each such program granted by its own
 * name, would the claim still hold? What breaks it then is tried behind the runner.
 */
function proveInRunners(claim: Claimed, setting: AgentModel, steps: number): Proof {
	const packages = packagesGranted(setting.agentTree.rules).filter(
		({ name }) => name === undefined || !isNever(specialise(claim.test, name)),
	);
	const [first] = packages;
	if (first === undefined) return { kind: "proved" };
	const names = new Set(packages.map(({ name }) => name));
	const granted = names.has(undefined)
		? anyProgram
		: anyOf([...names].map((name) => programNamed(name as string, "granting")));
	const widened = withGrant(granted, setting);
	const proof = proveFor(claim, widened, steps, 0);
	if (proof.kind !== "broken") return proof;
	for (const { words } of packages) {
		const sample: Witness = { ...proof.sample, argv: [...words, ...proof.sample.argv.slice(1)] };
		const { effect, rules } = decideWitness(sample, setting);
		if (breaks(claim, effect)) return { kind: "broken", sample, effect, rules };
	}
	return { kind: "not-settled", program: first.words[0] ?? "" };
}

/** The setting with a further rule that grants. */
function withGrant(grants: Test, setting: AgentModel): AgentModel {
	const { tree, agentTree } = setting;
	const [some] = agentTree.rules;
	if (some === undefined) return setting;
	const further: Rule = {
		id: "packages",
		keyword: "allow",
		effect: "allow",
		grants,
		locked: false,
		override: false,
		use: [],
		owner: "",
		excludedBy: [],
		span: some.span,
	};
	const { name } = agentTree.agent;
	const widened = compileAgentLater({ ...agentTree.agent, rules: [...agentTree.rules, further], engineRules: [] });
	const { home, workspace } = setting.world;
	return agentModelOf({ ...tree, agents: { ...tree.agents, [name]: widened } }, name, {
		workspace,
		home,
		...(setting.programs === undefined ? {} : { programs: setting.programs }),
	});
}

/**
 * A claim that holds something back holds also for commands that only may be what it speaks of. One that surely is shows more, so it is looked for where a
 * doubtful one breaks the claim. `depth`: claims about programs that programs run, asked on the way.
 */
function proveFor(claim: Claimed, setting: AgentModel, steps: number, depth: number): Proof {
	if (!holdsBack(claim.keyword, claim.effect)) return proveWhere(claim, "surely", setting, steps, depth);
	const proof = proveWhere(claim, "perhaps", setting, steps, depth);
	if (proof.kind !== "broken" || holdsFor(claim.test, proof.sample, setting) === "yes") return proof;
	const sure = proveWhere(claim, "surely", setting, Math.min(steps, forShorter), depth);
	return sure.kind === "broken" ? sure : { ...proof, note: doubtful };
}

const doubtful =
	"It can't be known for certain that the claim speaks of this command; a rule of the same words would hold it back.";

function proveWhere(
	claim: Claimed,
	how: "surely" | "perhaps",
	setting: AgentModel,
	steps: number,
	depth: number,
): Proof {
	const patterns = [...patternsIn(claim.test), ...patternsOfRules([setting])];
	const asked = classesFor(patterns, [setting], programsOf(claim.test)).flatMap((program) => {
		const test = specialise(claim.test, program.name);
		return isNever(test) ? [] : [{ program, test }];
	});
	let best: Witness | undefined;
	const look = ({ program, test }: (typeof asked)[number], most: number): SearchResult["kind"] => {
		const found = breaker({ ...claim, test }, how, program, setting, most, depth);
		if (found.kind === "found" && (best === undefined || compareWitnesses(found.sample, best) < 0)) best = found.sample;
		return found.kind;
	};
	// Each program with a few steps first: where one breaks the claim, no other is searched for long.
	const open = asked.filter((one) => look(one, Math.min(steps, atFirst)) === "unsettled");
	let unsettled = steps > atFirst ? undefined : open[0]?.program.name;
	// A shorter command of another program that rules name is worth some more.
	const named = best === undefined ? [] : open.filter(({ program }) => program.named).slice(0, mostForShorter);
	for (const one of named) look(one, Math.min(steps, forShorter));
	let left = mostOpen;
	for (const one of steps > atFirst ? open : []) {
		if (best !== undefined || left === 0) break;
		if (look(one, steps) !== "unsettled") continue;
		unsettled ??= one.program.name;
		left--;
	}
	if (best !== undefined) {
		const sample = withStory(best, setting);
		if (sample === undefined) return { kind: "not-settled", program: best.argv[0] ?? "" };
		const { effect, rules: deciding } = decideWitness(sample, setting);
		return { kind: "broken", sample, effect, rules: deciding };
	}
	return unsettled === undefined ? { kind: "proved" } : { kind: "not-settled", program: unsettled };
}

/** A command of one program that breaks the claim. */
function breaker(
	claim: Claimed,
	how: "surely" | "perhaps",
	program: ProgramClass,
	setting: AgentModel,
	steps: number,
	depth: number,
): SearchResult {
	const back = holdsBack(claim.keyword, claim.effect);
	const speaks = holding(claim.test, how);
	let goals = breaking(claim, program, setting).map((goal) => together(speaks, goal));
	// What can't have happened is found out, and every story is tried, only where no plain story breaks it.
	let effort: StoryEffort = "quickly";
	for (let round = 0; ; round++) {
		const held: Witness[] = [];
		const refused: Witness[] = [];
		const accepts = (sample: Witness): boolean => {
			const decision = decideWitness(sample, setting);
			// What can't have come before shows nothing.
			const story = breaks(claim, decision.effect) ? withStory(sample, setting, effort) : undefined;
			if (story !== undefined && holdsFor(claim.test, story, setting) !== "no") return true;
			if (breaks(claim, ownDecision(decision).effect)) held.push(sample);
			refused.push(sample);
			return false;
		};
		const runsAnother = (sample: Witness): boolean =>
			decideWitness(sample, setting).commands.some(({ via }) => via === 0);
		const ask = (manners: SearchManner): SearchResult =>
			firstFound(goals, program, [setting], steps, {
				accepts,
				manners,
				shortest: true,
				...(back ? {} : { doubts: "tried" }),
			});
		const plain = ask("plain");
		// Only what no plain command breaks is worth another manner.
		const asked = plain.kind === "found" || !back ? plain : ask("forced");
		// What it runs holds it back: something else might not.
		const found: SearchResult = asked.kind === "none" && held.some(runsAnother) ? { kind: "unsettled" } : asked;
		const told = found.kind === "found" ? undefined : toldSample(refused, claim, setting);
		if (told !== undefined) return { kind: "found", sample: told };
		if (found.kind === "unsettled" && effort === "quickly" && asksOfPast(setting.agentTree)) {
			effort = "thoroughly";
			goals = goals.map((goal) => together(goal, possiblePast(setting)));
			continue;
		}
		if (found.kind === "none" && !back && depth === 0) return promiseOnInside(claim, program, setting, steps);
		const [first] = held.filter(runsAnother).concat(held);
		if (found.kind !== "unsettled" || first === undefined || depth >= deepest || round >= mostRounds) return found;
		// The command is held back by one that it runs. If that holds for whatever it may run there, look elsewhere.
		const looked = lookInside(first, claim, setting, steps, depth + 1);
		if (looked.kind !== "held back") return looked.kind === "found" ? looked : found;
		const others: Goal = { all: [], none: [looked.place], some: [] };
		goals = goals.map((goal) => together(goal, others));
	}
}

/** A shell alone runs what can't be seen; told a line by a here-string, it runs that. */
function toldSample(refused: readonly Witness[], claim: Claimed, setting: AgentModel): Witness | undefined {
	if (!setting.inputs) return undefined;
	const told = refused
		.slice(0, mostTold)
		.flatMap((sample) => setting.innerWords().map((input): Witness => ({ ...sample, input })));
	return told.find(
		(one) => breaks(claim, decideWitness(one, setting).effect) && holdsFor(claim.test, one, setting) !== "no",
	);
}

const mostTold = 16;

/** Programs inside of one that are told apart, at most. */
const mostRounds = 24;

/** Commands inside commands inside commands are not asked for. */
const deepest = 2;

type Looked =
	/** Whatever runs so is decided too strictly to break the claim. */
	| { readonly kind: "held back"; readonly place: Sided }
	| { readonly kind: "found"; readonly sample: Witness }
	| { readonly kind: "open" };

/** Does something else break the claim where the sample runs a command that does not? */
function lookInside(sample: Witness, claim: Claimed, setting: AgentModel, steps: number, depth: number): Looked {
	const inner = innerCommand(sample, setting);
	if (inner === undefined) return { kind: "open" };
	const placed = (test: Test): Sided => ({ test, side: 0, ...(inner.mayBe ? { mayBe: true } : {}) });
	const named = namedIn(setting);
	const own = programNamed(inner.name, "granting");
	const asked: (readonly [Test, Test])[] = [[own, inner.same]];
	// Programs that no rule names are alike, mostly.
	if (!named.includes(inner.name)) asked.unshift([unlessNamed(named), inner.others(named)]);
	// The program may be run so, and not with these words.
	if (inner.further !== undefined) {
		const { words, same } = inner.further;
		asked.push([{ kind: "all", tests: [own, { kind: "operands", words, exactly: false }] }, same]);
	}
	for (const [test, place] of asked) {
		const looked = lookFor(test, placed(place), sample, claim, setting, steps, depth);
		if (looked.kind !== "open") return looked;
	}
	return { kind: "open" };
}

/** Any program but these. */
function unlessNamed(names: readonly string[]): Test {
	return {
		kind: "all",
		tests: [anyProgram, ...names.map((name): Test => ({ kind: "not", test: programNamed(name) }))],
	};
}

/** Does one of these break the claim, where the sample runs another command? `place`: whatever runs one of these. */
function lookFor(
	test: Test,
	place: Sided,
	sample: Witness,
	claim: Claimed,
	setting: AgentModel,
	steps: number,
	depth: number,
): Looked {
	const proof = looserInside(test, claim, setting, steps, depth);
	if (proof.kind === "proved") return { kind: "held back", place };
	if (proof.kind === "not-settled") return { kind: "open" };
	const breaking = withInner(sample, proof.sample, setting).find(
		(one) => breaks(claim, decideWitness(one, setting).effect) && holdsFor(claim.test, one, setting) !== "no",
	);
	return breaking === undefined ? { kind: "open" } : { kind: "found", sample: breaking };
}

/** Programs that the rules name. */
function namedIn(setting: AgentModel): readonly string[] {
	const patterns = patternsOfRules([setting]);
	return [...new Set(patterns.flatMap((one) => (one.kind === "literal" && !one.text.includes("/") ? [one.text] : [])))];
}

const anyProgram: Test = { kind: "program", pattern: { kind: "any" }, as: "restricting" };

/** `granting`: by its bare name, or in a trusted folder. `restricting`: wherever it lies. */
function programNamed(text: string, as: "granting" | "restricting" = "restricting"): Test {
	return { kind: "program", pattern: { kind: "literal", text }, as };
}

/** Is whatever the test means decided more strictly than what would break the claim? Programs that run others are asked about the same ones. */
function looserInside(
	test: Test,
	{ keyword, effect }: Claimed,
	setting: AgentModel,
	steps: number,
	depth: number,
): Proof {
	const known = insides.get(setting) ?? new Map<string, Proof>();
	insides.set(setting, known);
	const key = JSON.stringify([test, keyword, effect, steps, depth]);
	let answer = known.get(key);
	if (answer === undefined) {
		const proofs = effectsUpTo[keyword === "never" ? effect : "nudge"].map((one) =>
			proveFor({ keyword: "never", effect: one, test }, setting, steps, depth),
		);
		answer = proofs.find(({ kind }) => kind === "broken") ??
			proofs.find(({ kind }) => kind === "not-settled") ?? { kind: "proved" };
		known.set(key, answer);
	}
	return answer;
}

const insides = new WeakMap<AgentModel, Map<string, Proof>>();

const effectsUpTo: Readonly<Record<Effect, readonly Effect[]>> = {
	allow: ["allow"],
	ask: ["allow", "ask"],
	nudge: ["allow", "ask", "nudge"],
	deny: ["allow", "ask", "nudge", "deny"],
};

/** A promise about a program that runs others is broken by what it may be given to run. */
function promiseOnInside(claim: Claimed, program: ProgramClass, setting: AgentModel, steps: number): SearchResult {
	const code = promiseOnCode(claim, program, setting, steps);
	if (code !== undefined) return { kind: "found", sample: code };
	// What it is given to run breaks nothing where the program's own answer is too strict for that.
	const effects = claim.keyword === "never" ? effectsUpTo[claim.effect] : [claim.effect];
	const loose = effects.flatMap((effect) => exactly(effect, outcomesFor([setting], 0, program.name)));
	const accepts = (sample: Witness): boolean => effects.includes(ownDecision(decideWitness(sample, setting)).effect);
	let open = false;
	for (const place of placesInside(program, setting)) {
		const spoken = together(holding(claim.test), holding(place));
		if (!mayHoldTogether(spoken, program, setting)) continue;
		const goals = loose.map((goal) => together(spoken, goal));
		const outer = firstFound(goals, program, [setting], steps, { accepts, manners: "plain" });
		if (outer.kind === "unsettled") open = true;
		if (outer.kind !== "found") continue;
		const breaking = (inside: readonly Witness[]): Witness | undefined =>
			inside
				.flatMap((one) => withInner(outer.sample, one, setting))
				.find(
					(one) => holdsFor(claim.test, one, setting) === "yes" && breaks(claim, decideWitness(one, setting).effect),
				);
		const plain = breaking(["foo", ...namedIn(setting)].map(alone));
		if (plain !== undefined) return { kind: "found", sample: plain };
		// Where the claim says which program is run, others break nothing.
		const inner = innerCommand(outer.sample, setting);
		const another: Goal = { ...spoken, none: inner === undefined ? [] : [{ test: inner.same, side: 0 }] };
		const isFixed = inner !== undefined && find(another, program, [setting], { left: steps }).kind === "none";
		const proof = proveFor(
			{ ...claim, test: isFixed ? programNamed(inner.name, "granting") : anyProgram },
			setting,
			steps,
			1,
		);
		if (proof.kind === "proved") continue;
		const found = proof.kind === "broken" ? breaking([proof.sample]) : undefined;
		if (found !== undefined) return { kind: "found", sample: found };
		// Something breaks it that can't be put there, or nobody knows.
		open = true;
	}
	return { kind: open ? "unsettled" : "none" };
}

/** Code in a program's own language hands a line to a shell. */
function promiseOnCode(claim: Claimed, program: ProgramClass, setting: AgentModel, steps: number): Witness | undefined {
	for (const name of ["foo", ...namedIn(setting)]) {
		const text = codeThatRuns(program.name, name);
		if (text === undefined) return undefined;
		const words: readonly WordPattern[] = [{ kind: "literal", text }];
		const goal = together(holding(claim.test), holding({ kind: "operands", words, exactly: false }));
		const found = find(goal, program, [setting], { left: steps }, { manners: "plain" });
		if (found.kind === "found" && breaks(claim, decideWitness(found.sample, setting).effect)) return found.sample;
	}
	return undefined;
}

/** The ways in which the program runs another one, however it is typed. */
function placesInside({ spellings }: ProgramClass, { facts }: AgentModel): readonly Test[] {
	const programs = new Set(spellings.map((text) => factsOf({ kind: "known", text }, facts)));
	return [...programs].flatMap(innerPlaces);
}

function alone(name: string): Witness {
	return { argv: [name], redirects: [], forced: false };
}

/** Once a claim is broken, a shorter command is worth so many steps more for each of a few programs. */
const forShorter = 200;
const mostForShorter = 16;
/** Steps for each program before any is searched for long. */
const atFirst = 200;
/** Once so many programs are not settled, the claim is not, and the rest is left. */
const mostOpen = 4;

/** Does this answer break the claim? */
export function breaks({ keyword, effect }: Pick<Claim, "keyword" | "effect">, answer: Effect): boolean {
	return keyword === "never" ? answer === effect : answer !== effect;
}

/** Goals that together are all commands with an answer that breaks the claim. */
function breaking(
	{ keyword, effect }: Pick<Claim, "keyword" | "effect">,
	{ name }: ProgramClass,
	setting: AgentModel,
): readonly Goal[] {
	const outcomes = outcomesFor([setting], 0, name);
	return keyword === "never"
		? exactly(effect, outcomes)
		: [...stricterThan(effect, outcomes), ...looserThan(effect, outcomes)];
}
