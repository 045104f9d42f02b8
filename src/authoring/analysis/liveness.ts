/**
 * Does a rule ever decide? A rule is live when it decides some command that no other rule decides as strictly; else others cover it,
 * one alone or several together, and the fewest of them are named.
 */
import { isStricter } from "../../engine/decide/combine.js";
import { programsOf } from "../../engine/decide/compile/specialise.js";
import { evaluateTest } from "../../engine/decide/evaluate/evaluate-test.js";
import type { Rule } from "../../language/policy/policy.js";
import type { Test } from "../../language/policy/test.js";
import { type AgentModel, decideWitness, subjectFor } from "./agent-model.js";
import { bracedWitnesses, canonicalWitnesses } from "./canonical-witness.js";
import { nearestAllowedCommand } from "./edits/nearest-allowed-command.js";
import { grants, holding, outcomesFor, together } from "./outcomes.js";
import { otherNamesOf } from "./programs/other-names.js";
import { type ProgramClass, type ProgramClasses, programClassesLater } from "./programs/program-classes.js";
import { isNever, isStranger, type LocalRule, rulesFor } from "./rule-index.js";
import { rulesNear } from "./rules-near.js";
import { followingFrom } from "./search/by-text.js";
import { find, type SearchOptions, type SearchResult } from "./search/find.js";
import { type Goal, meets, type Sided } from "./search/goal.js";
import { compareWitnesses, ownDecision, type Witness } from "./witness.js";

export type Liveness =
	/** A command that this rule decides, and no other as strictly. */
	| { readonly kind: "live"; readonly sample: Witness }
	/** No command fits it at all. */
	| { readonly kind: "empty" }
	/**
	 * Whatever fits it is decided by these: none of them can be left out. One of another effect stands first, if there is one.
	 * None at all: nothing grants what it speaks of, and the default is stricter than what it says.
	 */
	| { readonly kind: "covered"; readonly by: readonly Rule[]; readonly sample: Witness }
	| { readonly kind: "not-settled"; readonly program: string };

/** What `liveness` needs to know of an agent, made once for all of its rules. */
export interface LivenessSubject {
	readonly setting: AgentModel;
	/** By their names, too. */
	readonly named: ProgramClasses;
	readonly steps: number;
}

/** Each rule of a policy is asked about: one that would take longer is told as not settled. */
const stepsARule = 2_000;

export function livenessSubject(setting: AgentModel, steps = stepsARule): LivenessSubject {
	return { setting, named: programClassesLater([setting]), steps };
}

/** Does this rule of the agent ever decide? */
export function liveness(rule: Rule, subject: LivenessSubject): Liveness {
	let unsettled: string | undefined;
	let fitting: Witness | undefined;
	const spent: Spent = { steps: 0 };
	const blockers = new Map<Rule, LocalRule>();
	const decides = (sample: Witness): boolean => {
		const decision = ownDecision(decideWitness(sample, subject.setting));
		return decision.effect === rule.effect && decision.rules[0]?.id === rule.id;
	};
	for (const one of posed(rule, subject, decides)) {
		if ("live" in one) return { kind: "live", sample: one.live };
		// Only a live command would change the answer, and plain ones of every kind were looked at.
		if (unsettled !== undefined && spent.steps > mostAfterDoubt * subject.steps) break;
		const { program, own, others, goal } = one;
		const alone = coveringOne(own, others, program, subject.setting);
		if (alone !== undefined) {
			blockers.set(alone.by.rule, alone.by);
			if (fitting === undefined || compareWitnesses(alone.sample, fitting) < 0) fitting = alone.sample;
			continue;
		}
		// Where one follows from what the rule speaks of, nothing is left to search for.
		const over = plainlyOver(own, program, subject.setting);
		const found = others.some(over)
			? nowhere
			: ask(goal, program, subject, { accepts: decides, doubts: "told" }, spent);
		if (found.kind === "found") return { kind: "live", sample: found.sample };
		if (found.kind === "unsettled") {
			// What fits no command for certain, for its own words exclude each other, is empty: a doubt makes no rule of it.
			if (found.inDoubt !== true || ask(speaks(own), program, subject).kind !== "none") unsettled ??= program.name;
			continue;
		}
		const fits = ask(speaks(own), program, subject);
		if (fits.kind === "unsettled") unsettled ??= program.name;
		if (fits.kind !== "found") continue;
		if (fitting === undefined || compareWitnesses(fits.sample, fitting) < 0) fitting = fits.sample;
		const fewest = fewestOf(own, others, fits.sample, program, subject);
		if (fewest === undefined) unsettled ??= program.name;
		else for (const one of fewest) blockers.set(one.rule, one);
	}
	if (unsettled !== undefined) return { kind: "not-settled", program: unsettled };
	if (fitting === undefined) return { kind: "empty" };
	const by = [...blockers.keys()].sort((a, b) => Number(a.effect === rule.effect) - Number(b.effect === rule.effect));
	return { kind: "covered", by, sample: fitting };
}

