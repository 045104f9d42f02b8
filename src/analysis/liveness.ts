/**
 * Does a rule ever decide? A rule is live when it decides some command that no other rule decides as strictly; else others cover it,
 * one alone or several together, and the fewest of them are named.
 */
import { isStricter } from "../decide/combine.js";
import { programsOf } from "../decide/compile.js";
import type { AgentTree } from "../decide/tree.js";
import type { Rule } from "../policy/policy.js";
import type { Test } from "../policy/test.js";
import { type Finding, find, type Goal, type Sided, usualSteps } from "./find.js";
import { grants, holding, outcomesFor, together } from "./outcomes.js";
import { type ProgramClass, programClasses } from "./program-classes.js";
import { isNever, type LocalRule, rulesFor } from "./rule-index.js";
import { compareSamples, ownDecision, type Sample } from "./sample.js";
import { decideSample, type Setting } from "./setting.js";

export type Liveness =
	/** A command that this rule decides, and no other as strictly. */
	| { readonly kind: "live"; readonly sample: Sample }
	/** No command fits it at all. */
	| { readonly kind: "empty" }
	/**
	 * Whatever fits it is decided by these: none of them can be left out. One of another effect stands first, if there is one.
	 * None at all: nothing grants what it speaks of, and the default is stricter than what it says.
	 */
	| { readonly kind: "covered"; readonly by: readonly Rule[]; readonly sample: Sample }
	| { readonly kind: "not-settled"; readonly program: string };

/** What `liveness` needs to know of an agent, made once for all of its rules. */
export interface LivenessSubject {
	readonly setting: Setting;
	readonly classes: readonly ProgramClass[];
	readonly named: ReadonlyMap<string, ProgramClass>;
	readonly steps: number;
}

export function livenessSubject(setting: Setting, steps = usualSteps): LivenessSubject {
	const classes = programClasses([setting]);
	return { setting, classes, named: new Map(classes.map((one) => [one.name, one])), steps };
}

/** Does this rule of the agent ever decide? */
export function liveness(rule: Rule, subject: LivenessSubject): Liveness {
	let unsettled: string | undefined;
	let fitting: Sample | undefined;
	const blockers = new Map<Rule, LocalRule>();
	for (const program of classesOf(rule, subject)) {
		const own = rulesFor(subject.setting.agentTree, program.name).find((one) => one.rule === rule);
		const test = own && speaking(own);
		if (own === undefined || test === undefined || isNever(test)) continue;
		const others = rivals(own, subject.setting.agentTree, program.name);
		const decides = (sample: Sample): boolean => {
			const decision = ownDecision(decideSample(sample, subject.setting));
			return decision.effect === rule.effect && decision.rules[0]?.id === rule.id;
		};
		const goal = together(deciding(own, program, subject), without(own, others));
		const found = ask(goal, program, subject, decides);
		if (found.kind === "found") return { kind: "live", sample: found.sample };
		if (found.kind === "unsettled") {
			unsettled ??= program.name;
			continue;
		}
		const fits = ask(speaks(own), program, subject);
		if (fits.kind === "unsettled") unsettled ??= program.name;
		if (fits.kind !== "found") continue;
		if (fitting === undefined || compareSamples(fits.sample, fitting) < 0) fitting = fits.sample;
		const fewest = fewestOf(own, others, program, subject);
		if (fewest === undefined) unsettled ??= program.name;
		else for (const one of fewest) blockers.set(one.rule, one);
	}
	if (unsettled !== undefined) return { kind: "not-settled", program: unsettled };
	if (fitting === undefined) return { kind: "empty" };
	const by = [...blockers.keys()].sort((a, b) => Number(a.effect === rule.effect) - Number(b.effect === rule.effect));
	return { kind: "covered", by, sample: fitting };
}

