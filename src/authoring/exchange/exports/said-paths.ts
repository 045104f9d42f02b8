/**
 * Where files may be read, or changed, by the calls for that: folders of which it is proved that the policy allows all such calls whose paths lie there, once what is denied by a
 * harness's list is taken out. For harnesses that follow links before they hold a path against their permissions.
 */
import { compileAgent } from "../../../engine/decide/compile.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import type { Governed } from "../../../language/policy/hands.js";
import type { Rule } from "../../../language/policy/policy.js";
import {
	allOf,
	anyOf,
	never,
	not,
	type PathPattern,
	type Test,
	type WordPattern,
} from "../../../language/policy/test.js";
import type { SymbolicWorld } from "../../analysis/agent-model.js";
import { prove } from "../../analysis/prove.js";
import { isGovernedHand, type RefusedCall } from "./refused-calls.js";

export interface SaidPath {
	readonly does: "reading" | "changing";
	/** As the policy has it: a folder means what lies below it. */
	readonly path: string;
}

export interface SaidPaths {
	readonly allowed: readonly SaidPath[];
	/** What governs, and is denied by the engine: it has to be denied there, too. */
	readonly governing: readonly RefusedCall[];
}

interface AskedForPaths {
	readonly tree: Tree;
	readonly agent: string;
	readonly ground: SymbolicWorld;
	readonly own: AgentTree;
}

export const callsFor: Readonly<Record<SaidPath["does"], readonly string[]>> = {
	reading: ["file.read", "file.list", "file.search"],
	changing: ["file.write", "file.edit"],
};

/** More than these are not looked at. */
const mostPaths = 100;

/** `refused`: what the harness's list denies. `steps`: of the search for each claim. */
export function saidPaths(
	policy: AskedForPaths,
	govern: readonly Governed[],
	refused: readonly RefusedCall[],
	steps: number,
): SaidPaths {
	const { own } = policy;
	if (!isGovernedHand("files", govern)) return { allowed: [], governing: [] };
	const places = [...new Set(pathsOf(own.rules.flatMap(({ grants, restricts }) => [grants, restricts])))];
	const denied = refused.flatMap(({ call, paths = [] }) =>
		call === "*" || callsFor.changing.includes(call) ? paths : [],
	);
	// What the engine denies by itself is denied there by its names, so that it need not be in the claim.
	const bare = withoutEngine(policy);
	const allowed = places
		.slice(0, mostPaths)
		.flatMap((path): readonly SaidPath[] => [
			...(callsFor.reading.every((call) => isRead(policy, call, path, steps))
				? [{ does: "reading", path } as const]
				: []),
			...(callsFor.changing.every((call) => isProved(policy, bare, call, path, denied, steps))
				? [{ does: "changing", path } as const]
				: []),
		]);
	const governing = allowed.some(({ does }) => does === "changing") ? governingPaths(own.rules) : [];
	return { allowed, governing: governing.length === 0 ? [] : [{ call: "*", paths: governing, changes: true }] };
}

function withoutEngine({ tree, agent, own }: AskedForPaths): Tree {
	const rules = own.rules.filter(({ engine }) => engine !== true);
	return { ...tree, agents: { ...tree.agents, [agent]: compileAgent({ ...own.agent, rules, engineRules: [] }) } };
}

/**
 * A search goes through all that lies below a folder, which no claim speaks of: so it is asked of reading a path, with the rules that speak of the search, and with nothing taken out.
 */
function isRead(policy: AskedForPaths, call: string, path: string, steps: number): boolean {
	const tree = asReading(policy, call);
	return tree !== undefined && isProved(policy, tree, "file.read", path, [], steps);
}

function isProved(
	{ agent, ground }: AskedForPaths,
	tree: Tree,
	call: string,
	path: string,
	but: readonly string[],
	steps: number,
): boolean {
	const test = allOf([
		{ kind: "program", pattern: { kind: "literal", text: call }, as: "granting" },
		{ kind: "paths-within", access: "any", paths: [pattern(path)] },
		...(but.length === 0 ? [] : [not({ kind: "paths-touching", access: "any", paths: but.map(pattern) })]),
	]);
	return prove(tree, agent, { keyword: "always", effect: "allow", test }, ground, steps).kind === "proved";
}

