/**
 * Claims about all commands: proved, or broken by a command.
 * A claim that holds something back (`never allow`, `never ask`, `always deny`) is put to forced commands too; one that promises
 * (`always allow`, `always nudge`) speaks of commands as they are.
 * It is proved for commands that can be read for certain, in folders without links: whatever can't be read is at most as free.
 */
import { specialise } from "../decide/compile.js";
import type { RuleRef } from "../decide/decision.js";
import type { Tree } from "../decide/tree.js";
import type { Claim } from "../policy/policy.js";
import type { Effect } from "../syntax/statements.js";
import { type Goal, usualSteps } from "./find.js";
import { firstFound } from "./first-found.js";
import { exactly, holding, looserThan, outcomesFor, stricterThan, together } from "./outcomes.js";
import { classesFor, type ProgramClass, patternsIn } from "./program-classes.js";
import { compareSamples, ownDecision, type Sample } from "./sample.js";
import { decideSample, type Ground, type Setting, settingOf } from "./setting.js";

export type Proof =
	| { readonly kind: "proved" }
	/** A shortest command that breaks the claim, and what decides it so. */
	| { readonly kind: "broken"; readonly sample: Sample; readonly effect: Effect; readonly rules: readonly RuleRef[] }
	/** The steps did not suffice, for commands of this program first. */
	| { readonly kind: "not-settled"; readonly program: string };

/** Proves a claim about one agent. `steps`: how many may be taken for each program. */
export function prove(
	tree: Tree,
	agent: string,
	claim: Pick<Claim, "keyword" | "effect" | "test">,
	ground: Ground,
	steps = usualSteps,
): Proof {
	const setting = settingOf(tree, agent, ground);
	const rules = setting.agentTree.rules;
	const patterns = [claim.test, ...rules.flatMap(({ grants, restricts }) => [grants, restricts])].flatMap(patternsIn);
	const manners = holdsBack(claim) ? "forced" : "plain";
	let best: Sample | undefined;
	let unsettled: string | undefined;
	for (const program of classesFor(patterns, [setting])) {
		const test = specialise(claim.test, program.name);
		if (test.kind === "any" && test.tests.length === 0) continue;
		const goals = breaking(claim, program, setting).map((goal) =>
			together(holding(test, holdsBack(claim) ? "perhaps" : "surely"), goal),
		);
		const accepts = (sample: Sample): boolean => breaks(claim, ownDecision(decideSample(sample, setting)).effect);
		const found = firstFound(goals, program, [setting], best === undefined ? steps : Math.min(steps, forShorter), {
			accepts,
			manners,
		});
		if (found.kind === "unsettled") unsettled ??= program.name;
		if (found.kind === "found" && (best === undefined || compareSamples(found.sample, best) < 0)) best = found.sample;
	}
	if (best !== undefined) {
		const { effect, rules: deciding } = ownDecision(decideSample(best, setting));
		return { kind: "broken", sample: best, effect, rules: deciding };
	}
	return unsettled === undefined ? { kind: "proved" } : { kind: "not-settled", program: unsettled };
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

/** Does the claim hold something back? Then it holds for whoever forces a command, too. */
function holdsBack({ keyword, effect }: Pick<Claim, "keyword" | "effect">): boolean {
	return keyword === "never" ? effect === "allow" || effect === "ask" : effect === "deny";
}
