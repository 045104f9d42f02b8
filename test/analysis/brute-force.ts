/**
 * Every command of the small world put to a policy, one by one: what questions about all commands are held against.
 * The tree is walked as `decide` walks it; whatever comes of that is decided again by `decide` itself before it counts.
 */
import type { Sample } from "../../src/analysis/sample.js";
import { combine } from "../../src/decide/combine.js";
import { decide, walk } from "../../src/decide/decide.js";
import { holds } from "../../src/decide/holds.js";
import { type Subject, subjectOf } from "../../src/decide/subject.js";
import type { AgentTree, Tree } from "../../src/decide/tree.js";
import type { Truth } from "../../src/decide/truth.js";
import type { Rule } from "../../src/policy/policy.js";
import type { Test } from "../../src/policy/test.js";
import { readArguments } from "../../src/request/arguments.js";
import { unwrap } from "../../src/request/commands.js";
import { factsOf } from "../../src/request/facts.js";
import type { World } from "../../src/request/paths.js";
import type { Command, Request, Word } from "../../src/request/request.js";
import type { Effect, Power } from "../../src/syntax/statements.js";
import { lists, programs, spellingsOf, vocabularies } from "./small-world.js";

export const ground = { workspace: "/workspace", home: "/home/user" };
export const world: World = { ...ground, linkAt: () => "none" };
const trust = ["/usr/bin", "/bin"];

/** How a command is asked for. */
export interface Manner {
	readonly forced: boolean;
	/** The agent's own tools; absent: all. */
	readonly tools?: readonly string[];
	/** The folder that it is asked for in; absent: the workspace. */
	readonly cwd?: string;
}

/** How a sample is asked for. */
export function mannerOf({ forced, tools, cwd }: Sample): Manner {
	return { forced, ...(tools === undefined ? {} : { tools }), ...(cwd === undefined ? {} : { cwd }) };
}

export const plainly: Manner = { forced: false };
export const byForce: Manner = { forced: true };
const manners: readonly Manner[] = [
	plainly,
	byForce,
	{ forced: false, tools: [] },
	{ forced: false, tools: ["t.one"] },
	{ forced: true, tools: [] },
];

/** One command that can be asked for, ready to be put to rules. */
export interface Asked {
	readonly argv: readonly string[];
	readonly manner: Manner;
	readonly subject: Subject;
	/** It can be read in one way only, and every option in it is one that is known. */
	readonly certain: boolean;
	/** It runs what nobody can see: no default lets it through. */
	readonly unseen: boolean;
}

const made = new Map<string, readonly Asked[]>();

/**
 * Every command of a program with up to so many words behind its name; with one less where the program is spelled otherwise or the command is
 * not asked for plainly, for that makes a difference whatever the words are.
 */
export function commandsOf(name: string, most: number, manner: Manner = plainly): readonly Asked[] {
	const key = JSON.stringify([name, most, manner]);
	let commands = made.get(key);
	if (commands === undefined) {
		const words = vocabularies[name]?.words ?? [];
		commands = spellingsOf(name).flatMap((spelling) =>
			lists(words, spelling === name && manner === plainly ? most : most - 1).map((list) =>
				asked([spelling, ...list], manner),
			),
		);
		made.set(key, commands);
	}
	return commands;
}

/** One command made ready. */
export function asked(argv: readonly string[], manner: Manner = plainly): Asked {
	const subject = subjectFor(argv, manner);
	return { argv, manner, subject, certain: isCertain(subject), unseen: isUnseen(subject) };
}

function subjectFor(argv: readonly string[], { forced, tools, cwd = world.workspace }: Manner): Subject {
	const [program, ...args] = argv.map((text): Word => ({ kind: "known", text }));
	const command: Command = {
		program: program as Word,
		args,
		redirects: [],
		assignments: [],
		span: { file: "", start: 0, end: 0 },
	};
	const facts = { programs, trust, home: world.home };
	const [read] = unwrap(command, facts);
	if (read === undefined) throw new Error("a command is none");
	return subjectOf(read, { world, cwd, trust, forced, tools });
}

/** A command that leaves out a value is refused by its program, whatever rules say of it. */
function isCertain({ command, args }: Subject): boolean {
	const facts = factsOf(command.program, { programs, trust, home: world.home });
	const read = readArguments(facts, command.args);
	return (
		!args.open &&
		!args.strangeSubcommand &&
		(args.program === undefined || !args.strange) &&
		read.operands.every((slot) => slot.kind === "sure" && !slot.doubtful && slot.mayBe === undefined) &&
		args.options.every(({ sure, fact, value }) => sure && (fact?.value !== "required" || value !== undefined))
	);
}

/** An option runs another program, and the option is no command that was found. */
function isUnseen(subject: Subject): boolean {
	return subject
		.powersBeyond()
		.some(
			({ power, option, sure }) =>
				power === ("exec" satisfies Power) &&
				sure &&
				option !== undefined &&
				subject.args.options.some(({ name, fact }) => name === option && fact?.runs === undefined),
		);
}

/** What an agent answers. */
function answerTo({ subject, unseen }: Asked, agentTree: AgentTree): Effect {
	const { granted, raised } = walk(agentTree, subject);
	const effects = raised.map(({ rule }) => agentTree.rules[rule]?.effect ?? "deny");
	const effect = combine(granted !== undefined, effects, agentTree.agent.default);
	return granted === undefined && unseen ? "deny" : effect;
}

/** What an agent answers to every command of a program, in the order of `commandsOf`. */
export function answersTo(name: string, most: number, manner: Manner, agentTree: AgentTree): readonly Effect[] {
	const key = JSON.stringify([name, most, manner]);
	const known = answers.get(agentTree) ?? new Map<string, readonly Effect[]>();
	answers.set(agentTree, known);
	let all = known.get(key);
	if (all === undefined) {
		all = commandsOf(name, most, manner).map((one) => answerTo(one, agentTree));
		known.set(key, all);
	}
	return all;
}
const answers = new WeakMap<AgentTree, Map<string, readonly Effect[]>>();

/** The request for a command. */
export function requestFor({ argv, manner }: Pick<Asked, "argv" | "manner">, agent: string): Request {
	const { forced, tools, cwd } = manner;
	return {
		agent,
		argv,
		...(cwd === undefined ? {} : { cwd }),
		...(forced ? { force: true } : {}),
		...(tools === undefined ? {} : { tools }),
	};
}

/** An answer of the real engine. */
export interface Decided {
	/** For the command itself. */
	readonly effect: Effect;
	readonly rules: readonly string[];
	/** With everything that it runs. */
	readonly whole: Effect;
}

/** What the real engine answers. */
export function decided(tree: Tree, request: Request): Decided {
	const decision = decide(tree, request, world);
	const own = decision.commands[0] ?? decision;
	return { effect: own.effect, rules: own.rules.map(({ id }) => id), whole: decision.effect };
}

/** Does the test hold for the command? */
export function truthOf(test: Test, { subject }: Asked): Truth {
	return holds(test, subject);
}

/** Does a restriction of these hold for the command perhaps? Answers in doubt are no part of what is asked about all commands. */
export function isDoubted(command: Asked, rules: readonly Rule[]): boolean {
	return rules.some(({ restricts }) => restricts !== undefined && truthOf(restricts, command) === "unknown");
}

/** The ways of asking that can make a difference to a policy: all where it nudges, for only nudges heed them. */
export function mannersFor(text: string): readonly Manner[] {
	return text.includes("nudge ") ? manners : [plainly];
}