function pattern(text: string): PathPattern {
	return { text, literal: false, negated: false };
}

/** The policy in which reading is what the call is; undefined where a rule names its calls by an expression. */
function asReading({ tree, agent, own }: AskedForPaths, call: string): Tree | undefined {
	if (call === "file.read") return tree;
	if (own.rules.some(({ grants, restricts }) => [grants, restricts].some(namesByExpression))) return undefined;
	const rules = own.rules.map(
		({ grants, restricts, ...rule }): Rule => ({
			...rule,
			...(grants === undefined ? {} : { grants: renamed(grants, call) }),
			...(restricts === undefined ? {} : { restricts: renamed(restricts, call) }),
		}),
	);
	return { ...tree, agents: { ...tree.agents, [agent]: compileAgent({ ...own.agent, rules, engineRules: [] }) } };
}

function namesByExpression(test: Test | undefined): boolean {
	switch (test?.kind) {
		case "all":
		case "any":
			return test.tests.some(namesByExpression);
		case "not":
			return namesByExpression(test.test);
		case "program":
			return !["any", "literal", "glob"].includes(test.pattern.kind);
		default:
			return false;
	}
}

function fits(pattern: WordPattern, call: string): boolean {
	if (pattern.kind !== "literal" && pattern.kind !== "glob") return false;
	const parts = pattern.kind === "glob" ? pattern.text.split(/\*+/) : [pattern.text];
	return new RegExp(`^${parts.map((part) => part.replaceAll(/[^\w]/g, "\\$&")).join(".*")}$`).test(call);
}

function renamed(test: Test, call: string): Test {
	switch (test.kind) {
		case "all":
			return allOf(test.tests.map((one) => renamed(one, call)));
		case "any":
			return anyOf(test.tests.map((one) => renamed(one, call)));
		case "not":
			return not(renamed(test.test, call));
		case "program":
			return test.pattern.kind === "any" || fits(test.pattern, call) ? { ...test, pattern: { kind: "any" } } : never;
		default:
			return test;
	}
}

/** The folders and files that rules bound something to, as far as they are no patterns. */
function pathsOf(tests: readonly (Test | undefined)[]): readonly string[] {
	return tests.flatMap((test): readonly string[] => {
		switch (test?.kind) {
			case "all":
			case "any":
				return pathsOf(test.tests);
			case "not":
				return pathsOf([test.test]);
			case "paths-within":
				return test.paths.flatMap(({ text, negated, told }) =>
					!negated && told === undefined && isPlainPlace(text) ? [text] : [],
				);
			default:
				return [];
		}
	});
}

/** No sign in it means anything in a pattern of either side. */
function isPlainPlace(text: string): boolean {
	return /^(?:~|\.|\/|(?:~\/|\/|\.\/)?[\w.@+-]+(?:\/[\w.@+-]+)*)\/?$/.test(text) && !/(?:^|\/)\.\.(?:\/|$)/.test(text);
}

/** What governs, by its names: what may lie in any folder is meant in all of the machine. None where the policy gives it up. */
function governingPaths(rules: readonly Rule[]): readonly string[] {
	const found = rules.flatMap(({ engine, restricts }) => (engine === true ? touched(restricts) : []));
	return found.length === 0 ? [] : [...new Set([...found, ...oursByName])];
}

/** What only the world of a decision tells: policies by other names, and the program itself. */
const oursByName: readonly string[] = ["/**/*.rules", "/**/*.rules.yaml", "/**/*.rules.yml", "/**/node_modules/bylaw"];

function touched(test: Test | undefined): readonly string[] {
	switch (test?.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(touched);
		case "paths-touching":
			return test.paths.flatMap(({ text, negated, told }) =>
				negated || told !== undefined ? [] : [text.startsWith("**/") ? `/${text}` : text],
			);
		default:
			return [];
	}
}
