/** What a rule would mean if it were written otherwise, and whether it would mean the same. */

import { programsOf, specialise } from "../../../engine/decide/compile/specialise.js";
import { testJson } from "../../../engine/decide/compile/test-json.js";
import { Faults } from "../../../language/policy/faults.js";
import { type Lowered, lowerRule } from "../../../language/policy/lower.js";
import { allOf, never, not, type Test } from "../../../language/policy/test.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";
import { type AgentModel, subjectFor } from "../../analysis/agent-model.js";
import { canonicalWitnesses } from "../../analysis/canonical-witness.js";
import { nearestAllowedCommand } from "../../analysis/edits/nearest-allowed-command.js";
import { holding, together } from "../../analysis/outcomes.js";
import type { ProgramClass } from "../../analysis/programs/program-classes.js";
import { isNever } from "../../analysis/rule-index.js";
import { sameTests } from "../../analysis/same-tests.js";
import { follows } from "../../analysis/search/by-text.js";
import { find } from "../../analysis/search/find.js";
import { type Goal, meets, type Sided } from "../../analysis/search/goal.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { visibleSets } from "../reading/visible-sets.js";

/** The tests of a rule that is written so, in the file of another. Undefined where it would not be read at all. */
export function lowerVariant(
	statement: RuleStatement,
	{ file }: StatedRule,
	subject: ValidPolicyContext,
): Lowered | undefined {
	const known = variants.get(subject) ?? new WeakMap<RuleStatement, { readonly tests: Lowered | undefined }>();
	variants.set(subject, known);
	let found = known.get(statement);
	if (found === undefined) {
		found = { tests: lowerRule(statement, visibleSets(file.file, subject), new Faults()) };
		known.set(statement, found);
	}
	return found.tests;
}

/** A rule is held against one variant after the other, and what is derived of its own tests goes with them. */
const variants = new WeakMap<ValidPolicyContext, WeakMap<RuleStatement, { readonly tests: Lowered | undefined }>>();

/** The names of the programs that tests speak of; undefined where they may speak of any. */
export function programsIn({
	grants,
	restricts,
}: Pick<Lowered, "grants" | "restricts">): ReadonlySet<string> | undefined {
	const sets = [grants, restricts].flatMap((test) => (test === undefined ? [] : [programsOf(test)]));
	return sets.includes(undefined) ? undefined : new Set(sets.flatMap((set) => [...(set as ReadonlySet<string>)]));
}

/**
 * Does a rule with the tests `wider` mean the same as with the tests `narrower`, which say no more? Asked of these programs, in the eyes of
 * every agent that has the rule. What is not settled is not the same.
 */
export function isEquivalentRule(
	wider: Lowered,
	narrower: Lowered,
	programs: ReadonlySet<string>,
	{ agents }: StatedRule,
	subject: ValidPolicyContext,
): boolean {
	const others = testsOf(narrower);
	if (testsOf(wider).every((test, at) => sameTests(test, others[at]))) return true;
	if (programs.size > mostPrograms) return false;
	const seen = new Set<string>();
	return agents.every(({ agent }) => {
		const { setting, named } = subject.programsOf(agent);
		// Agents read commands alike but for these.
		const reads = JSON.stringify([setting.redirects, setting.agentTree.agent.trust]);
		if (seen.has(reads)) return true;
		seen.add(reads);
		const classes: ProgramClass[] = [];
		for (const name of programs) {
			const program = named.get(name);
			if (program === undefined) return false;
			classes.push(program);
		}
		// One command is enough: the plainest of each program come first, and most differ there.
		const open: { readonly question: Question; readonly plain: Iterator<boolean> }[] = [];
		for (const program of classes)
			for (const question of questionsAbout(wider, narrower, program)) {
				const plain = plainDifferences(question, setting);
				if (differsWithin(plain, firstTried)) return false;
				open.push({ question, plain });
			}
		return (
			!open.some(({ plain }) => differsWithin(plain, Number.POSITIVE_INFINITY)) &&
			!open.some(({ question }) => differsNearby(question, setting)) &&
			open.every(({ question: { goal, program } }) => find(goal, program, [setting], { left: steps }).kind === "none")
		);
	});
}