/** The programs that a rule may speak of: by its names, where it names them. */
function classesOf({ grants, restricts }: Rule, { classes, named }: LivenessSubject): Iterable<ProgramClass> {
	const sets = [grants, restricts].flatMap((test) => (test === undefined ? [] : [programsOf(test)]));
	if (sets.includes(undefined)) return classes;
	return sets.flatMap((set) => [...(set as ReadonlySet<string>)]).flatMap((name) => named.get(name) ?? []);
}

function speaking({ rule, grants, restricts }: LocalRule): Test | undefined {
	return rule.effect === "allow" ? grants : (restricts ?? grants);
}

/** Rules that decide before this one where both fit: stricter ones, and equals. Of a rule that grants, whatever else grants is an equal. */
function rivals(own: LocalRule, agentTree: AgentTree, name: string): readonly LocalRule[] {
	return rulesFor(agentTree, name).filter((one) => {
		if (one.rule === own.rule) return false;
		const restricts = one.restricts !== undefined && isStricter(one.rule.effect, own.rule.effect);
		return (
			restricts ||
			(own.rule.effect === "allow"
				? one.grants !== undefined
				: one.restricts !== undefined && one.rule.effect === own.rule.effect)
		);
	});
}

/** None of these decides: none raises the answer as high, and nothing else grants what this one grants. */
function without(own: LocalRule, others: readonly LocalRule[]): Goal {
	const isGrant = own.rule.effect === "allow";
	const none = others.flatMap(({ rule, grants: granting, restricts }): Sided[] => [
		...(restricts !== undefined && (rule.effect === own.rule.effect || isStricter(rule.effect, own.rule.effect))
			? [{ test: restricts, side: 0 }]
			: []),
		...(isGrant && granting !== undefined ? [{ test: granting, side: 0, mayBe: true as const }] : []),
	]);
	return { all: [], none, some: [] };
}

/** The rule speaks, and the default is not stricter than what it says, or something grants the command. */
function deciding(own: LocalRule, { name }: ProgramClass, { setting }: LivenessSubject): Goal {
	const outcomes = outcomesFor([setting], 0, name);
	if (own.rule.effect === "allow" || !isStricter(outcomes.fallback, own.rule.effect)) return speaks(own);
	return together(speaks(own), { all: [], none: [], some: [grants(outcomes)] });
}

function speaks(own: LocalRule): Goal {
	return holding(speaking(own) as Test, own.rule.effect === "allow" ? "surely" : "perhaps");
}

/** The other rule has a say where this one speaks. */
function speakingOf(own: LocalRule, one: LocalRule): Goal {
	const says = own.rule.effect === "allow" && one.restricts === undefined ? one.grants : (one.restricts ?? one.grants);
	return holding(says as Test, one.restricts === undefined ? "surely" : "perhaps");
}

function ask(
	goal: Goal,
	program: ProgramClass,
	{ setting, steps }: LivenessSubject,
	accepts = (_: Sample): boolean => true,
): Finding {
	return find(goal, program, [setting], { left: steps }, { accepts });
}

/** The fewest of the rivals that still cover the test: one of them if one suffices, else none of those named can be left out. */
function fewestOf(
	own: LocalRule,
	rivals: readonly LocalRule[],
	program: ProgramClass,
	subject: LivenessSubject,
): readonly LocalRule[] | undefined {
	const covered = (by: readonly LocalRule[]): boolean | undefined => {
		const found = ask(together(deciding(own, program, subject), without(own, by)), program, subject);
		return found.kind === "unsettled" ? undefined : found.kind === "none";
	};
	const meeting = rivals.filter(
		(one) => ask(together(deciding(own, program, subject), speakingOf(own, one)), program, subject).kind === "found",
	);
	const alone = meeting.find((one) => covered([one]) === true);
	if (alone !== undefined) return [alone];
	let left = meeting;
	for (const one of meeting) {
		const fewer = left.filter((other) => other !== one);
		if (covered(fewer) === true) left = fewer;
	}
	return covered(left) === true ? left : undefined;
}
