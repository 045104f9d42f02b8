/**
 * Does a rule decide a command that its own words make, where no other rule has a say? Most do, and then nothing needs to be searched for: the analysis is
 * asked about the others.
 */

import { isStricter } from "../../../engine/decide/combine.js";
import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";
import { type AgentModel, subjectFor } from "../../analysis/agent-model.js";
import { canonicalWitnesses } from "../../analysis/canonical-witness.js";
import { namesSpelledOut } from "../../analysis/programs/names-spelled-out.js";
import type { LocalRule } from "../../analysis/rule-index.js";
import { rivalsOf, rootsOf } from "../../analysis/rules-near.js";
import type { Witness } from "../../analysis/witness.js";
import { witnessCommands } from "../witness.js";

/** More commands than these are not tried. */
const mostTried = 6;
const mostGeneric = 24;

/** The command, if the rule surely decides it and no other speaks of it as strictly; forced, if only nudges do. */
export function decidedAlone(rule: Rule, test: Test, sample: Witness, setting: AgentModel): Witness | undefined {
	const rivals = deciding(rule, test, sample, setting);
	if (rivals === undefined || rivals.length === 0) return rivals && sample;
	// Whoever insists is not nudged.
	if (!rivals.every(({ rule: { effect } }) => effect === "nudge")) return undefined;
	const forced = { ...sample, forced: true };
	return deciding(rule, test, forced, setting)?.length === 0 ? forced : undefined;
}

/** What a rule speaks of where it decides. */
export function speaking({ effect, grants, restricts }: Rule): Test | undefined {
	return effect === "allow" ? grants : (restricts ?? grants);
}

/** Commands that the words of a test make, the likeliest first. */
export function* plainCommands(test: Test, setting: AgentModel): Generator<Witness, void> {
	const commands = witnessCommands(test).slice(0, mostTried);
	const inside = rootsOf(test)[0];
	// A rule about paths is told from its like by a path of its own.
	const withPath = inside === undefined ? [] : commands.map((argv) => [...argv, inside === "" ? "x" : `${inside}/x`]);
	for (const argv of [...withPath, ...commands]) yield { argv, redirects: [], forced: false };
	// Of the programs that it names one, of any programs one that nobody knows.
	const named = programsOf(test);
	const names = named === undefined ? [unknownName, ...namesSpelledOut(test)] : [...named].slice(0, 1);
	let tried = 0;
	for (const name of names.length === 0 ? [unknownName] : names)
		for (const sample of canonicalWitnesses(test, name, setting)) {
			if (tried++ >= mostGeneric) return;
			yield sample;
		}
}

const unknownName = "quux";

/** Other rules that decide the command as strictly, or may: all nudges, or one of another kind; undefined where the rule itself does not, for certain. */
function deciding(rule: Rule, test: Test, sample: Witness, setting: AgentModel): readonly LocalRule[] | undefined {
	const subject = subjectFor(sample, setting);
	if (evaluateTest(test, subject) !== "yes") return undefined;
	const isGrant = rule.effect === "allow";
	// Under a stricter default something must grant it.
	if (
		!isGrant &&
		isStricter(setting.agentTree.agent.default, rule.effect) &&
		(rule.grants === undefined || evaluateTest(rule.grants, subject) !== "yes")
	)
		return undefined;
	const nudges: LocalRule[] = [];
	for (const one of rivalsOf(sample, setting)) {
		const { rule: other, grants, restricts } = one;
		if (other === rule) continue;
		const asStrict = other.effect === rule.effect || isStricter(other.effect, rule.effect);
		const decides =
			(asStrict && restricts !== undefined && evaluateTest(restricts, subject) !== "no") ||
			(isGrant && grants !== undefined && evaluateTest(grants, subject) !== "no");
		if (!decides) continue;
		// One that nobody can insist on is enough.
		if (other.effect !== "nudge") return [one];
		nudges.push(one);
	}
	return nudges;
}
