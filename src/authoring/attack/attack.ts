/**
 * Tries to get around an agent's denials: from each denial to what its author wanted, and from there to the lines that get there all the same and that the
 * policy lets through. Every line is decided by the engine, forced, in a world of no machine. Nothing is run. What a line leaves behind is there for the next one
 * in the engine's real world: links are not tried, for it follows them.
 *
 * What is found is true; that nothing is found says that none of the known ways is open, and no more.
 */

import { decide } from "../../engine/decide/decide.js";
import { evaluateTest } from "../../engine/decide/evaluate/evaluate-test.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { Way as KnownWay } from "../../engine/knowledge/acts/act.js";
import { askedByLine } from "../../engine/request/request-text.js";
import type { AgentPolicy, Rule } from "../../language/policy/policy.js";
import type { Test } from "../../language/policy/test.js";
import { type AgentModel, agentModelOf, anySymbolicWorld } from "../analysis/agent-model.js";
import { readForRules } from "../analysis/edits/denial-causes.js";
import { type Route, typedRoutes, writtenRoutes } from "./code.js";
import { everyWayTo } from "./every-way.js";
import { type Goal, goalsOf } from "./goals.js";
import { grantedRoutes } from "./granted-routes.js";

/** Lines that get to a goal, each allowed when it is asked for. */
export interface Way {
	readonly lines: readonly string[];
	/** What does it: the program that reads, deletes, runs. */
	readonly by: string;
}

/** A goal, the denials that say so, and the open ways to it: the shortest one first, one for each program. */
export interface Attacked {
	readonly goal: Goal;
	readonly rules: readonly Rule[];
	readonly ways: readonly Way[];
}

/** What an agent that works against its policy comes to. */
export interface Attack {
	/** What the denials are for, each with the ways that the engine would see, were there a rule for them. */
	readonly goals: readonly Attacked[];
	/** Code that rules see nothing of; absent where the agent runs none. The ways are those to the first of its goals. */
	readonly code?: {
		readonly goals: readonly Pick<Attacked, "goal" | "rules">[];
		readonly ways: readonly Way[];
	};
}

/** Tries all known ways around an agent's denials. */
export function attack(tree: Tree, agent: AgentPolicy): Attack {
	const wanted = wantedIn(agent.rules);
	if (wanted.length === 0) return { goals: [] };
	const setting = agentModelOf(tree, agent.name, anySymbolicWorld);
	const asks = asking(tree, setting);
	const goals = wanted.map(({ goal, rules }) => ({
		goal,
		rules,
		ways: directWays(goal, asks, setting).filter((way) => !isExcepted(way, rules, setting)),
	}));
	const code = codeWays(
		wanted.filter(({ goal }) => !isBounded(goal, agent)),
		agent,
		asks,
		setting,
	);
	return { goals, ...(code === undefined ? {} : { code }) };
}

/** Goals of all rules: equal ones once. */
function wantedIn(rules: readonly Rule[]): readonly { readonly goal: Goal; readonly rules: readonly Rule[] }[] {
	const byKey = new Map<string, { readonly goal: Goal; readonly rules: Rule[] }>();
	for (const rule of rules)
		for (const goal of goalsOf(rule)) {
			const key = `${goal.kind} ${goal.text}`;
			const known = byKey.get(key);
			if (known === undefined) byKey.set(key, { goal, rules: [rule] });
			else {
				known.rules.push(rule);
				if (goal.wide && !known.goal.wide) byKey.set(key, { goal, rules: known.rules });
			}
		}
	return [...byKey.values()];
}

/** Are all these lines allowed, when they are asked for with `force`? */
type Asks = (lines: readonly string[]) => boolean;

function asking(tree: Tree, { world, agentTree }: AgentModel): Asks {
	const known = new Map<string, boolean>();
	const agent = agentTree.agent.name;
	const isAllowed = (script: string): boolean => {
		let answer = known.get(script);
		if (answer === undefined) {
			const { effect, code } = decide(tree, { ...askedByLine(script), agent, force: true }, world);
			answer = effect === "allow" && code !== "ungoverned";
			known.set(script, answer);
		}
		return answer;
	};
	return (lines) => lines.every(isAllowed);
}

/** The lines with the home folder written out: where scripts may use no variables, a `~` is one. */
function withHome(lines: readonly string[], { home }: AgentModel["world"]): readonly string[] | undefined {
	return home !== undefined && lines.some((line) => line.includes("~"))
		? lines.map((line) => line.replaceAll(/~(?=[\s/]|$)/g, home))
		: undefined;
}

