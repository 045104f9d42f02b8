/**
 * Claims about all commands: proved, or broken by a command.
 * A claim that holds something back (`never allow`, `never ask`, `always deny`) is put to forced commands too; one that promises
 * (`always allow`, `always nudge`) speaks of commands as they are.
 * It is proved for commands that can be read for certain, in folders without links: whatever can't be read is at most as free.
 */
import { specialise } from "../decide/compile.js";
import type { RuleRef } from "../decide/decision.js";
import type { Tree } from "../decide/tree.js";
import { holdsBack } from "../policy/lower.js";
import type { Claim } from "../policy/policy.js";
import type { Test } from "../policy/test.js";
import type { Effect } from "../syntax/statements.js";
import { type Finding, find, type Goal, type Manners, usualSteps } from "./find.js";
import { firstFound } from "./first-found.js";
import { exactly, holding, looserThan, outcomesFor, stricterThan, together } from "./outcomes.js";
import { classesFor, type ProgramClass, patternsIn } from "./program-classes.js";
import { isNever } from "./rule-index.js";
import { compareSamples, ownDecision, type Sample } from "./sample.js";
import { decideSample, type Ground, holdsFor, type Setting, settingOf, subjectFor } from "./setting.js";

export type Proof =
	| { readonly kind: "proved" }
	/** A shortest command that breaks the claim, and what decides it so. */
	| { readonly kind: "broken"; readonly sample: Sample; readonly effect: Effect; readonly rules: readonly RuleRef[] }
	/** The steps did not suffice, for commands of this program first. */
	| { readonly kind: "not-settled"; readonly program: string };

type Claimed = Pick<Claim, "keyword" | "effect" | "test">;

/** Proves a claim about one agent. `steps`: how many may be taken for each program. */
export function prove(tree: Tree, agent: string, claim: Claimed, ground: Ground, steps = usualSteps): Proof {
	return proveFor(claim, settingOf(tree, agent, ground), steps, 0);
}

/** `depth`: claims about programs that programs run, asked on the way. */
function proveFor(claim: Claimed, setting: Setting, steps: number, depth: number): Proof {
	const rules = setting.agentTree.rules;
	const patterns = [claim.test, ...rules.flatMap(({ grants, restricts }) => [grants, restricts])].flatMap(patternsIn);
	let best: Sample | undefined;
	let unsettled: string | undefined;
	for (const program of classesFor(patterns, [setting])) {
		const test = specialise(claim.test, program.name);
		if (isNever(test)) continue;
		const found = breaker(
			{ ...claim, test },
			program,
			setting,
			best === undefined ? steps : Math.min(steps, forShorter),
			depth,
		);
		if (found.kind === "unsettled") unsettled ??= program.name;
		if (found.kind === "found" && (best === undefined || compareSamples(found.sample, best) < 0)) best = found.sample;
	}
	if (best !== undefined) {
		const { effect, rules: deciding } = decideSample(best, setting);
		return { kind: "broken", sample: best, effect, rules: deciding };
	}
	return unsettled === undefined ? { kind: "proved" } : { kind: "not-settled", program: unsettled };
}

/** A command of one program that breaks the claim. */
function breaker(claim: Claimed, program: ProgramClass, setting: Setting, steps: number, depth: number): Finding {
	const back = holdsBack(claim.keyword, claim.effect);
	const speaks = holding(claim.test, back ? "perhaps" : "surely");
	let goals = breaking(claim, program, setting).map((goal) => together(speaks, goal));
	for (;;) {
		const held: Sample[] = [];
		const accepts = (sample: Sample): boolean => {
			const decision = decideSample(sample, setting);
			if (breaks(claim, decision.effect)) return true;
			if (breaks(claim, ownDecision(decision).effect)) held.push(sample);
			return false;
		};
		const ask = (manners: Manners): Finding =>
			firstFound(goals, program, [setting], steps, { accepts, manners, shortest: true });
		const plain = ask("plain");
		// Only what no plain command breaks is worth another manner.
		const found = plain.kind === "found" || !back ? plain : ask("forced");
		if (found.kind === "none" && !back) return promiseOnInside(claim, program, setting, steps);
		if (found.kind !== "unsettled" || held.length === 0 || depth >= deepest) return found;
		// The command is held back by one that it runs. If that holds for whatever this program runs so, look for others.
		const inner = insideOf(held[0] as Sample, setting);
		if (inner === undefined || !isHeldBack(inner.test, claim, setting, steps, depth + 1)) return found;
		const others: Goal = { all: [], none: [{ test: inner.place, side: 0 }], some: [] };
		goals = goals.map((goal) => together(goal, others));
	}
}

