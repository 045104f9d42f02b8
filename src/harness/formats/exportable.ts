/**
 * What of an agent's policy can be said as texts that commands are or begin with: regions of commands of which it is proved that the policy allows, or asks about, all of
 * them. A rule is only where to look: paths, options and powers that other rules speak of make a region smaller, or leave nothing of it.
 */
import { prove } from "../../analysis/prove.js";
import { anyGround, type Ground } from "../../analysis/setting.js";
import { decide, ruleRef } from "../../decide/decide.js";
import type { AgentTree, Tree } from "../../decide/tree.js";
import { loadText } from "../../load/load.js";
import type { Rule } from "../../policy/policy.js";
import type { Test } from "../../policy/test.js";
import type { World } from "../../request/paths.js";
import type { Effect, RuleKeyword } from "../../syntax/statements.js";
import { literalWord } from "./imported.js";

/** How much may stand behind the words: anything, operands only (nothing with a dash), or nothing. */
export type Reach = "any" | "operands" | "exact";

/** Commands that the policy answers alike. */
export interface Region {
	readonly effect: "allow" | "ask";
	readonly words: readonly string[];
	readonly reach: Reach;
}

/** Commands that a rule denies whatever else holds. */
export interface Refusal {
	readonly words: readonly string[];
	readonly message?: string;
}

/** A rule of which something is not said. */
export interface Untold {
	readonly place: string;
	readonly source: string;
	readonly message: string;
}

export interface Exportable {
	readonly agent: string;
	readonly fallback: Effect;
	readonly syntax: readonly string[];
	readonly regions: readonly Region[];
	readonly refusals: readonly Refusal[];
	readonly untold: readonly Untold[];
}

/** More regions than this are not looked for. */
const mostRegions = 400;
/** Steps of the search for each claim: what takes longer is left out. */
const steps = 4000;

export function exportable(tree: Tree, agent: string, own: AgentTree, ground: Ground = anyGround): Exportable {
	const regions: Region[] = [];
	const untold: Untold[] = [];
	const looked = new Set<string>();
	for (const rule of own.rules) {
		if (rule.grants === undefined) continue;
		const { id: source, file, line } = ruleRef(tree, rule);
		const tell = (message: string): void => {
			untold.push({ place: `${file}:${line}`, source: source === `${file}:${line}` ? rule.keyword : source, message });
		};
		const starts = startsOf(rule.grants);
		if (starts.some(({ words }) => words === undefined)) tell("no text says which program it means");
		let smaller = 0;
		for (const { words } of starts) {
			if (words === undefined) continue;
			const key = words.join(" ");
			if (looked.has(key) || regions.length >= mostRegions) continue;
			looked.add(key);
			if (!words.every(isPlainWord) || (words[0] as string).includes("/") || (words[0] as string).includes("=")) {
				tell(`\`${key}\` holds what means something else in a line of shell, or hangs on the folder`);
				continue;
			}
			const found = widest(tree, agent, words, ground);
			if (found === undefined) smaller++;
			else {
				regions.push(found);
				if (found.reach !== "any")
					tell(
						`\`${key}\` ${found.reach === "exact" ? "without further words" : "without options"} is all of it that is said: the rest hangs on what a text can't say`,
					);
			}
		}
		if (smaller > 0) tell("nothing of it is said: whether it is allowed hangs on what a text can't say");
	}
	return {
		agent,
		fallback: own.agent.default,
		syntax: own.agent.syntax,
		regions,
		refusals: own.rules.flatMap(refusalsOf),
		untold,
	};
}

/** The largest region that begins with the words of which the policy says one thing. */
function widest(tree: Tree, agent: string, words: readonly string[], ground: Ground): Region | undefined {
	const world: World = {
		workspace: ground.workspace,
		...(ground.home === undefined ? {} : { home: ground.home }),
		linkAt: () => "none",
	};
	const answerTo = (rest: readonly string[]): Effect =>
		decide(tree, { agent, argv: [...words, ...rest] }, world).effect;
	const effect = answerTo([]);
	if (effect !== "allow" && effect !== "ask") return undefined;
	// One command that is answered otherwise spares the search for a proof.
	const holdsOf = (rests: readonly (readonly string[])[]): boolean => rests.every((rest) => answerTo(rest) === effect);
	const hasOperands = holdsOf(someOperands);
	for (const reach of ["any", "operands", "exact"] as const) {
		if (reach !== "exact" && !hasOperands) continue;
		if (reach === "any" && !holdsOf(someOptions)) continue;
		if (holdsForAll(tree, agent, effect, words, reach, ground)) return { effect, words, reach };
	}
	return undefined;
}
const someOperands = [["x", "y"], [".env"], ["../x"], ["/etc/passwd"], ["~/.ssh/id_rsa"], [".git/hooks/x"]];
const someOptions = [["-x"], ["--zzz"], ["-o", "x"], ["--output=x"], ["-e", "x"], ["-c", "x"], ["-f", "/etc/passwd"]];

