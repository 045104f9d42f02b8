/**
 * Decides a request: finds its commands, walks the tree for each, and takes the strictest answer.
 * Nothing here opens a file or starts a process, and nothing is thrown: a fault inside is a denial that says so.
 */

import { isCallName } from "../../language/policy/hands.js";
import type { Rule } from "../../language/policy/policy.js";
import type { Environment } from "../../language/policy/settings/environment.js";
import { positionAt } from "../../language/source/source-file.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { ReadCommand } from "../effects/commands.js";
import { foldersOf } from "../effects/effects.js";
import { isReadSetting } from "../effects/git-settings.js";
import { unwrapAll } from "../effects/unwrap-all.js";
import { variablesIn, withVariables } from "../effects/variables.js";
import { programOfPackage } from "../knowledge/package-names.js";
import type { Program } from "../knowledge/program.js";
import { readArguments } from "../request/arguments/read-arguments.js";
import { checkRequest } from "../request/check-request.js";
import { remembering, type World } from "../request/paths.js";
import { readRequest } from "../request/read-request.js";
import type { Command, Mutable, Request, SyntaxFeature, Variable, Word } from "../request/request.js";
import { asksPeople, eachGroupOnce, peopleOf } from "./asked-people.js";
import { type Bounds, boundsOf } from "./bounds/bounds.js";
import { combine, isStricter } from "./combine.js";
import { commandContexts } from "./command-context.js";
import type { AskedPeople, CommandDecision, Decision, DecisionCode, RuleRef } from "./decision.js";
import { variablesFault } from "./environment.js";
import { memory, movedTo } from "./equal-commands.js";
import {
	type Before,
	type CommandContext,
	type EvaluationContext,
	evaluationContextOf,
} from "./evaluate/evaluation-context.js";
import { defaultMessage, fillIn } from "./explain/messages.js";
import { governedCommands, handOfCommand } from "./governed.js";
import { folderOf, registerPermit } from "./permit.js";
import type { AgentDecisions, Decisions } from "./tree.js";
import { walk } from "./walk.js";

/** Decides a request under a compiled policy. No field of a decision can be written; what is asked again is decided again. */
export function decide(tree: Decisions, request: Request, world: World, before?: CommandsBefore): Decision {
	return Object.freeze(decideOrRefuse(tree, request, world, before));
}

/**
 * What happened before each command of a request, by its place, once all of them are known: each as it stands in the request, with those inside it. Where nobody
 * tells it, it is unknown.
 */
export type CommandsBefore = (
	subjects: readonly (readonly EvaluationContext[])[],
	request: Request,
	cwd: string | undefined,
	syntax: readonly SyntaxFeature[],
) => (place: number) => Before;

