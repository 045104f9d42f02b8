/** A compiled policy as the page holds it, made ready for deciding. The page was written by Bylaw itself, whole: nothing is checked again. */
import { type RuleText, ruleFrom } from "../../../engine/decide/explain/rule-text.js";
import type { AgentTree, Choice, Tree } from "../../../engine/decide/tree.js";
import type { Program } from "../../../engine/knowledge/program.js";
import type { Test } from "../../../language/policy/test.js";
import type { AgentData, CompiledData } from "./page-data.js";

export function readPolicy(data: CompiledData): Tree {
	const agents = Object.create(null) as Record<string, AgentTree>;
	const tests = data.tests as readonly Test[];
	const rules = (data.rules as readonly RuleText[]).map((text) =>
		ruleFrom(
			text,
			(place) => tests[place],
			(place) => data.sources[place],
		),
	);
	data.names.forEach((name, at) => {
		agents[name] = agentTree(data, data.agents[at] as AgentData, tests, rules);
	});
	const programs = data.programs as Readonly<Record<string, Program>>;
	const lines = Object.fromEntries(
		Object.entries(data.lines).map(([name, starts]) => [name, Array.from(numbersOf(starts))]),
	);
	return { version: 1, digest: data.digest, agents, programs, files: data.files, lines };
}

function agentTree(data: CompiledData, one: AgentData, tests: readonly Test[], rules: AgentTree["rules"]): AgentTree {
	return {
		agent: one.agent as AgentTree["agent"],
		rules: chosen(rules, one.rules),
		tests: chosen(tests, one.tests),
		choices: chosen(data.choices as readonly Choice[], one.choices),
		cells: numbersOf(data.cells[one.cells] as string),
		programs: one.programs,
		others: one.others,
		whole: one.whole,
		granted: one.granted,
	};
}

function chosen<T>(list: readonly T[], places: string): readonly T[] {
	return Array.from(numbersOf(places), (place) => list[place] as T);
}

function numbersOf(text: string): Int32Array {
	const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	const view = new DataView(bytes.buffer);
	return Int32Array.from({ length: bytes.length / 4 }, (_, index) => view.getInt32(index * 4, true));
}