/** Is it proved that every such command gets this answer? */
function holdsForAll(
	tree: Tree,
	agent: string,
	effect: "allow" | "ask",
	words: readonly string[],
	reach: Reach,
	ground: Ground,
): boolean {
	const pattern = words.map(literalWord).join(" ");
	const meant = reach === "any" ? pattern : reach === "operands" ? `exactly ${pattern} **` : `exactly ${pattern}`;
	const { policy } = loadText("claim.rules", `agent default {\n  default deny\n  always ${effect} ${meant}\n}\n`, {});
	const [claim] = policy?.claims ?? [];
	return claim !== undefined && prove(tree, agent, claim, ground, steps).kind === "proved";
}

/** Words that a shell takes as they stand. */
function isPlainWord(word: string): boolean {
	return /^[A-Za-z0-9_.@%+=:,/-]+$/.test(word);
}

interface Start {
	/** Undefined where the program is not written out. */
	readonly words?: readonly string[];
	/** The test asks for nothing else. */
	readonly isAll: boolean;
}

/** The words with which commands begin that a test speaks of, alternatives side by side. */
function startsOf(test: Test): readonly Start[] {
	switch (test.kind) {
		case "any":
			return test.tests.flatMap(startsOf);
		case "all": {
			const alternatives = test.tests.filter(({ kind }) => kind === "any" || kind === "all");
			const own = test.tests.filter(({ kind }) => kind !== "any" && kind !== "all");
			const program = own.find(({ kind }) => kind === "program");
			if (program === undefined)
				return alternatives.length === 0 ? [{ isAll: false }] : alternatives.flatMap(startsOf).map(partly);
			return [startOf(own, alternatives.length === 0)];
		}
		case "program":
			return [startOf([test], true)];
		case "not":
		case "operands":
		case "option":
		case "only-options":
		case "paths-within":
		case "paths-touching":
		case "powers-within":
		case "uses-power":
		case "forced":
		case "has-tool":
			return [{ isAll: false }];
	}
}

function partly(start: Start): Start {
	return { ...start, isAll: false };
}

/** The words that tests of one command write out. */
function startOf(tests: readonly Test[], isAlone: boolean): Start {
	let program: string | undefined;
	const operands: string[] = [];
	const options: string[] = [];
	let isAll = isAlone;
	for (const test of tests) {
		if (test.kind === "program" && test.pattern.kind === "literal" && program === undefined)
			program = test.pattern.text;
		else if (test.kind === "operands") {
			const open = test.words.findIndex(({ kind }) => kind !== "literal");
			const literal = open < 0 ? test.words : test.words.slice(0, open);
			operands.push(...literal.map((word) => (word.kind === "literal" ? word.text : "")));
			if (open >= 0 || test.exactly) isAll = false;
		} else if (test.kind === "option" && test.value === undefined) {
			options.push(test.name);
			isAll = false;
		} else isAll = false;
	}
	return program === undefined ? { isAll: false } : { words: [program, ...operands, ...options], isAll };
}

/** What a rule denies for certain and wholly. */
function refusalsOf({ effect, keyword, restricts, message }: Rule): readonly Refusal[] {
	if (restricts === undefined || !isRefusal(effect, keyword)) return [];
	return startsOf(restricts).flatMap(({ words, isAll }) =>
		words === undefined || !isAll || !words.every(isPlainWord)
			? []
			: [{ words, ...(message === undefined ? {} : { message }) }],
	);
}

function isRefusal(effect: Effect, keyword: RuleKeyword): boolean {
	return effect === "deny" && keyword === "deny";
}
