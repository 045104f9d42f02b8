/**
 * Decides a request: finds its commands, walks the tree for each, and takes the strictest answer.
 * Nothing here opens a file or starts a process, and nothing is thrown: a fault inside is a denial that says so.
 */

import type { Environment } from "../../language/policy/settings/environment.js";
import type { ReadCommand } from "../effects/commands.js";
import { foldersOf } from "../effects/effects.js";
import { variablesIn } from "../effects/variables.js";
import { altered } from "../records/altered.js";
import { checkRequest } from "../request/check-request.js";
import type { World } from "../request/paths.js";
import { readRequest } from "../request/read-request.js";
import type { Command, Mutable, Request, Variable } from "../request/request.js";
import { eachGroupOnce } from "./asked-people.js";
import { type Bounds, boundsOf } from "./bounds/bounds.js";
import { isStricter } from "./combine.js";
import { decideCommand, type FaultOf, missingSyntax } from "./decide-command.js";
import { type CommandDecision, type Decision, type DecisionCode, lateMessage, lateWorst } from "./decision.js";
import { variablesFault } from "./environment.js";
import { memory, movedTo } from "./equal-commands.js";
import { type CommandContext, type EvaluationContext, evaluationContextOf } from "./evaluate/evaluation-context.js";
import { governedCommands, handOfCommand } from "./governed.js";
import { registerPermit } from "./permit.js";
import { aroundOf, type CommandsBefore, type Subjects, subjectsOf, worldOfDecision } from "./subjects.js";
import type { AgentDecisions, Decisions } from "./tree.js";

/** Decides a request under a compiled policy. No field of a decision can be written; what is asked again is decided again. */
export function decide(tree: Decisions, request: Request, world: World, before?: CommandsBefore): Decision {
	return Object.freeze(decideOrRefuse(tree, request, world, before));
}

/** What is no request, and a fault inside, is a denial that says so. */
function decideOrRefuse(tree: Decisions, request: Request, world: World, before: CommandsBefore | undefined): Decision {
	let checked: Request | undefined;
	try {
		const found = checkRequest(request);
		if (typeof found === "string")
			return refusal(tree, undefined, "fault", `this is no request, so it is denied: ${found}`);
		checked = found;
		return decideRequest(tree, found, world, before);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return refusal(tree, checked, "fault", `this could not be decided, so it is denied: ${why}`);
	}
}

function decideRequest(tree: Decisions, request: Request, asked: World, before: CommandsBefore | undefined): Decision {
	const name = request.agent ?? "default";
	const agentTree = Object.hasOwn(tree.agents, name) ? tree.agents[name] : undefined;
	if (agentTree === undefined) {
		const names = Object.keys(tree.agents).sort();
		return refusal(
			tree,
			request,
			"unknown-agent",
			`the policy has no agent \`${name}\`${names.length > 0 ? `; it has ${names.map((one) => `\`${one}\``).join(", ")}` : ""}`,
		);
	}
	const { agent } = agentTree;
	const around = aroundOf(request, agent, worldOfDecision(request, agent, asked, tree.policyPaths));
	const fault = variablesFault(variablesIn(request.env), agent.environment, {
		folders: [around.cwd],
		world: around.world,
	});
	if (fault !== undefined) return altered(refusal(tree, request, "environment", fault), aroundRuns(agent));
	let reading = readRequest(request, around.world.home, around.cwd);
	if (reading.kind === "opaque") {
		const message = `this can't be read for certain, so it is ${agent.unreadable === "ask" ? "a question for a person" : "denied"}: ${reading.why}`;
		const decision: Mutable<Decision> = altered(refusal(tree, request, "unreadable", message), aroundRuns(agent));
		decision.effect = agent.unreadable;
		decision.span = reading.span;
		// A person who says yes has seen the script as it stands. Nobody can say yes to a denial:
		// equivalent: a permit of it is never made
		if (decision.effect === "ask")
			registerPermit(decision, request, nothingRead, around, agent.environment, () =>
				boundsOf(tree, agentTree, undefined, around),
			);
		return decision;
	}
	const { syntax } = reading;
	const read = (commands: readonly Command[]): Subjects =>
		subjectsOf(tree, agent, request, around, commands, syntax, before);
	const governed = governedCommands(reading.commands, agent);
	if (governed.length < 1 && reading.commands.length > 0) {
		// What is left to others happens all the same.
		if (before !== undefined) read(reading.commands);
		return leftToHarness(tree, request, reading.commands, agent);
	}
	// equivalent: all of them are the same list
	if (governed.length < reading.commands.length) reading = { ...reading, commands: governed };
	const missing = missingSyntax(syntax, agent);
	if (missing !== undefined) {
		if (before !== undefined) read(reading.commands);
		return altered(refusal(tree, request, "syntax", missing), aroundRuns(agent));
	}
	const commands: CommandDecision[] = [];
	const faultOf = faultsOf(agent.environment, around);
	// Equal commands of a long script are decided once.
	// equivalent: that a short one keeps no list saves time alone
	const decided = reading.commands.length < 8 || before !== undefined ? undefined : memory();
	const reads: ReadCommand[] = [];
	const { unwrapped, contextOf, subjectOf, beforeOf } = read(reading.commands);
	for (const found of unwrapped) {
		const first = commands.length;
		// What a name stands for gets the sandbox of the command around it.
		if (agent.sandbox !== "off") reads.push(...found.filter(({ covered }) => !covered));
		for (const one of found) {
			const outer = outerOf(one, found);
			const via = outer === undefined ? undefined : first + found.indexOf(outer);
			const runner = outer?.args.usage?.runs?.packages === true ? subjectOf(outer) : undefined;
			const covering = coverOf(one, found);
			const cover = covering === undefined ? undefined : subjectOf(covering);
			// What it may do hangs on the command around it.
			const alone = runner === undefined && cover === undefined;
			const same = alone ? decided?.find(one) : undefined;
			const own = contextOf(one);
			// What was worked out of its effects for what it leaves is not worked out again.
			const subject = (): EvaluationContext =>
				beforeOf === undefined
					? evaluationContextOf(one, own)
					: { ...subjectOf(one), before: beforeOf(commands.length) };
			const decision =
				// equivalent: decided again, it is the same
				same === undefined
					? decideCommand(tree, agentTree, one, subject(), faultOf, { via, runner, cover })
					: movedTo(same, one.command.span, via);
			// Facts may be others by then.
			if (same === undefined && alone && !own.circumstances.wereAsked()) decided?.keep({ read: one, decision });
			commands.push(decision);
		}
	}
	const bounds = (): Bounds => boundsOf(tree, agentTree, reads, around, contextOf);
	if (commands.length === 0) {
		const decision: Mutable<Decision> = altered(
			refusal(tree, request, "nothing", "it runs nothing"),
			aroundRuns(agent),
		);
		decision.effect = "allow";
		registerPermit(decision, request, reading, around, agent.environment, bounds);
		return decision;
	}
	const strictest = commands.reduce((worst, one) => (isStricter(one.effect, worst.effect) ? one : worst));
	// All of one shape: what is read of objects of many shapes is read slowly.
	const begun: Partial<Mutable<Decision>> = {
		effect: strictest.effect,
		code: strictest.code,
		agent: name,
		commands,
		rules: strictest.rules,
	};
	const decision = lateMessage.give(begun, () => strictest.message) as Mutable<Decision>;
	decision.use = strictest.use;
	decision.limits = agent.limits;
	decision.sandbox = agent.sandbox;
	decision.audit = agent.audit ?? "prefer";
	decision.policy = tree.digest;
	if (strictest.note !== undefined) decision.note = strictest.note;
	const approvals = decision.effect === "ask" ? eachGroupOnce(commands.flatMap((one) => one.approvals ?? [])) : [];
	if (approvals.length > 0) decision.approvals = approvals;
	if (decision.effect === "ask") lateWorst.give(decision, () => worstOfAll(commands));
	// equivalent: nobody can say yes to what is denied, and no permit of it is made
	if (decision.effect === "allow" || decision.effect === "ask")
		registerPermit(decision, request, reading, around, agent.environment, bounds);
	return decision;
}

