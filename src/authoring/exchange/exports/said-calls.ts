/**
 * Calls of other tools than the shell of which it is proved that the policy allows, or asks about, all of them: by their name, by one operand, or by the host that they talk
 * to. What hangs on paths stays in, since no permission says where links lead.
 */
import { compileAgent } from "../../../engine/decide/compile.js";
import { decide } from "../../../engine/decide/decide.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import { type Governed, handOf, isCallName } from "../../../language/policy/hands.js";
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, type HostPattern, type Test, type WordPattern } from "../../../language/policy/test.js";
import { allHarnessPlaces } from "../../../runtime/harnesses/places/places-by-harness.js";
import type { AgentModel, SymbolicWorld } from "../../analysis/agent-model.js";
import { prove } from "../../analysis/prove.js";
import { alternatives, isGovernedCall } from "./refused-calls.js";

export interface SaidCall {
	readonly effect: "allow" | "ask";
	/** `web.fetch`, `mcp.github.get_issue`. */
	readonly call: string;
	/** The one operand that it speaks of, such as the name of an agent. */
	readonly operand?: string;
	/** Only addresses of this host, a name; of what is allowed alone. */
	readonly host?: string;
}

/** A policy that is asked. */
export interface AskedForCalls {
	readonly tree: Tree;
	readonly agent: string;
	readonly ground: SymbolicWorld;
	readonly own: AgentTree;
	readonly hardened: AgentModel;
}

export interface GrantedCalls {
	readonly calls: readonly SaidCall[];
	/** As the rule has them: nothing, or less than that, is said of them. */
	readonly untold: readonly string[];
	/** Does the rule speak of commands of the shell, too? */
	readonly speaksOfPrograms: boolean;
}

/** What one rule allows of calls. `steps`: of the search for each claim. */
export function saidCalls(policy: AskedForCalls, rule: Rule, govern: readonly Governed[], steps: number): GrantedCalls {
	const calls: SaidCall[] = [];
	const untold: string[] = [];
	let speaksOfPrograms = false;
	for (const test of rule.grants === undefined ? [] : alternatives(rule.grants)) {
		const name = callNamed(test);
		if (name === undefined) {
			speaksOfPrograms = true;
			continue;
		}
		if (!isGovernedCall(name, govern)) continue;
		const found = said(policy, rule, test, name, steps);
		calls.push(...found);
		if (found.length === 0) untold.push(name);
	}
	return { calls, untold, speaksOfPrograms };
}

/** The name, or the pattern for names, of the calls that a test speaks of. */
function callNamed(test: Test): string | undefined {
	const program = partsOf(test).find((one) => one.kind === "program");
	const pattern: WordPattern | undefined = program?.kind === "program" ? program.pattern : undefined;
	return pattern !== undefined && (pattern.kind === "literal" || pattern.kind === "glob") && isCallName(pattern.text)
		? pattern.text
		: undefined;
}

function partsOf(test: Test): readonly Test[] {
	return test.kind === "all" ? test.tests : [test];
}

function said(policy: AskedForCalls, rule: Rule, test: Test, call: string, steps: number): readonly SaidCall[] {
	const pattern: WordPattern = call.includes("*") ? { kind: "glob", text: call } : { kind: "literal", text: call };
	const program: Test = { kind: "program", pattern, as: "granting" };
	const parts = partsOf(test);
	const words = parts.find((one) => one.kind === "operands");
	const [word] = words?.kind === "operands" ? words.words : [];
	const operand = word?.kind === "literal" ? word.text : undefined;
	const hosts = parts.find((one) => one.kind === "hosts-within");
	const { effect } = rule;
	if (effect !== "allow" && effect !== "ask") return [];
	const holds = (claimed: Test, tree: Tree): boolean =>
		prove(tree, policy.agent, { keyword: "always", effect, test: claimed }, policy.ground, steps).kind === "proved";
	if (areSamples(policy, effect, [call.replace("*", "x")]) && holds(program, policy.tree)) return [{ effect, call }];
	if (operand !== undefined && /^[\w.-]+$/.test(operand)) {
		const named: Test = { kind: "operands", words: [{ kind: "literal", text: operand }], exactly: false };
		if (areSamples(policy, effect, [call, operand]) && holds(allOf([program, named]), policy.tree))
			return [{ effect, call, operand }];
	}
	if (hosts?.kind === "hosts-within" && call === "web.fetch" && effect === "allow") {
		// Where the rule without its hosts lets every address through, nothing else of the policy stands against any.
		const names = hosts.hosts.flatMap((host) => plainHost(host) ?? []);
		const free = allOf(parts.filter((one) => one !== hosts));
		if (names.length > 0 && names.length === hosts.hosts.length && holds(program, opened(policy, rule, free)))
			return names.map((host) => ({ effect, call, host }));
	}
	return [];
}

/** Calls that are answered otherwise spare the search for a proof, or speak of what the claim leaves out: fields that nobody has taught may be any path. */
function areSamples(
	{ tree, agent, ground, hardened }: AskedForCalls,
	effect: string,
	call: readonly string[],
): boolean {
	const world = { ...hardened.world, workspace: ground.workspace };
	const hand = handOf(call[0] ?? "");
	const rests = hand === "mcp" || hand === "tools" ? [[], ...someFields] : [[]];
	return rests.every((rest) =>
		[tree, hardened.tree].every((one) => decide(one, { agent, call: [...call, ...rest] }, world).effect === effect),
	);
}
/** A path that governs is one where settings of a harness lie. */
const someFields = [
	"x",
	".env",
	"/etc/passwd",
	"https://zzz.example/",
	...allHarnessPlaces.flatMap(({ project }) => project.slice(0, 1)),
].map((value) => [`--zzz=${value}`]);

/** A name that is no address, without a port and without names below it. */
function plainHost({ text, negated }: HostPattern): string | undefined {
	return !negated && /^(?!\d+(?:\.\d+)*$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text) ? text : undefined;
}

/** The policy in which a rule is free of its hosts. */
function opened({ tree, agent, own }: AskedForCalls, rule: Rule, grants: Test): Tree {
	const rules = own.rules.map((one) => (one === rule ? { ...one, grants } : one));
	return { ...tree, agents: { ...tree.agents, [agent]: compileAgent({ ...own.agent, rules, engineRules: [] }) } };
}
