/**
 * Calls of other tools than the shell of which it is proved that the policy allows, or asks about, all of them: by their name, by one operand, or by the host that they talk
 * to. What hangs on paths is for `said-paths.ts`.
 */
import { decide } from "../../../engine/decide/decide.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import { type Governed, handOf, isCallName } from "../../../language/policy/hands.js";
import type { Rule } from "../../../language/policy/policy.js";
import { allOf, type Test, type WordPattern } from "../../../language/policy/test.js";
import { allHarnessPlaces } from "../../../runtime/harnesses/places/places-by-harness.js";
import type { AgentModel, SymbolicWorld } from "../../analysis/agent-model.js";
import { prove } from "../../analysis/prove.js";
import { forHost, hostsOf, plainHost } from "./for-host.js";
import { alternatives, isGovernedCall } from "./refused-calls.js";

export interface SaidCall {
	readonly effect: "allow" | "ask";
	/** `web.fetch`, `mcp.github.get_issue`. */
	readonly call: string;
	/** The one operand that it speaks of, such as the name of an agent. */
	readonly operand?: string;
	/** Only addresses of this host, a name, or with `*.` before it of all below; of what is allowed alone. */
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

export interface UntoldCall {
	/** As the rule has it. */
	readonly text: string;
	/** Its name, and the paths within which alone it is allowed. */
	readonly call: string;
	readonly within: readonly string[];
}

export interface GrantedCalls {
	readonly calls: readonly SaidCall[];
	/** As the rule has them: nothing, or less than that, is said of them. */
	readonly untold: readonly UntoldCall[];
	/** Does the rule speak of commands of the shell, too? */
	readonly speaksOfPrograms: boolean;
}

/** More hosts of one rule are not looked at. */
const mostHosts = 100;

/** What one rule allows of calls. `steps`: of the search for each claim. */
export function saidCalls(policy: AskedForCalls, rule: Rule, govern: readonly Governed[], steps: number): GrantedCalls {
	const calls: SaidCall[] = [];
	const untold: UntoldCall[] = [];
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
		if (found.length === 0) untold.push({ text: name, call: name, within: withinOf(test) });
		// Of several hosts each stands for itself.
		else if (found.some(({ host }) => host !== undefined))
			untold.push(
				...hostsOf([test])
					.filter(({ text }) => !found.some(({ host }) => host === text))
					.map(({ text, negated }) => ({ text: `${name} at ${negated ? "!" : ""}${text}`, call: name, within: [] })),
			);
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

/** The one list of paths that it is bound to; none where there are more of them, or where something is taken out. */
function withinOf(test: Test): readonly string[] {
	const lists = partsOf(test).flatMap((one) => (one.kind === "paths-within" ? [one.paths] : []));
	const [paths = []] = lists;
	return lists.length > 1 || paths.some(({ negated }) => negated) ? [] : paths.map(({ text }) => text);
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
	const { effect } = rule;
	const { own } = policy;
	if (effect !== "allow" && effect !== "ask") return [];
	const holds = (claimed: Test, tree: Tree): boolean =>
		prove(tree, policy.agent, { keyword: "always", effect, test: claimed }, policy.ground, steps).kind === "proved";
	if (areSamples(policy, effect, [call.replace("*", "x")]) && holds(program, policy.tree)) return [{ effect, call }];
	if (operand !== undefined && /^[\w.-]+$/.test(operand)) {
		const named: Test = { kind: "operands", words: [{ kind: "literal", text: operand }], exactly: false };
		if (areSamples(policy, effect, [call, operand]) && holds(allOf([program, named]), policy.tree))
			return [{ effect, call, operand }];
	}
	if (call === "web.fetch" && effect === "allow") {
		const restricting = own.rules.map(({ restricts }) => restricts);
		const listed = [test, ...restricting].map((one) => hostsOf([one])).find(({ length }) => length > 0) ?? [];
		const names = new Set(listed.flatMap((host) => plainHost(host) ?? []));
		return [...names]
			.slice(0, mostHosts)
			.filter((host) => holds(program, forHost(policy.tree, policy.agent, own, host)))
			.map((host) => ({ effect, call, host }));
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