/** What is asked of one program that a rule speaks of. */
interface Posed {
	readonly program: ProgramClass;
	readonly own: LocalRule;
	readonly others: readonly LocalRule[];
	readonly goal: Goal;
}

/**
 * The programs of which it must be asked whether the rule decides, or a plain command that it decides. Plain commands of several programs are looked at
 * before one of these is searched: a rule on any program mostly decides one of some program, and a search takes a thousand times as long.
 */
function* posed(
	rule: Rule,
	subject: LivenessSubject,
	decides: (sample: Witness) => boolean,
): Generator<Posed | { readonly live: Witness }> {
	const { setting } = subject;
	let waiting: Posed[] = [];
	let most = fewPrograms;
	for (const program of classesOf(rule, subject)) {
		const local = rulesFor(setting.agentTree, program.name, setting.facts);
		const own = local.find((one) => one.rule === rule);
		const test = own && speaking(own);
		if (own === undefined || test === undefined || isNever(test)) continue;
		const near = rulesNear(test, program.name, setting);
		const others = rivals(own, near);
		const goal = together(deciding(own, program, subject), without(own, others));
		// A program of which nothing is known runs nothing that decides as well: what meets the goal is decided by it.
		const isAlone = near.length === local.length && isStranger(program.name, setting.facts);
		const surely = isAlone ? () => true : decides;
		const live = genericWitness(goal, test, program, setting, surely);
		if (live !== undefined) {
			yield { live };
			return;
		}
		waiting.push({ program, own, others, goal });
		if (waiting.length < most) continue;
		yield* waiting;
		waiting = [];
		most *= 2;
	}
	yield* waiting;
}

/** Of so many programs first, then of twice as many, and so on. */
const fewPrograms = 32;

/** One of the commands that the rule speaks of most plainly, if it meets the goal. */
function genericWitness(
	goal: Goal,
	test: Test,
	program: ProgramClass,
	setting: AgentModel,
	decides: (sample: Witness) => boolean,
): Witness | undefined {
	const samples = [...canonicalWitnesses(test, program.name, setting)];
	for (const sample of samples) if (meets(goal, [subjectFor(sample, setting)]) && decides(sample)) return sample;
	for (const sample of samples) {
		const found = nearestAllowedCommand(sample, goal, setting, decides);
		if (found !== undefined) return found;
	}
	for (const sample of bracedWitnesses(test, program.name, setting))
		if (meets(goal, [subjectFor(sample, setting)]) && decides(sample)) return sample;
	return undefined;
}

/** A rival that holds of whatever the rule speaks of, as its text alone says; one of another effect before others. */
function coveringOne(
	own: LocalRule,
	others: readonly LocalRule[],
	program: ProgramClass,
	setting: AgentModel,
): { readonly by: LocalRule; readonly sample: Witness } | undefined {
	const goal = speaks(own);
	const over = plainlyOver(own, program, setting);
	for (const plain of canonicalWitnesses(speaking(own) as Test, program.name, setting)) {
		const sample = nearestAllowedCommand(plain, goal, setting, () => true);
		if (sample === undefined) continue;
		const deciders = [...decidersOf(sample, own, others, setting)];
		const by = deciders
			.sort((a, b) => Number(a.rule.effect === own.rule.effect) - Number(b.rule.effect === own.rule.effect))
			.find(over);
		return by && { by, sample };
	}
	return undefined;
}

/** Does another rule decide whatever the rule speaks of, as the text of both says? */
function plainlyOver(own: LocalRule, { name }: ProgramClass, { facts }: AgentModel): (other: LocalRule) => boolean {
	const following = followingFrom(speaks(own), otherNamesOf(name, facts));
	return (other) => without(own, [other]).none.some(following);
}