function directWays(goal: Goal, asks: Asks, { world }: AgentModel): readonly Way[] {
	const byProgram = new Map<string, Way>();
	const tried = everyWayTo(goal.kind)
		.flatMap((way) => put(way, goal))
		.toSorted((a, b) => lengthOf(a) - lengthOf(b));
	const take = (by: string, lines: readonly string[]): void => {
		if (!byProgram.has(by) && asks(lines)) byProgram.set(by, { lines, by });
	};
	for (const { by, lines } of tried) take(by, lines);
	for (const { by, lines } of tried) {
		const written = withHome(lines, world);
		if (written !== undefined) take(by, written);
	}
	return [...byProgram.values()];
}

/** Fewer lines first, then shorter ones. */
function lengthOf({ lines }: Pick<Way, "lines">): number {
	return lines.length * 1_000 + lines.join("").length;
}

/** The routes that are open for the first goal that code gets to, and what else it gets to by one of them. */
function codeWays(
	wanted: readonly Pick<Attacked, "goal" | "rules">[],
	{ rules }: AgentPolicy,
	asks: Asks,
	setting: AgentModel,
): Attack["code"] {
	const reached: Pick<Attacked, "goal" | "rules">[] = [];
	const ways = new Map<string, Way>();
	if (wanted.length === 0) return undefined;
	const granted = grantedRoutes(rules);
	const written = [...granted.written, ...writtenRoutes()];
	let open: readonly Route[] = [
		...typedRoutes(),
		...granted.typed,
		...written.flatMap((one) => (asks(one.runs) ? one.routes : [])),
	];
	for (const one of wanted) {
		const isFirst = reached.length === 0;
		const found = new Map<string, { readonly way: Way; readonly route: Route }>();
		for (const route of open) {
			const lines = found.has(route.by) ? undefined : route.lines(one.goal);
			if (lines === undefined || !asks(lines)) continue;
			const way = { lines, by: route.by };
			if (!isExcepted(way, one.rules, setting)) found.set(route.by, { way, route });
			if (!isFirst && found.size > 0) break;
		}
		if (found.size === 0) continue;
		reached.push(one);
		if (!isFirst) continue;
		for (const { way } of found.values()) ways.set(way.by, way);
		// One of those that are open here is mostly open for the others, too.
		open = [...new Set([...[...found.values()].map(({ route }) => route), ...open])];
	}
	return reached.length === 0 ? undefined : { goals: reached, ways: [...ways.values()] };
}

/** Is it what a rule leaves out by its own words, as `except` and `without` do? Then its author knows it. */
function isExcepted({ lines }: Way, rules: readonly Rule[], { tree, agentTree, world }: AgentModel): boolean {
	const excepted = rules.flatMap(({ restricts }) => (restricts === undefined ? [] : exceptedBy(restricts)));
	if (excepted.length === 0) return false;
	const agent = agentTree.agent.name;
	return lines.some((script) =>
		readForRules(tree, agentTree, { agent, script, force: true }, world)?.subjects.some((subject) =>
			excepted.some((test) => evaluateTest(test, subject) === "yes"),
		),
	);
}

function exceptedBy(test: Test): readonly Test[] {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap(exceptedBy);
		case "not":
			return test.test.kind === "paths-within" ? [] : [test.test];
		default:
			return [];
	}
}

/**
 * Where the sandbox is required, code comes to no file that every program is denied, writes nowhere else, has no network of its own, and nothing outlives it.
 * What lies in the workspace it may take away.
 */
function isBounded({ kind, wide }: Goal, { sandbox }: AgentPolicy): boolean {
	if (sandbox !== "require") return false;
	switch (kind) {
		case "read":
		case "write":
			return wide;
		case "network":
		case "force-push":
		case "persistence":
		case "privilege":
			return true;
		case "delete":
		case "shell":
		case "secrets":
			return false;
	}
}

/** The way for each of the goal's files, and for each folder above one. */
export function put({ by, lines }: Pick<KnownWay, "by" | "lines">, { files }: Pick<Goal, "files">): readonly Way[] {
	if (files.length === 0) return [{ by, lines }];
	return files.flatMap((file) => {
		const at = file.lastIndexOf("/");
		const folder = at > 0 ? file.slice(0, at) : at === 0 ? "/" : ".";
		const above = lines.some((one) => one.includes("{above}")) ? foldersAbove(folder) : [folder];
		return above.map((one) => ({
			by,
			lines: lines.map((line) =>
				line
					.replaceAll("{file}", file)
					.replaceAll("{folder}", folder)
					.replaceAll("{name}", file.slice(at + 1))
					.replaceAll("{above}", one),
			),
		}));
	});
}

/** A folder and those above it, up to the home folder, the workspace or the root. */
function foldersAbove(folder: string): readonly string[] {
	const found = [folder];
	for (let at = folder.lastIndexOf("/"); at > 0; at = (found.at(-1) as string).lastIndexOf("/"))
		found.push(folder.slice(0, at));
	if (folder.startsWith("/") && folder !== "/") found.push("/");
	if (!folder.startsWith("/") && !folder.startsWith("~") && folder !== ".") found.push(".");
	return found;
}