/** Each command that is asked about says its own. */
function worstOfAll(commands: readonly CommandDecision[]): string | undefined {
	const each = new Set(commands.flatMap(({ worst }) => (worst === undefined ? [] : [worst])));
	return each.size === 0 ? undefined : [...each].join("; ");
}

/** A call that no rule of the agent speaks of. */
function leftToHarness(
	tree: Decisions,
	request: Request,
	commands: readonly Command[],
	agent: AgentDecisions["agent"],
): Decision {
	const hands = [...new Set(commands.flatMap((one) => handOfCommand(one) ?? []))];
	const message = `the agent's rules do not govern ${hands.join(" and ")}, so this is left to the harness`;
	const decision: Mutable<Decision> = altered(refusal(tree, request, "ungoverned", message), aroundRuns(agent));
	decision.effect = "allow";
	return decision;
}

/** What of an agent's settings goes with a decision. */
function aroundRuns({
	limits,
	sandbox,
	audit = "prefer",
}: AgentDecisions["agent"]): Pick<Decision, "limits" | "sandbox" | "audit"> {
	return { limits, sandbox, audit };
}

const nothingRead = { kind: "understood", commands: [], syntax: [] } as const;

/** Of those found with it the command that runs this one. */
function outerOf({ command: { via } }: ReadCommand, found: readonly ReadCommand[]): ReadCommand | undefined {
	// equivalent: no command is the one that there is not
	return via === undefined ? undefined : found.find(({ command }) => command === via);
}

/** The command whose grant covers this one. */
function coverOf(one: ReadCommand, found: readonly ReadCommand[]): ReadCommand | undefined {
	let cover: ReadCommand | undefined = one;
	while (cover?.covered) cover = outerOf(cover, found);
	return cover === one ? undefined : cover;
}

interface KnownFault {
	readonly ways: ReadCommand["ways"];
	readonly fault: string | undefined;
}

/** Why the variables of a command are refused; a list that many commands of one folder share is looked at once. */
function faultsOf(environment: Environment, { world, cwd }: CommandContext): FaultOf {
	let known: Map<readonly Variable[], KnownFault> | undefined;
	return ({ command: { assignments }, ways }) => {
		if (assignments.length === 0) return undefined; // equivalent: without variables there is no fault
		known ??= new Map();
		const before = known.get(assignments);
		// equivalent: asked again, it is the same
		if (before !== undefined && before.ways === ways) return before.fault;
		const fault = variablesFault(assignments, environment, { folders: foldersOf(ways, cwd), world });
		// equivalent: asked again, it is the same
		known.set(assignments, { ways, fault });
		return fault;
	};
}

/** A denial of the whole request. */
export function refusal(
	tree: Pick<Decisions, "digest"> | undefined,
	request: Request | undefined,
	code: DecisionCode,
	message: string,
): Decision {
	return {
		effect: "deny",
		code,
		agent: request?.agent ?? "default",
		commands: [],
		rules: [],
		message,
		use: [],
		limits: {},
		sandbox: "off",
		audit: "prefer",
		policy: tree?.digest ?? "",
	};
}
