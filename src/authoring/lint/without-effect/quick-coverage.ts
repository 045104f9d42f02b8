/**
 * Does a rule decide one of its plainest commands alone, or does one other rule decide whatever fits it, as the texts of both say? Then nothing needs to
 * be searched for, and nothing is asked of each program that a rule on any program speaks of.
 */

import { isStricter } from "../../../engine/decide/combine.js";
import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { EvaluationContext } from "../../../engine/decide/evaluate/evaluation-context.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import type { Effect } from "../../../language/syntax/statements.js";
import { type AgentModel, subjectFor } from "../../analysis/agent-model.js";
import { nearestAllowedCommand } from "../../analysis/edits/nearest-allowed-command.js";
import type { Liveness } from "../../analysis/liveness.js";
import { holding } from "../../analysis/outcomes.js";
import { otherNamesOf } from "../../analysis/programs/other-names.js";
import { localTest } from "../../analysis/rule-index.js";
import { rivalsOf } from "../../analysis/rules-near.js";
import { followingFrom } from "../../analysis/search/by-text.js";
import type { Sided } from "../../analysis/search/goal.js";
import type { Witness } from "../../analysis/witness.js";
import { decidedAlone, plainCommands, speaking } from "./decided-alone.js";

/** What a rule speaks of, of one program or of any: does it follow from that, and what is left of another's test then. */
interface Asked {
	readonly isFollowing: (one: Sided) => boolean;
	readonly left: (test: Test) => Test;
}

/** Rules on more programs are searched. */
const mostPrograms = 16;

/**
 * Whether a rule decides, where its plainest commands tell: one that it decides alone, or one other rule that decides all that fits it,
 * with a command that shows it; one of another effect before others.
 */
export function quickFate(
	rule: Rule,
	setting: AgentModel,
): (Liveness & { readonly kind: "live" | "covered" }) | undefined {
	const test = speaking(rule);
	if (test === undefined) return undefined;
	let goals: readonly Asked[] | undefined;
	let forced: Witness | undefined;
	for (const sample of plainCommands(test, setting)) {
		const alone = decidedAlone(rule, test, sample, setting);
		if (alone?.forced === false) return { kind: "live", sample: alone };
		// One that is asked for in the usual way says more.
		forced ??= alone;
		if (goals !== undefined || forced !== undefined) continue;
		const subject = subjectFor(sample, setting);
		if (evaluateTest(test, subject) !== "yes") continue;
		goals = askedOf(rule, test, setting);
		if (goals.length === 0) continue;
		const asked = goals;
		const by = rivalsAt(sample, subject, rule, setting).find((other) => covers(other, rule, asked));
		// What covers the rule decides this command as well, so that no other command tells more.
		if (by !== undefined) return { kind: "covered", by: [by], sample };
	}
	if (forced !== undefined) return { kind: "live", sample: forced };
	return goals === undefined ? elsewhere(rule, test, setting) : undefined;
}

/** The same of commands a step away from the plainest ones, where none of those fits: all of its words may be paths that must lie in one folder. */
function elsewhere(
	rule: Rule,
	test: Test,
	setting: AgentModel,
): (Liveness & { readonly kind: "live" | "covered" }) | undefined {
	const fits = holding(test, rule.effect === "allow" ? "surely" : "perhaps");
	for (const plain of plainCommands(test, setting)) {
		const sample = nearestAllowedCommand(plain, fits, setting, () => true);
		if (sample === undefined) continue;
		const alone = decidedAlone(rule, test, sample, setting);
		if (alone?.forced === false) return { kind: "live", sample: alone };
		const subject = subjectFor(sample, setting);
		if (evaluateTest(test, subject) !== "yes") return undefined;
		const goals = askedOf(rule, test, setting);
		const by =
			goals.length === 0
				? undefined
				: rivalsAt(sample, subject, rule, setting).find((other) => covers(other, rule, goals));
		return by && { kind: "covered", by: [by], sample };
	}
	return undefined;
}

/** For each program that the rule names, or for any; none where they are too many. */
function askedOf(rule: Rule, test: Test, { facts }: AgentModel): readonly Asked[] {
	// A program goes by other names where rules restrict than where they grant: once the name is known, both say the same.
	const names = programsOf(test);
	const how = rule.effect === "allow" ? "surely" : "perhaps";
	if (names === undefined) return [{ isFollowing: followingFrom(holding(test, how)), left: (one) => one }];
	if (names.size > mostPrograms) return [];
	return [...names].map((name) => ({
		isFollowing: followingFrom(holding(localTest(test, name, facts), how), otherNamesOf(name, facts)),
		left: (one) => localTest(one, name, facts),
	}));
}

/** Rules that decide a command before the rule does, by what is left of them for its program. */
function rivalsAt(sample: Witness, subject: EvaluationContext, rule: Rule, setting: AgentModel): readonly Rule[] {
	return rivalsOf(sample, setting)
		.filter(
			({ rule: other, ...left }) =>
				other !== rule && decisive(other.effect, left, rule).some((one) => isMet(one, subject)),
		)
		.map((one) => one.rule)
		.sort((a, b) => Number(a.effect === rule.effect) - Number(b.effect === rule.effect));
}

function isMet({ test, mayBe }: Sided, subject: EvaluationContext): boolean {
	const truth = evaluateTest(test, subject);
	return truth === "yes" || (truth === "unknown" && mayBe !== true);
}

function covers(other: Rule, rule: Rule, goals: readonly Asked[]): boolean {
	return goals.every(({ isFollowing, left }) =>
		decisive(other.effect, other, rule).some((one) => isFollowing({ ...one, test: left(one.test) })),
	);
}

/** Where one of these holds, the other rule decides at least as strictly; of a rule that grants, whatever else grants is an equal. */
function decisive(
	effect: Effect,
	{ grants, restricts }: Pick<Rule, "grants" | "restricts">,
	rule: Rule,
): readonly Sided[] {
	const asStrict = effect === rule.effect || isStricter(effect, rule.effect);
	return [
		...(restricts !== undefined && asStrict ? [{ test: restricts, side: 0 }] : []),
		...(grants !== undefined && rule.effect === "allow" ? [{ test: grants, side: 0, mayBe: true as const }] : []),
	];
}
