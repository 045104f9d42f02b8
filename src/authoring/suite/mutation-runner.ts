/**
 * Judges mutants: does a test fail where a policy is changed? Of those that every test lets pass, a command shows what they change.
 */

import { compileAgent } from "../../engine/decide/compile.js";
import { decide } from "../../engine/decide/decide.js";
import type { Decision } from "../../engine/decide/decision.js";
import type { AgentTree, Tree } from "../../engine/decide/tree.js";
import { firstRequest } from "../../engine/history/first-request.js";
import { remembering, type World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { hasErrors } from "../../language/diagnostic/diagnostic.js";
import { settledValue } from "../../language/policy/agent-settings/settled-settings.js";
import type { AgentPolicy, AgentSettings, Claim, Policy, Rule } from "../../language/policy/policy.js";
import { type PolicyFiles, resolve } from "../../language/policy/resolve.js";
import { settingNames, settingRecord } from "../../language/policy/settings.js";
import type { Effect } from "../../language/syntax/statements.js";
import { witnessCommands } from "../lint/witness.js";
import { answerClaim } from "./claims.js";
import { decideApart } from "./decide-apart.js";
import { isAsWanted } from "./expectations.js";
import type { Mutant } from "./mutants.js";
import { type AgentChange, type MutationTest, mutationTestsOf } from "./mutation-tests.js";
import { howScriptsAreTaken, isPlain, mutationWitnesses } from "./mutation-witness.js";
import { type ReadyTest, readyTest } from "./ready-test.js";

/** A command that two policies decide differently; that there is none; or that nobody knows. */
export type Difference =
	| {
			readonly kind: "differs";
			readonly agent: string;
			readonly request: Request;
			readonly before: Effect;
			readonly after: Effect;
	  }
	| { readonly kind: "equal" }
	| { readonly kind: "unsettled" };

/** A policy with the tests that hold under it. */
export interface Judged {
	readonly policy: Policy;
	readonly files: PolicyFiles;
	readonly tree: Tree;
	readonly trials: readonly MutationTest[];
	/** Those that are proved. */
	readonly claims: readonly Claim[];
	readonly world: World;
	/** Finds what rules that differ change. Of settings it need not know more than the default. */
	readonly firstDifference: (before: Tree, after: Tree, world: World) => Difference;
}

export type Verdict =
	/** A test fails. */
	| { readonly kind: "caught" }
	/** No command is decided otherwise. */
	| { readonly kind: "equal" }
	/** No test fails. With a command that is decided otherwise, and the test that would fail. */
	| {
			readonly kind: "survives";
			readonly difference: Extract<Difference, { readonly kind: "differs" }>;
			readonly test: ReadyTest;
	  }
	/** No test fails, and whether one could is not known. */
	| { readonly kind: "unsettled" };

/** Makes the judge of a policy's mutants. Every test must hold under the policy itself. There is no verdict on what can't be resolved, or says the very same. */
export function mutationRunner(judged: Judged): (mutant: Mutant) => Verdict | undefined {
	const { policy, files, tree, claims } = judged;
	// One question is asked many hundred times, of one state of the machine.
	const world = remembering(judged.world);
	const agents = [...policy.agents.values()].map((before) => agentOf(before, judged, world));
	return (mutant) => {
		const { value, diagnostics } = resolve(mutant.files);
		if (hasErrors(diagnostics)) return undefined;
		const isTaughtAlike = same([...value.programs], [...policy.programs]);
		const changed = agents.flatMap((agent): readonly Changed[] => {
			const after = value.agents.get(agent.before.name);
			const change = after && changeOf(agent.before, after);
			return change === undefined && after !== undefined && isTaughtAlike ? [] : [{ agent, change }];
		});
		if (changed.length === 0) return undefined;

		const before = (request: Request): Decision => decide(tree, request, world, firstRequest(tree));
		const after = (request: Request): Decision => decideApart(value, request, tree, world);
		const hold = ({ agent, change }: Changed): boolean =>
			// Where commands may be read otherwise, nothing is known of what rules they meet.
			change !== undefined && isTaughtAlike && same(agent.before.trust, change.after.trust)
				? agent.holdIn(change)
				: agent.trials.every((trial) => isAsWanted(trial, decideApart(value, trial.request, tree, world, trial.steps)));
		if (!changed.every(hold)) return { kind: "caught" };
		const apart = new Map<string, Tree>();
		const treeFor = (name: string): Tree => {
			const known = apart.get(name) ?? treeOf(tree, value, name);
			apart.set(name, known);
			return known;
		};
		const names = changed.map(({ agent }) => agent.before.name);
		const isBroken = (claim: Claim): boolean =>
			names.some(
				(name) =>
					claim.agents.includes(name) &&
					answerClaim({ ...claim, agents: [name] }, treeFor(name), world).kind !== "proved",
			);
		if (claims.some(isBroken)) return { kind: "caught" };

		if (isTaughtAlike && changed.every(decidesAlike)) return { kind: "equal" };
		const difference = shown(changed, before, after) ?? proved(changed, judged, treeFor, before, after);
		return difference.kind === "differs"
			? { kind: "survives", difference, test: readyTest(difference, files, before, after) }
			: difference;
	};
}

/** An agent as it is, with its tests. */
interface Agent {
	readonly before: AgentPolicy;
	readonly trials: readonly MutationTest[];
	readonly holdIn: (change: AgentChange) => boolean;
	/** Simple commands that it is allowed. */
	readonly allowed: () => readonly string[];
}

/** What a mutant makes of an agent. No change: nothing is left of it, or only what is known of programs differs. */
interface Changed {
	readonly agent: Agent;
	readonly change: AgentChange | undefined;
}

function agentOf(before: AgentPolicy, { tree, trials }: Judged, world: World): Agent {
	const own = trials.filter(({ agent }) => agent === before.name);
	return {
		before,
		trials: own,
		holdIn: mutationTestsOf(tree, before, own, world),
		allowed: once(() => {
			const tried = own.flatMap(({ effect, request: { script } }) => (effect === "allow" && script ? [script] : []));
			const sampled = before.rules.flatMap(({ grants }) => (grants ? witnessCommands(grants) : []));
			return [...tried, ...sampled.map((words) => words.join(" "))]
				.filter(isPlain)
				.filter((script) => decide(tree, { agent: before.name, script }, world).effect === "allow");
		}),
	};
}

type Decided = (request: Request) => Decision;
type Differs = Extract<Difference, { readonly kind: "differs" }>;

/** A command that shows the change, among those that are likely to. */
function shown(changed: readonly Changed[], before: Decided, after: Decided): Differs | undefined {
	for (const { agent, change } of changed) {
		if (change === undefined) continue;
		for (const request of mutationWitnesses(agent.before, change, agent.allowed)) {
			const found = compared(agent.before.name, request, before, after);
			if (found !== undefined) return found;
		}
	}
	return undefined;
}

function compared(agent: string, request: Request, before: Decided, after: Decided): Differs | undefined {
	const [was, is] = [before(request).effect, after(request).effect];
	return was === is ? undefined : { kind: "differs", agent, request, before: was, after: is };
}

/** A command that shows the change, or that there is none. Proofs are made in a world without links: what they find is tried in this one. */
function proved(
	changed: readonly Changed[],
	{ tree, world, firstDifference }: Judged,
	treeFor: (name: string) => Tree,
	before: Decided,
	after: Decided,
): Difference {
	let isSettled = true;
	for (const { agent, change } of changed) {
		const { name } = agent.before;
		const found = firstDifference(partOf(tree, name), treeFor(name), world);
		const differs = found.kind === "differs" ? compared(name, found.request, before, after) : undefined;
		if (differs !== undefined) return differs;
		isSettled &&=
			found.kind === "equal" &&
			(change === undefined || howScriptsAreTaken(agent.before) === howScriptsAreTaken(change.after));
	}
	return { kind: isSettled ? "equal" : "unsettled" };
}

/** The tree with one of its agents. */
function partOf(tree: Tree, name: string): Tree {
	const agents = Object.create(null) as Record<string, AgentTree>;
	if (tree.agents[name] !== undefined) agents[name] = tree.agents[name];
	return { ...tree, agents };
}

function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

/** How an agent differs; undefined where it does not. */
function changeOf(before: AgentPolicy, after: AgentPolicy): AgentChange | undefined {
	const removed = missingIn(after.rules, before.rules);
	const added = missingIn(before.rules, after.rules);
	const settings = !same(settingsOf(before), settingsOf(after));
	return removed.length === 0 && added.length === 0 && !settings ? undefined : { after, removed, added, settings };
}

/** Of what every policy says without being told, `self` tells all. */
function settingsOf({ rules: _, engineRules: __, ...settings }: AgentPolicy): AgentSettings {
	return settings;
}

/** The rules that others do not have, wherever they stand. */
function missingIn(others: readonly Rule[], rules: readonly Rule[]): readonly Rule[] {
	const byId = new Map<string, Rule[]>();
	for (const rule of others) byId.set(rule.id, [...(byId.get(rule.id) ?? []), rule]);
	return rules.filter((rule) => !byId.get(rule.id)?.some((other) => isAlike({ ...rule, span: other.span }, other)));
}

/** Equality of plain data: made many thousand times, and mostly of what is equal. */
function isAlike(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	if (Array.isArray(a))
		return Array.isArray(b) && a.length === b.length && a.every((one, index) => isAlike(one, b[index]));
	const keys = Object.keys(a);
	return (
		keys.length === Object.keys(b).length &&
		keys.every((key) =>
			isAlike((a as Readonly<Record<string, unknown>>)[key], (b as Readonly<Record<string, unknown>>)[key]),
		)
	);
}

/** A tree of one agent of a mutant. */
function treeOf(tree: Tree, { agents, programs }: Policy, name: string): Tree {
	const agent = agents.get(name);
	const trees = Object.create(null) as Record<string, AgentTree>;
	if (agent !== undefined) trees[name] = compileAgent(agent);
	// It is asked some questions and forgotten: nobody needs to know it by its digest.
	return { ...tree, digest: "", agents: trees, programs: Object.fromEntries(programs) };
}

/** Is all the same on which effects depend? What rules tell, who states them and what may override them is beside that. */
function decidesAlike({ agent: { before }, change }: Changed): boolean {
	if (change === undefined) return false;
	const deciding = settingNames.map(settingRecord).filter(({ decides }) => decides);
	const settings = (agent: AgentPolicy): unknown => deciding.map((record) => settledValue(agent, record));
	const meanings = (rules: readonly Rule[]): readonly string[] =>
		[...new Set(rules.map(({ effect, grants, restricts }) => JSON.stringify([effect, grants, restricts])))].sort();
	return same(settings(before), settings(change.after)) && same(meanings(change.removed), meanings(change.added));
}

function same(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
