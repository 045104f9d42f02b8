/**
 * Does a rule decide a command that its own words make, where no other rule has a say? Most do, and then nothing needs to be searched for: the analysis is
 * asked about the others. A policy may have hundreds of rules about one program: only those are looked at whose first operand may be a word of the command.
 */

import { isStricter } from "../../../engine/decide/combine.js";
import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import type { AgentTree } from "../../../engine/decide/tree.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Test, WordPattern } from "../../../language/policy/test.js";
import { type AgentModel, subjectFor } from "../../analysis/agent-model.js";
import { canonicalWitnesses } from "../../analysis/canonical-witness.js";
import { namesSpelledOut } from "../../analysis/programs/names-spelled-out.js";
import { type LocalRule, rulesFor } from "../../analysis/rule-index.js";
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

/**
 * The rules about one program, by what their first operand begins with, and by the folders that every path must lie in: `path ` and the folder.
 * The empty text: whatever has none of this.
 */
type ByBeginning = ReadonlyMap<string, readonly LocalRule[]>;
const indexes = new WeakMap<AgentTree, Map<string, ByBeginning>>();

/** The rules that may speak of a command: each operand of a command is one of its words. */
export function rivalsOf({ argv, redirects, cwd }: Witness, { agentTree, facts }: AgentModel): readonly LocalRule[] {
	const [program = "", ...words] = argv;
	const name = program.slice(program.lastIndexOf("/") + 1);
	const known = indexes.get(agentTree) ?? new Map<string, ByBeginning>();
	indexes.set(agentTree, known);
	const index = known.get(name) ?? byBeginning(rulesFor(agentTree, name, facts));
	known.set(name, index);
	const found = new Set<LocalRule>(index.get(""));
	const add = (key: string): void => {
		for (const one of index.get(key) ?? []) found.add(one);
	};
	for (const word of words) for (let end = 1; end <= word.length; end++) add(word.slice(0, end));
	const path = words.at(-1);
	add("path ");
	// A path that leads nowhere else lies in a folder only if its text begins so; a command without one lies in all of them.
	if (cwd === undefined && redirects.length === 0 && path !== undefined && !path.startsWith("-") && isPlainPath(path)) {
		for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) add(`path ${path.slice(0, end)}`);
		add(`path ${path}`);
	} else for (const key of index.keys()) if (key.startsWith("path ")) add(key);
	return [...found];
}

function byBeginning(rules: readonly LocalRule[]): ByBeginning {
	const index = new Map<string, LocalRule[]>();
	for (const rule of rules) {
		for (const beginning of beginningsOf(rule)) {
			const list = index.get(beginning);
			if (list) list.push(rule);
			else index.set(beginning, [rule]);
		}
	}
	return index;
}

/** What one of these must be so, if the rule is to hold: its first operand begins with this, or its paths lie in this folder. */
function beginningsOf({ grants, restricts }: LocalRule): ReadonlySet<string> {
	const found = [grants, restricts].flatMap((test) => {
		if (test === undefined) return [];
		const operands = firstOperands(test);
		const roots = operands.includes("") ? rootsOf(test) : [];
		return roots.length > 0 ? roots.map((root) => `path ${root}`) : operands;
	});
	return new Set(found.includes("") ? [""] : found);
}

/** The folders in one of which a path must lie of every command for which the test holds, if it names any; none where that is not plain. */
function rootsOf(test: Test): readonly string[] {
	switch (test.kind) {
		case "all":
			return test.tests.map(rootsOf).find((one) => one.length > 0) ?? [];
		case "paths-within":
		case "paths-touching": {
			const roots = test.paths.map(({ text }) => text.replace(/^\.\/?/, "").replace(/\/$/, ""));
			return test.access === "any" && roots.every(isPlainPath) && !test.paths.some(({ negated }) => negated)
				? roots
				: [];
		}
		default:
			return [];
	}
}

/** Below the workspace, without globs, links of its own making, or the home folder. */
function isPlainPath(text: string): boolean {
	return /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(text) || text === "";
}

function firstOperands(test: Test): readonly string[] {
	switch (test.kind) {
		case "any":
			return test.tests.flatMap(firstOperands);
		case "all":
			return test.tests.map(firstOperands).find((one) => !one.includes("")) ?? [""];
		case "operands":
			return [test.words[0] === undefined ? "" : beginningOf(test.words[0])];
		default:
			return [""];
	}
}

function beginningOf(pattern: WordPattern): string {
	switch (pattern.kind) {
		case "literal":
			return pattern.text;
		case "glob":
			return /^[^*?[\]{}\\!@+()]*/.exec(pattern.text)?.[0] ?? "";
		case "any":
		case "rest":
		case "regex":
			return "";
	}
}