/** So many plain commands of a question are looked at before other questions are. */
const firstTried = 2;

/** More programs than this are not looked through. */
const mostPrograms = 48;
/** Steps for one question: what takes longer is not settled. */
const steps = 400;

function testsOf({ grants, restricts, carves }: Lowered): readonly (Test | undefined)[] {
	return [restricts, grants, carves];
}

/** A restriction counts where it may hold, a grant where it surely does; what an override takes out counts both ways. */
const modes: readonly (readonly ("surely" | "perhaps")[])[] = [["perhaps"], ["surely"], ["surely", "perhaps"]];

/** Is there a command of the program that fits the outer test and not the inner one? */
interface Question {
	readonly goal: Goal;
	readonly outer: Test;
	readonly inner: Test;
	readonly program: ProgramClass;
}

/** What their texts do not settle. */
function questionsAbout(wider: Lowered, narrower: Lowered, program: ProgramClass): readonly Question[] {
	return testsOf(wider).flatMap((test, at) => {
		const [outer, inner] = [test, testsOf(narrower)[at]].map((one) => specialise(one ?? never, program.name)) as [
			Test,
			Test,
		];
		if (isNever(outer) || sameTests(outer, inner)) return [];
		return (modes[at] ?? []).flatMap((how) => {
			const goal = holding(outer, how);
			const avoided: Sided = { test: inner, side: 0, ...(how === "surely" ? { mayBe: true as const } : {}) };
			if (follows(avoided, goal)) return [];
			return [{ goal: together(goal, { all: [], none: [avoided], some: [] }), outer, inner, program }];
		});
	});
}

/**
 * For each of the commands that most plainly fit the one and not the other, whether it does so: mostly one does, and nothing needs to be searched.
 */
function* plainDifferences({ goal, outer, inner, program }: Question, setting: AgentModel): Generator<boolean> {
	for (const test of between(outer, inner))
		for (const sample of canonicalWitnesses(test, program.name, setting))
			yield meets(goal, [subjectFor(sample, setting)]);
}

/** Is one of the next of them such a command? */
function differsWithin(plain: Iterator<boolean>, most: number): boolean {
	for (let tried = 0; tried < most; tried++) {
		const { done, value } = plain.next();
		if (done === true) return false;
		if (value) return true;
	}
	return false;
}

/** Is one a step or two away from them? Where all words are paths that must lie in a folder, it is the same command in that folder. */
function differsNearby({ goal, outer, inner, program }: Question, setting: AgentModel): boolean {
	return between(outer, inner).some((test) => {
		const [plainest] = canonicalWitnesses(test, program.name, setting);
		return plainest !== undefined && nearestAllowedCommand(plainest, goal, setting, () => true) !== undefined;
	});
}

/** The ways to fit the outer test, without those of the inner one; where that one has more conditions, first with each of them not met. */
function between(outer: Test, inner: Test): readonly Test[] {
	const narrower = alternatives(inner);
	const left = alternatives(outer).filter((one) => !narrower.some((other) => sameTests(one, other)));
	return left.slice(0, mostWays).flatMap((way, at) => {
		const other = alternatives(inner)[at];
		if (other === undefined) return [way];
		const own = new Set(conditions(way).map(testJson));
		const more = conditions(other).filter((one) => !own.has(testJson(one)));
		return [...more.map((one) => joined(way, not(one))), way];
	});
}

/** Both; where one asks for more operands than the other, its words stand for both. */
function joined(way: Test, more: Test): Test {
	const wanted = conditions(more).find(({ kind }) => kind === "operands");
	return allOf([...conditions(way).filter(({ kind }) => wanted === undefined || kind !== "operands"), more]);
}

const mostWays = 8;

function alternatives(test: Test): readonly Test[] {
	return test.kind === "any" ? test.tests : [test];
}

function conditions(test: Test): readonly Test[] {
	return test.kind === "all" ? test.tests : [test];
}
