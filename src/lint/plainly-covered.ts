/**
 * Does one other rule decide whatever fits a rule, as the texts of both say? Then nothing needs to be searched for, and nothing is asked of each program
 * that a rule on any program speaks of.
 */
import { follows, type Goal, type Sided } from "../analysis/find.js";
import type { Liveness } from "../analysis/liveness.js";
import { type OtherNames, otherNamesOf } from "../analysis/other-names.js";
import { holding } from "../analysis/outcomes.js";
import { localTest } from "../analysis/rule-index.js";
import type { Sample } from "../analysis/sample.js";
import { type Setting, subjectFor } from "../analysis/setting.js";
import { isStricter } from "../decide/combine.js";
import { programsOf } from "../decide/compile.js";
import { holds } from "../decide/holds.js";
import type { Subject } from "../decide/subject.js";
import type { Rule } from "../policy/policy.js";
import type { Test } from "../policy/test.js";
import { plainCommands, rivalsOf, speaking } from "./plainly-live.js";

/** What a rule speaks of, of one program or of any, and what is left of another's test then. */
interface Asked {
	readonly goal: Goal;
	readonly left: (test: Test) => Test;
	readonly others?: OtherNames;
}

/** Rules on more programs are searched. */
const mostPrograms = 16;

/** The rule that does, and a command that shows it; one of another effect before others. */
export function plainlyCovered(rule: Rule, setting: Setting): (Liveness & { readonly kind: "covered" }) | undefined {
	const test = speaking(rule);
	if (test === undefined) return undefined;
	// A program goes by other names where rules restrict than where they grant: once the name is known, both say the same.
	const names = programsOf(test);
	if (names !== undefined && (names.size === 0 || names.size > mostPrograms)) return undefined;
	const how = rule.effect === "allow" ? "surely" : "perhaps";
	const goals: readonly Asked[] =
		names === undefined
			? [{ goal: holding(test, how), left: (one) => one }]
			: [...names].map((name) => ({
					goal: holding(localTest(test, name, setting.facts), how),
					left: (one) => localTest(one, name, setting.facts),
					others: otherNamesOf(name, setting.facts),
				}));
	for (const sample of plainCommands(test, setting)) {
		const subject = subjectFor(sample, setting);
		if (holds(test, subject) !== "yes") continue;
		const by = rivalsAt(sample, subject, rule, setting).find((other) => covers(other, rule, goals));
		// What covers the rule decides this command as well, so that no other command tells more.
		return by && { kind: "covered", by: [by], sample };
	}
	return undefined;
}

/** Rules that decide a command before the rule does. */
function rivalsAt(sample: Sample, subject: Subject, rule: Rule, setting: Setting): readonly Rule[] {
	return rivalsOf(sample, setting)
		.map((one) => one.rule)
		.filter((other) => other !== rule && decisive(other, rule).some((one) => isMet(one, subject)))
		.sort((a, b) => Number(a.effect === rule.effect) - Number(b.effect === rule.effect));
}

function isMet({ test, mayBe }: Sided, subject: Subject): boolean {
	const truth = holds(test, subject);
	return truth === "yes" || (truth === "unknown" && mayBe !== true);
}

function covers(other: Rule, rule: Rule, goals: readonly Asked[]): boolean {
	return goals.every(({ goal, left, others }) =>
		decisive(other, rule).some((one) => follows({ ...one, test: left(one.test) }, goal, others)),
	);
}

/** Where one of these holds, the other rule decides at least as strictly; of a rule that grants, whatever else grants is an equal. */
function decisive({ effect, grants, restricts }: Rule, rule: Rule): readonly Sided[] {
	const asStrict = effect === rule.effect || isStricter(effect, rule.effect);
	return [
		...(restricts !== undefined && asStrict ? [{ test: restricts, side: 0 }] : []),
		...(grants !== undefined && rule.effect === "allow" ? [{ test: grants, side: 0, mayBe: true as const }] : []),
	];
}