/** Is whatever the test means decided more strictly than what would break the claim? */
function isHeldBack(test: Test, { keyword, effect }: Claimed, setting: Setting, steps: number, depth: number): boolean {
	const looser = effectsUpTo[keyword === "never" ? effect : "nudge"];
	return looser.every(
		(one) => proveFor({ keyword: "never", effect: one, test }, setting, steps, depth).kind === "proved",
	);
}

const effectsUpTo: Readonly<Record<Effect, readonly Effect[]>> = {
	allow: ["allow"],
	ask: ["allow", "ask"],
	nudge: ["allow", "ask", "nudge"],
	deny: ["allow", "ask", "nudge", "deny"],
};

/** Commands inside commands inside commands are not asked for. */
const deepest = 2;

/** The program that a sample runs, and where it stands among the operands. */
function insideOf(sample: Sample, setting: Setting): { readonly test: Test; readonly place: Test } | undefined {
	const inner = decideSample(sample, setting).commands.find(({ via }) => via === 0)?.argv[0];
	if (inner === undefined || inner === null || inner.includes("/")) return undefined;
	const { operands, usage } = subjectFor(sample, setting).args;
	const at = operands.findIndex(({ word }) => word.kind === "known" && word.text === inner);
	// A line for a shell is more than one word.
	if (at < 0 || usage?.runs === undefined || usage.runs.joined) return undefined;
	const pattern = { kind: "literal", text: inner } as const;
	const before = Array.from({ length: at }, () => ({ kind: "any" }) as const);
	return {
		test: { kind: "program", pattern, as: "restricting" },
		place: { kind: "operands", words: [...before, pattern], exactly: false },
	};
}

/** A promise about a program that runs others is broken by what it may be given to run. */
function promiseOnInside(claim: Claimed, program: ProgramClass, setting: Setting, steps: number): Finding {
	const fits = find(holding(claim.test), program, [setting], { left: steps }, { manners: "plain" });
	if (fits.kind !== "found") return { kind: "none" };
	const denied = setting.agentTree.rules
		.flatMap(({ restricts }) => patternsIn(restricts))
		.flatMap((one) => (one.kind === "literal" ? [one.text] : []));
	for (const name of ["foo", ...new Set(denied)].slice(0, 16)) {
		const sample = { ...fits.sample, argv: [...fits.sample.argv, name] };
		if (holdsFor(claim.test, sample, setting) !== "yes") continue;
		const decision = decideSample(sample, setting);
		if (decision.commands.some(({ via }) => via === 0) && breaks(claim, decision.effect))
			return { kind: "found", sample };
	}
	return { kind: "none" };
}

/** Once a claim is broken, a shorter command is worth so many steps more for each program. */
const forShorter = 200;

/** Does this answer break the claim? */
export function breaks({ keyword, effect }: Pick<Claim, "keyword" | "effect">, answer: Effect): boolean {
	return keyword === "never" ? answer === effect : answer !== effect;
}

/** Goals that together are all commands with an answer that breaks the claim. */
function breaking(
	{ keyword, effect }: Pick<Claim, "keyword" | "effect">,
	{ name }: ProgramClass,
	setting: Setting,
): readonly Goal[] {
	const outcomes = outcomesFor([setting], 0, name);
	return keyword === "never"
		? exactly(effect, outcomes)
		: [...stricterThan(effect, outcomes), ...looserThan(effect, outcomes)];
}
