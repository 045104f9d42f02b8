/**
 * Of a policy with hundreds of rules about one program, those that may speak of one command: their first operand may be a word of it. What they leave
 * out speaks of other commands for certain.
 */

import type { AgentTree } from "../../engine/decide/tree.js";
import { spellingsOf } from "../../engine/request/arguments/subcommand-spellings.js";
import { type Facts, factsOf } from "../../engine/request/facts.js";
import type { Test, WordPattern } from "../../language/policy/test.js";
import { baseName } from "../../language/source/normal-path.js";
import { type AgentModel, subjectFor } from "./agent-model.js";
import { type LocalRule, rulesFor } from "./rule-index.js";
import type { Witness } from "./witness.js";

/**
 * The rules about one program, by what their first operand begins with, and by the folders that every path must lie in: `path ` and the folder.
 * The empty text: whatever has none of this.
 */
type ByBeginning = ReadonlyMap<string, readonly LocalRule[]>;
const indexes = new WeakMap<AgentTree, Map<string, ByBeginning>>();

/** The rules that may speak of a command: each operand of a command is one of its words, or what that word is short for. */
export function rivalsOf(sample: Witness, setting: AgentModel): readonly LocalRule[] {
	const { argv, redirects, cwd } = sample;
	const [program = "", ...words] = argv;
	const index = indexFor(baseName(program), setting);
	const meant = subjectFor(sample, setting).args.operands.flatMap(({ canonical, mayBe = [] }) =>
		canonical === undefined ? mayBe : [canonical, ...mayBe],
	);
	const found = new Set<LocalRule>(index.get(""));
	const add = (key: string): void => {
		for (const one of index.get(key) ?? []) found.add(one);
	};
	for (const word of new Set([...words, ...meant]))
		for (let end = 1; end <= word.length; end++) add(word.slice(0, end));
	const path = words.at(-1);
	add("path ");
	// A path that leads nowhere else lies in a folder only if its text begins so; a command without one lies in all of them.
	if (cwd === undefined && redirects.length === 0 && path !== undefined && !path.startsWith("-") && isPlainPath(path)) {
		for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) add(`path ${path.slice(0, end)}`);
		add(`path ${path}`);
	} else for (const key of index.keys()) if (key.startsWith("path ")) add(key);
	return [...found];
}

function indexFor(name: string, { agentTree, facts }: Pick<AgentModel, "agentTree" | "facts">): ByBeginning {
	const known = indexes.get(agentTree) ?? new Map<string, ByBeginning>();
	indexes.set(agentTree, known);
	const index = known.get(name) ?? byBeginning(rulesFor(agentTree, name, facts));
	known.set(name, index);
	return index;
}

/** The rules on a program that may speak of a command of which a test speaks: the first operands of both may be the same. */
export function rulesNear(test: Test, name: string, setting: AgentModel): readonly LocalRule[] {
	const begins = firstOperands(test);
	if (begins.includes("")) return rulesFor(setting.agentTree, name, setting.facts);
	const words = begins.flatMap((word) => spelledOtherwise(word, name, setting.facts));
	const near = [...indexFor(name, setting)].flatMap(([key, rules]) =>
		key === "" || key.startsWith("path ") || words.some((word) => word.startsWith(key) || key.startsWith(word))
			? rules
			: [],
	);
	return [...new Set(near)].sort((a, b) => a.index - b.index);
}

/** A word, and the first words of the subcommands that it may stand for. */
function spelledOtherwise(word: string, name: string, facts: Facts): readonly string[] {
	const program = factsOf({ kind: "known", text: name }, facts);
	const all = program === undefined ? [] : spellingsOf(program);
	const meant = new Set(all.filter(({ words: [first] }) => first === word).map((one) => one.name));
	return [word, ...all.flatMap(({ words: [first = ""], name: full }) => (meant.has(full) ? [first] : []))];
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
export function rootsOf(test: Test): readonly string[] {
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