const nowhere: SearchResult = { kind: "none" };

/** The programs that a rule may speak of: by its names, where it names them. */
function classesOf({ grants, restricts }: Rule, { named }: LivenessSubject): Iterable<ProgramClass> {
	const sets = [grants, restricts].flatMap((test) => (test === undefined ? [] : [programsOf(test)]));
	if (sets.includes(undefined)) return named;
	const names = new Set(sets.flatMap((set) => [...(set as ReadonlySet<string>)]));
	return [...names].flatMap((name) => named.get(name) ?? []);
}

function speaking({ rule, grants, restricts }: LocalRule): Test | undefined {
	return rule.effect === "allow" ? grants : (restricts ?? grants);
}

/** Rules that decide before this one where both fit: stricter ones, and equals. Of a rule that grants, whatever else grants is an equal. */
function rivals(own: LocalRule, local: readonly LocalRule[]): readonly LocalRule[] {
	return local.filter((one) => {
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
			? [{ test: restricts, side: 0, ...(rule.engine ? { late: true as const } : {}) }]
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

/** Steps that searches for a live command took. */
interface Spent {
	steps: number;
}

/** Once one program is not settled, so many times the steps of a rule are spent on others. */
const mostAfterDoubt = 8;

function ask(
	goal: Goal,
	program: ProgramClass,
	{ setting, steps }: LivenessSubject,
	choice: SearchOptions = {},
	spent?: Spent,
): SearchResult {
	const budget = { left: steps };
	const found = find(goal, program, [setting], budget, choice);
	if (spent !== undefined) spent.steps += steps - Math.max(0, budget.left);
	return found;
}

/**
 * Some of the rivals that still cover the test: one of them if one suffices, else none of those named can be left out.
 * Who covers the test decides every command of it, so each command that is found for a choice of rivals says which others don't suffice either.
 */
function fewestOf(
	own: LocalRule,
	rivals: readonly LocalRule[],
	fitting: Witness,
	program: ProgramClass,
	subject: LivenessSubject,
): readonly LocalRule[] | undefined {
	const { setting } = subject;
	/** For each command that was found, who decides it before the rule does. */
	const found: ReadonlySet<LocalRule>[] = [];
	const open = (by: readonly LocalRule[]): ReadonlySet<LocalRule> | undefined =>
		found.find((deciders) => !by.some((one) => deciders.has(one)));
	const over = plainlyOver(own, program, setting);
	/** Only commands that the last choice decides perhaps are left. */
	let inDoubt = false;
	const covered = (by: readonly LocalRule[]): boolean => {
		inDoubt = false;
		if (open(by) !== undefined) return false;
		if (by.some(over)) return true;
		const goal = together(deciding(own, program, subject), without(own, by));
		const finding = ask(goal, program, subject, { doubts: "told" });
		if (finding.kind === "found") found.push(decidersOf(finding.sample, own, rivals, setting));
		inDoubt = finding.kind === "unsettled" && finding.inDoubt === true;
		return finding.kind === "none";
	};
	if (covered([])) return [];
	const [first = decidersOf(fitting, own, rivals, setting)] = found;
	const alone = [...first].find((one) => covered([one]));
	if (alone !== undefined) return [alone];
	let chosen: readonly LocalRule[] = [];
	while (!covered(chosen)) {
		const [next] = open(chosen) ?? (inDoubt ? rivals.filter((one) => !chosen.includes(one)) : []);
		// Nobody knows a command that is left, and none is known not to be.
		if (next === undefined) return undefined;
		chosen = [...chosen, next];
	}
	for (const one of chosen) {
		const fewer = chosen.filter((other) => other !== one);
		if (covered(fewer)) chosen = fewer;
	}
	return chosen;
}

/** The rivals of the rule that decide a command before it does. */
function decidersOf(
	sample: Witness,
	own: LocalRule,
	rivals: readonly LocalRule[],
	setting: AgentModel,
): ReadonlySet<LocalRule> {
	const command = subjectFor(sample, setting);
	return new Set(
		rivals.filter((one) =>
			without(own, [one]).none.some(({ test, mayBe }) => {
				const truth = evaluateTest(test, command);
				return truth === "yes" || (truth === "unknown" && mayBe !== true);
			}),
		),
	);
}
