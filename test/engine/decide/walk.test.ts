/** The walk through a tree: which branch a word takes, what is in doubt, and which tests and rules may be met at all. */
import { describe, expect, test } from "@jest/globals";
import { isDefault, isGrant, isRaise } from "../../../src/engine/decide/compiled/node-table.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { EvaluationContext } from "../../../src/engine/decide/evaluate/evaluation-context.js";
import { readForRules } from "../../../src/engine/decide/read-for-rules.js";
import type { AgentDecisions, Tree } from "../../../src/engine/decide/tree.js";
import { metFor, startFor, stepsOf, walk } from "../../../src/engine/decide/walk.js";
import type { World } from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world: World = { workspace: "/w", home: "/home/u", entriesOf: () => [], linkAt: () => "none" };
const words = Array.from({ length: 12 }, (_, at) => `w${at}`);

function treeOf(text: string): Tree {
	const { tree, diagnostics } = loadText("p.rules", text);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}
const settings = "syntax variables, globs";
const granting = treeOf(
	`default deny\n${settings}\n${words.map((word) => `allow tool ${word} id ${word}`).join("\n")}\n`,
);
const denying = treeOf(
	`default allow\n${settings}\n${words.map((word) => `deny tool ${word} id ${word}`).join("\n")}\n`,
);
const subcommands = ["install", "test", "publish", "view", "audit", "prune", "pack", "link", "start", "stop"];
const npm = treeOf(`default allow\n${settings}\n${subcommands.map((one) => `deny npm ${one} id ${one}`).join("\n")}\n`);
const deep = treeOf(
	`default deny\n${settings}\n${words.map((word) => `allow tool a ${word} --x id ${word}`).join("\n")}\ndeny tool a w3 --y id no\nallow other id other\n`,
);

const said = (tree: Tree, script: string): string => {
	const { effect, rules, commands } = decide(tree, { script }, world);
	return [effect, ...rules.map(({ id }) => id), ...(commands[0]?.doubt ? ["in doubt"] : [])].join(" ");
};

test.each<[string, Tree, string, string]>([
	["a word that a rule names", granting, "tool w3", "allow w3"],
	["a word that no rule names", granting, "tool w99", "deny"],
	["a word that every object has", granting, "tool toString", "deny"],
	["no word", granting, "tool", "deny"],
	["a word that can't be known", granting, 'tool "$X"', "deny engine:governs in doubt"],
	["a word that a rule names", denying, "tool w3", "deny w3"],
	["a word that no rule names", denying, "tool w99", "allow"],
	["a word that every object has", denying, "tool constructor", "allow"],
	["no word", denying, "tool", "allow"],
	["a word that can't be known", denying, 'tool "$X"', "deny w0 in doubt"],
	["words that can't be known", denying, "tool $X", "deny w0 in doubt"],
	["a word behind an option that nobody knows", denying, "tool --level w3", "deny w3 in doubt"],
	["a name that files may have", denying, "tool w3*", "deny w3 in doubt"],
	["a subcommand", npm, "npm install", "deny install"],
	["a subcommand by its short name", npm, "npm i", "deny install"],
	["another subcommand", npm, "npm run", "allow"],
	["a rule behind two words", deep, "tool a w3 --x", "allow w3"],
	["a rule behind two words, without its option", deep, "tool a w3", "deny"],
	["a denial behind two words", deep, "tool a w3 --x --y", "deny no in doubt"],
	["another program", deep, "other a w3", "allow other"],
])("%s: %#", (_, tree, script, expected) => {
	expect(said(tree, script)).toBe(expected);
});

describe("what may be met", () => {
	const agent = deep.agents.default as AgentDecisions;
	const ids = (name: string): readonly string[] =>
		metFor(agent, name).rules.map((place) => agent.rules.at(place)?.id ?? "?");

	test("are the rules that speak of the program", () => {
		const own = [...words, "no"];
		expect(
			ids("tool")
				.filter((id) => own.includes(id))
				.sort(),
		).toEqual(own.sort());
		expect(ids("tool")).not.toContain("other");
		expect(ids("other")).toContain("other");
		for (const word of own) expect(ids("other")).not.toContain(word);
		for (const name of ["nobody", "toString"]) for (const id of [...own, "other"]) expect(ids(name)).not.toContain(id);
	});

	test("are the tests that a walk asks, each told once, in order", () => {
		const { tests, rules } = metFor(agent, "tool");
		for (const list of [tests, rules]) expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
		const options = tests.map((place) => agent.tests.at(place)).filter((one) => one?.kind === "option");
		expect(options).toHaveLength(2);
		for (const script of ["tool a w3 --x", "tool a", "tool $X", "tool a w3 --x --y"]) {
			const [subject] = readForRules(deep, agent, { script }, world)?.subjects ?? [];
			const walked = walk(agent, subject as EvaluationContext);
			const { raised } = walked;
			for (const { test } of stepsOf(walked)) expect(tests).toContain(test);
			for (const { rule } of raised) expect(rules).toContain(rule);
		}
	});

	test("are those behind every word of a switch", () => {
		const agent = granting.agents.default as AgentDecisions;
		const met = metFor(agent, "tool").rules.map((place) => agent.rules.at(place)?.id);
		for (const word of words) expect(met).toContain(word);
	});

	test("begins for a program that no rule names where it begins for all others", () => {
		expect(startFor(agent, "nobody")).toBe(agent.others);
		expect(startFor(agent, "toString")).toBe(agent.others);
		expect(startFor(agent, "tool")).not.toBe(agent.others);
	});
});

test("a word that is known leads past the tests of all others, and a doubt does not", () => {
	const agent = granting.agents.default as AgentDecisions;
	const stepsFor = (script: string): number => {
		const [subject] = readForRules(granting, agent, { script }, world)?.subjects ?? [];
		return walk(agent, subject as EvaluationContext).asked.length;
	};
	const most = Math.max(...["tool", "tool w0", "tool w11", "tool w99", "tool toString"].map(stepsFor));
	for (const script of ["tool --level w3", "tool w3*"]) {
		expect(stepsFor(script)).toBeGreaterThanOrEqual(words.length);
		expect(stepsFor(script)).toBeGreaterThan(most + 5);
	}
});

test("a tree that somebody else wrote ends, or is refused", () => {
	const agent = granting.agents.default as AgentDecisions;
	const [subject] = readForRules(granting, agent, { argv: ["tool"] }, world)?.subjects ?? [];
	const walked = (...cells: readonly number[]) =>
		walk({ ...agent, cells: Int32Array.from(cells), programs: {}, others: 1, whole: 1 }, subject as EvaluationContext);
	const end = [isDefault, 0, 0, 0];
	expect(walked(...end, isRaise, 7, 1, 0)).toEqual({
		granted: undefined,
		raised: [{ rule: 7, sure: true }],
		asked: [],
	});
	expect(walked(...end, isRaise, 7, 0, 0).raised).toEqual([{ rule: 7, sure: false }]);
	expect(walked(isGrant, 5, 0, 0, isRaise, 7, 0, 0)).toMatchObject({ granted: 5, raised: [{ rule: 7 }] });
	for (const next of [1, 2, 99]) expect(() => walked(...end, isRaise, 7, 1, next)).toThrow("runs in a circle");
});