/** What is no request, and a fault inside, is a denial that says so. */
function decideOrRefuse(tree: Decisions, request: Request, world: World, before: CommandsBefore | undefined): Decision {
	let checked: Request | string = "it could not be read";
	try {
		checked = checkRequest(request);
		if (typeof checked === "string")
			return refusal(tree, undefined, "fault", `this is no request, so it is denied: ${checked}`);
		return decideRequest(tree, checked, remembering(world), before);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return refusal(
			tree,
			typeof checked === "string" ? undefined : checked,
			"fault",
			`this could not be decided, so it is denied: ${why}`,
		);
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
	const world = worldFor(
		request,
		agent,
		tree.policyPaths === undefined ? asked : { ...asked, policy: tree.policyPaths },
	);
	const around: CommandContext = {
		world,
		cwd: folderOf(request.cwd, world.workspace),
		trust: agent.trust,
		forced: request.force === true,
		tools: request.tools,
	};
	const fault = variablesFault(variablesIn(request.env), agent.environment, { folders: [around.cwd], world });
	if (fault !== undefined) return { ...refusal(tree, request, "environment", fault), ...aroundRuns(agent) };
	let reading = readRequest(request, world.home, around.cwd);
	if (reading.kind === "opaque") {
		const message = `this can't be read for certain, so it is ${agent.unreadable === "ask" ? "a question for a person" : "denied"}: ${reading.why}`;
		const decision: Decision = {
			...refusal(tree, request, "unreadable", message),
			effect: agent.unreadable,
			...aroundRuns(agent),
			span: reading.span,
		};
		// A person who says yes has seen the script as it stands.
		if (decision.effect === "ask")
			registerPermit(decision, request, nothingRead, around, agent.environment, () =>
				boundsOf(tree, agentTree, undefined, around),
			);
		return decision;
	}
	const facts = { programs: taughtBy(tree), trust: agent.trust, home: world.home };
	const told = (unwrapped: readonly (readonly ReadCommand[])[], syntax: readonly SyntaxFeature[]) => {
		if (before === undefined) return undefined;
		const contextOf = commandContexts(unwrapped, around, request, syntax, agent);
		const subjects = unwrapped.map((found) => found.map((one) => evaluationContextOf(one, contextOf(one))));
		return before(subjects, request, around.cwd, syntax);
	};
	const unwrappedOf = (commands: readonly Command[]): readonly (readonly ReadCommand[])[] =>
		unwrapAll(withVariables(commands, request), facts, around.cwd, around.world);
	if (request.call !== undefined) {
		const commands = governedCommands(reading.commands, agent);
		if (commands.length < 1 && reading.commands.length > 0) {
			told(unwrappedOf(reading.commands), reading.syntax);
			return leftToHarness(tree, request, reading.commands, agent);
		}
		if (commands.length < reading.commands.length) reading = { ...reading, commands };
	}
	const missing = missingSyntax(reading.syntax, agent);
	if (missing !== undefined) {
		told(unwrappedOf(reading.commands), reading.syntax);
		return { ...refusal(tree, request, "syntax", missing), ...aroundRuns(agent) };
	}
	const commands: CommandDecision[] = [];
	const faultOf = faultsOf(agent.environment, around);
	// Equal commands of a long script are decided once.
	// equivalent: that a short one keeps no list saves time alone
	const decided = reading.commands.length < 8 || before !== undefined ? undefined : memory();
	const reads: ReadCommand[] = [];
	const unwrapped = unwrappedOf(reading.commands);
	const beforeOf = told(unwrapped, reading.syntax);
	const aroundOf = commandContexts(unwrapped, around, request, reading.syntax, agent);
	for (const found of unwrapped) {
		const first = commands.length;
		// What a name stands for gets the sandbox of the command around it.
		if (agent.sandbox !== "off") reads.push(...found.filter(({ covered }) => !covered));
		const coverOf = (one: ReadCommand): EvaluationContext | undefined => {
			if (!one.covered) return undefined;
			let outer = placeOfOuter(one, found);
			while (outer !== undefined && found[outer]?.covered) outer = placeOfOuter(found[outer] as ReadCommand, found);
			const read = outer === undefined ? undefined : found[outer];
			return read === undefined ? undefined : evaluationContextOf(read, aroundOf(read));
		};
		const runnerOf = (one: ReadCommand): EvaluationContext | undefined => {
			const outer = placeOfOuter(one, found);
			const read = outer === undefined ? undefined : found[outer];
			return read?.args.usage?.runs?.packages === true ? evaluationContextOf(read, aroundOf(read)) : undefined;
		};
		for (const one of found) {
			const outer = placeOfOuter(one, found);
			const place = outer === undefined ? undefined : first + outer;
			const runner = runnerOf(one);
			const cover = coverOf(one);
			// What it may do hangs on the command around it.
			const alone = runner === undefined && cover === undefined;
			const same = alone ? decided?.find(one) : undefined;
			const own = besides(aroundOf(one), beforeOf?.(commands.length));
			const decision =
				same === undefined
					? decideCommand(tree, agentTree, one, own, faultOf, { via: place, runner, cover })
					: movedTo(same, one.command.span, place);
			// Facts may be others by then.
			if (same === undefined && alone && !own.circumstances.wereAsked()) decided?.keep({ read: one, decision });
			commands.push(decision);
		}
	}
	const bounds = (): Bounds => boundsOf(tree, agentTree, reads, around, aroundOf);
	if (commands.length === 0) {
		const decision: Decision = {
			...refusal(tree, request, "nothing", "it runs nothing"),
			effect: "allow",
			...aroundRuns(agent),
		};
		registerPermit(decision, request, reading, around, agent.environment, bounds);
		return decision;
	}
	const strictest = commands.reduce((worst, one) => (isStricter(one.effect, worst.effect) ? one : worst));
	const decision: Mutable<Decision> = {
		effect: strictest.effect,
		code: strictest.code,
		agent: name,
		commands,
		rules: strictest.rules,
		// Nobody may read it, and it costs more than the rest.
		get message() {
			return strictest.message;
		},
		use: strictest.use,
		limits: agent.limits,
		sandbox: agent.sandbox,
		audit: agent.audit ?? "prefer",
		policy: tree.digest,
	};
	if (strictest.note !== undefined) decision.note = strictest.note;
	const approvals = decision.effect === "ask" ? eachGroupOnce(commands.flatMap((one) => one.approvals ?? [])) : [];
	if (approvals.length > 0) decision.approvals = approvals;
	if (decision.effect === "allow" || decision.effect === "ask")
		registerPermit(decision, request, reading, around, agent.environment, bounds);
	return decision;
}

function besides<Context extends CommandContext>(around: Context, before: Before | undefined): Context {
	return before === undefined ? around : { ...around, before };
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
	return { ...refusal(tree, request, "ungoverned", message), effect: "allow", ...aroundRuns(agent) };
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

/** Where among those found with it the command stands that runs this one. */
function placeOfOuter({ command: { via } }: ReadCommand, found: readonly ReadCommand[]): number | undefined {
	const place = via === undefined ? -1 : found.findIndex(({ command }) => command === via);
	return place < 0 ? undefined : place;
}

/**
 * The rule that grants a package runner this very package: what the package's program does is granted with it, as `npx tsc` is what `allow npx tsc` names. A rule
 * that grants any package names none, and what it runs needs a grant of its own. Undefined where there is no such rule.
 */
function grantOfPackage(agentTree: AgentDecisions, runner: EvaluationContext, program: string): number | undefined {
	const { command, args } = runner;
	const { granted } = walk(agentTree, runner);
	const slot = args.operands.filter(({ canonical }) => canonical === undefined)[args.usage?.runs?.skip ?? 0];
	if (granted === undefined || slot?.kind !== "sure" || slot.word.kind !== "known") return undefined;
	// What else the runner runs, as by `npx -c LINE tsc`, is not the package.
	if (programOfPackage(slot.word.text) !== program) return undefined;
	const words = command.args.map((word, index): Word => (index === slot.index ? noPackage : word));
	const other = walk(agentTree, {
		...runner,
		command: { ...command, args: words },
		args: readArguments(args.program, words),
	});
	return other.granted === undefined ? granted : undefined;
}

/** A word that no rule names. */
const noPackage: Word = { kind: "known", text: "\u{f0000}" };

/** The world as the request's programs will see it: a shell takes `~` for what HOME says. */
export function worldFor(request: Request, agent: AgentDecisions["agent"], world: World): World {
	const home = request.env?.HOME ?? agent.environment.set.HOME ?? world.home;
	return home === undefined ? world : { ...world, home };
}

type FaultOf = (read: ReadCommand) => string | undefined;

/** Why the variables of a command are refused; a list that many commands of one folder share is looked at once. */
function faultsOf(environment: Environment, { world, cwd }: CommandContext): FaultOf {
	const known = new Map<
		readonly Variable[],
		{ readonly ways: ReadCommand["ways"]; readonly fault: string | undefined }
	>();
	return ({ command: { assignments }, ways }) => {
		if (assignments.length === 0) return undefined;
		const before = known.get(assignments);
		// equivalent: asked again, it is the same
		if (before !== undefined && before.ways === ways) return before.fault;
		const fault = variablesFault(assignments, environment, { folders: foldersOf(ways, cwd), world });
		// equivalent: asked again, it is the same
		known.set(assignments, { ways, fault });
		return fault;
	};
}

/** The programs that a policy teaches, by name: once for each tree. */
function taughtBy(tree: Decisions): ReadonlyMap<string, Program> {
	let programs = taught.get(tree);
	if (programs === undefined) {
		programs = new Map(Object.entries(tree.programs));
		// equivalent: made again, they are the same
		taught.set(tree, programs);
	}
	return programs;
}
const taught = new WeakMap<Decisions, ReadonlyMap<string, Program>>();

/** What to say where syntax is used that the policy does not list. */
function missingSyntax(
	syntax: readonly SyntaxFeature[],
	{ syntax: listed }: AgentDecisions["agent"],
): string | undefined {
	const missing = syntax.filter((feature) => !listed.includes(feature));
	return missing.length === 0
		? undefined
		: `this uses ${missing.join(", ")}, which the policy does not allow in a command`;
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

/** The commands around one. `via`: the place of the one that runs it. `runner`: the package runner that fetches it. `cover`: the one whose grant covers it. */
interface Outer {
	readonly via: number | undefined;
	readonly runner: EvaluationContext | undefined;
	readonly cover: EvaluationContext | undefined;
}

function decideCommand(
	tree: Decisions,
	agentTree: AgentDecisions,
	read: ReadCommand,
	around: CommandContext,
	faultOf: FaultOf,
	{ via, runner, cover }: Outer,
): CommandDecision {
	const subject = evaluationContextOf(read, around);
	const { command } = read;
	const argv = [knownText(command.program), ...command.args.map(knownText)];
	const { start, end } = command.span;
	const base = via === undefined ? { argv, start, end } : { argv, start, end, via };
	const { agent } = agentTree;
	const refused = (effect: Effect, code: DecisionCode, message: string, doubt: boolean): CommandDecision => ({
		...base,
		effect,
		code,
		rules: [],
		message,
		use: [],
		doubt,
	});
	if (command.program.kind !== "known") {
		const through = via === undefined ? "" : ", through another program";
		const why = command.program.kind === "unknown" ? `: ${command.program.source}` : "";
		return refused(
			agent.unreadable,
			"unreadable",
			`this runs a command that can't be known from here${through}${why}`,
			true,
		);
	}
	if (command.call === undefined && isCallName(command.program.text))
		return refused(
			"deny",
			"unreadable",
			`\`${command.program.text}\` is the name of a tool's call: a program that is called so is named by its path`,
			false,
		);
	const missing = missingSyntax(read.syntax, agent);
	if (missing !== undefined) return refused("deny", "syntax", missing, false);
	const fault = faultOf(read);
	if (fault !== undefined) return refused("deny", "environment", fault, false);
	const leads = subject.effects.programPlace();
	if (leads !== undefined && leads.resolved === undefined) {
		const text = command.program.text;
		return refused(
			agent.unreadable,
			"unreadable",
			`it can't be known where \`${text}\` leads: its links go in a circle, or can't be followed`,
			true,
		);
	}
	const walked = walk(agentTree, subject);
	const { raised } = walked;
	const own = walked.granted ?? (cover === undefined ? undefined : walk(agentTree, cover).granted);
	const granted = own ?? (runner === undefined ? undefined : grantOfPackage(agentTree, runner, command.program.text));
	const fallback = agentTree.agent.default;
	const effect = combine(
		granted !== undefined,
		raised.map(({ rule }) => (agentTree.rules.at(rule) as Rule).effect),
		fallback,
	);
	// What is run and can't be seen is granted by a rule that speaks of it, never by a default.
	const unseen = own !== undefined ? undefined : unseenBy(read, subject);
	if (unseen !== undefined && isStricter(agent.unreadable, effect))
		return refused(agent.unreadable, "unreadable", `no rule allows it, and ${unseen}`, true);
	const decisive = raised.filter(({ rule }) => (agentTree.rules.at(rule) as Rule).effect === effect);
	const waiting = effect !== "ask" ? [] : decisive.filter(({ rule }) => asksPeople(agentTree.rules.at(rule) as Rule));
	const people = peopleOf(
		waiting.map(({ rule }) => agentTree.rules.at(rule) as Rule),
		subject,
	);
	// A question that certain people answer is no question for whoever runs the session.
	const first = waiting.find(({ sure }) => sure) ?? waiting[0] ?? decisive.find(({ sure }) => sure) ?? decisive[0];
	const base_ = granted === undefined ? fallback : "allow";
	if (first !== undefined && effect !== base_)
		return withPeople(ruled(tree, agentTree, base, effect, first.rule, !first.sure, subject), people);
	if (first !== undefined && granted === undefined)
		return withPeople(ruled(tree, agentTree, base, effect, first.rule, !first.sure, subject), people);
	if (granted !== undefined) return ruled(tree, agentTree, base, effect, granted, false, subject);
	let text: string | undefined;
	return {
		...base,
		effect,
		code: "default",
		rules: [],
		get message() {
			text ??= saidOf(() => defaultMessage(effect, subject, agentTree));
			return text;
		},
		use: [],
		doubt: false,
	};
}

function withPeople(decision: Mutable<CommandDecision>, approvals: readonly AskedPeople[]): CommandDecision {
	if (approvals.length > 0) decision.approvals = approvals;
	return decision;
}

/** A message that is written late. That it can't be written changes no decision. */
function saidOf(write: () => string): string {
	try {
		return write();
	} catch (error) {
		return `why can't be said: ${error instanceof Error ? error.message : String(error)}`;
	}
}

function knownText(word: Word): string | null {
	return word.kind === "known" ? word.text : null;
}

/** What the command does that can't be read off: it runs shell code from elsewhere, or a program that an option brings, or may bring; or an option sends it elsewhere. */
function unseenBy({ unseen }: ReadCommand, subject: EvaluationContext): string | undefined {
	const runs = (what: string): string => `what it runs can't be seen from here: ${what}`;
	if (unseen !== undefined) return runs(unseen);
	const uses = subject.effects.powersBeyond().filter(({ power }) => power === "exec");
	const use = uses.find(({ option }) => option !== undefined && !isRead(option, subject));
	if (use?.option !== undefined)
		return subject.effects.namesHost(use.option)
			? `\`${use.option}\` has it talk to another host than what it asks for`
			: runs(`\`${use.option}\` may run another program`);
	if (subject.effects.hasUnclearCode()) return runs("code that can't be known");
	return subject.effects.mayRunOthers()
		? runs("a word that can't be known may be an option that runs another program")
		: undefined;
}

/** What the option runs is a command of its own, and was found. */
function isRead(name: string, { args }: EvaluationContext): boolean {
	return args.options
		.filter((option) => option.name === name)
		.every((option) => option.fact?.runs !== undefined || isReadSetting(option));
}

function ruled(
	tree: Decisions,
	agentTree: AgentDecisions,
	base: Pick<CommandDecision, "argv" | "start" | "end" | "via">,
	effect: Effect,
	index: number,
	doubt: boolean,
	subject: EvaluationContext,
): Mutable<CommandDecision> {
	const rule = agentTree.rules.at(index) as Rule;
	let text: string | undefined;
	// Made for every command of every request: without copies.
	const answer: Mutable<CommandDecision> = {
		argv: base.argv,
		effect,
		code: "rule",
		rules: [ruleRef(tree, rule)],
		// Of most commands nobody reads it.
		get message() {
			text ??= saidOf(() => fillIn(rule, effect, doubt, subject));
			return text;
		},
		use:
			rule.use.length === 0
				? noTools
				: rule.use.filter((name) => subject.tools === undefined || subject.tools.includes(name)),
		doubt,
		start: base.start,
		end: base.end,
	};
	if (base.via !== undefined) answer.via = base.via;
	if (rule.note !== undefined) answer.note = rule.note;
	return answer;
}

const noTools: readonly never[] = Object.freeze([]);

/** A rule as people find it. */
export function ruleRef(tree: Decisions, rule: Rule): RuleRef {
	let ref = refs.get(rule);
	if (ref === undefined) {
		ref = makeRef(tree, rule);
		refs.set(rule, ref);
	}
	return ref;
}

/** A rule belongs to one tree. */
const refs = new WeakMap<Rule, RuleRef>();

function makeRef(tree: Decisions, rule: Rule): RuleRef {
	const lineStarts = tree.lines[rule.span.file] ?? [0];
	const { line } = positionAt({ name: rule.span.file, text: "", lineStarts }, rule.span.start);
	return Object.freeze({ id: rule.id, file: rule.span.file, line });
}
