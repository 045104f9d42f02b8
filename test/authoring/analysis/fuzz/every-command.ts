/**
 * Every command of the small world, made once and put to all policies: as it stands, in other folders, and with redirections. What a condition
 * says of each is asked once; what rules and agents make of that is worked out from there, beside the tree and not through it.
 */
import type { Witness } from "../../../../src/authoring/analysis/witness.js";
import type { Circumstances } from "../../../../src/engine/decide/evaluate/circumstances.js";
import { evaluateTest } from "../../../../src/engine/decide/evaluate/evaluate-test.js";
import {
	type EvaluationContext,
	evaluationContextOf,
} from "../../../../src/engine/decide/evaluate/evaluation-context.js";
import { governs } from "../../../../src/engine/decide/governed.js";
import type { AgentTree } from "../../../../src/engine/decide/tree.js";
import { unwrap } from "../../../../src/engine/effects/commands.js";
import { readArguments } from "../../../../src/engine/request/arguments/read-arguments.js";
import { factsOf } from "../../../../src/engine/request/facts.js";
import type { Command, Word } from "../../../../src/engine/request/request.js";
import { handOf, isCallName } from "../../../../src/language/policy/hands.js";
import type { Test } from "../../../../src/language/policy/test.js";
import type { Effect, Power } from "../../../../src/language/syntax/statements.js";
import { allBits, and, type Bits, bitsOf, but, isNone, noBits, or } from "./bits.js";
import { world, worldOf } from "./ground.js";
import { lists, programs, spellingsOf, withCalls } from "./small-world.js";

/** How a command is asked for: by force, and by an agent with these tools alone. */
export type Manner = Pick<Witness, "forced" | "tools" | "facts" | "at">;

export const plainly: Manner = { forced: false };
export const byForce: Manner = { forced: true };
const allManners: readonly Manner[] = [
	plainly,
	byForce,
	{ forced: false, tools: [] },
	{ forced: false, tools: ["t.one"] },
	{ forced: true, tools: [] },
];

/** The manners that can make a difference to a policy: all where it nudges, for only nudges heed them. */
export function mannersFor(text: string): readonly Manner[] {
	const manners = text.includes("nudge ") ? allManners : [plainly];
	return circumstancesIn(text).flatMap((some) => manners.map((manner) => ({ ...manner, ...some })));
}

/** The circumstances that policies of the small world tell apart: every value of a fact that they name, and another; workdays and others, early and late. */
function circumstancesIn(text: string): readonly Pick<Witness, "facts" | "at">[] {
	const branches = /when branch/.test(text) ? ["main", "m", "x", "y", null] : [undefined];
	const variables = /when env CI/.test(text) ? ["true", "y", null] : [undefined];
	const moments = / when (?:day|time)| until /.test(text)
		? [
				"2026-11-23T12:00Z",
				"2026-11-23T20:00Z",
				"2026-11-28T12:00Z",
				"2026-11-28T20:00Z",
				"2026-12-31T18:00Z",
				"2027-01-04T12:00Z",
				"2027-01-04T20:00Z",
				"2027-01-09T12:00Z",
				"2027-01-09T20:00Z",
			]
		: [undefined];
	return branches.flatMap((branch) =>
		variables.flatMap((variable) =>
			moments.map((at) => {
				const facts = {
					...(branch === undefined ? {} : { branch }),
					...(variable === undefined ? {} : { "env CI": variable }),
				};
				return { ...(Object.keys(facts).length === 0 ? {} : { facts }), ...(at === undefined ? {} : { at }) };
			}),
		),
	);
}

/** Commands of one program that are asked for in the same place, with the same redirections. */
export interface Commands {
	readonly name: string;
	readonly redirects: Witness["redirects"];
	/** The folder; absent: the workspace. */
	readonly cwd?: string;
	readonly argvs: readonly (readonly string[])[];
	readonly subjects: readonly EvaluationContext[];
	readonly all: Bits;
	/** It can be read in one way only, and every option in it is one that is known. */
	readonly certain: Bits;
	/** It leaves out a value: its program refuses it, whatever rules say, and no proof and no lint looks at it. */
	readonly refused: Bits;
	/** It runs what nobody can see. */
	readonly unseen: Bits;
}

/** What is said of each command: for which it holds, and for which it may hold. */
export interface Truths {
	readonly yes: Bits;
	readonly maybe: Bits;
}

const folders: readonly string[] = ["/workspace/sub", "/etc"];
const redirections: readonly Witness["redirects"][] = [
	[{ access: "read", path: "a" }],
	[{ access: "read", path: "/etc/p" }],
	[{ access: "write", path: "sub/b" }],
	[{ access: "write", path: "/etc/p" }],
];

const made = new Map<string, readonly Commands[]>();

/**
 * Commands with up to so many words behind the program's name; with one less where the program is spelled otherwise, or the folder is another,
 * and two less behind redirections, for those make a difference whatever the words are. `other`: another policy, which must decide them as well: that only one
 * governs a call is said to be a changed setting.
 */
export function commandsOf(
	name: string,
	most: number,
	{ agent }: Pick<AgentTree, "agent">,
	other: Pick<AgentTree, "agent"> = { agent },
): readonly Commands[] {
	const { trust } = agent;
	const hand = handOf(name);
	const governed = hand === undefined || (governs(agent, hand) && governs(other.agent, hand));
	const key = JSON.stringify([name, most, trust, governed]);
	let all = made.get(key);
	if (all === undefined) {
		const words = withCalls[name]?.words ?? [];
		const [typed = name, ...others] = spellingsOf(name);
		// What no rule decides is no part of any question; a program of such a name is spoken of by its path.
		const plain = governed ? [typed] : [];
		const argvs = (some: readonly string[], length: number): readonly (readonly string[])[] =>
			some.flatMap((one) => lists(words, Math.max(0, length)).map((list) => [one, ...list]));
		// The shorter come first.
		const here = [...argvs(plain, most), ...argvs(others, most - 1)].sort((a, b) => a.length - b.length);
		all = [
			madeOf(name, trust, here, []),
			...folders.map((cwd) => madeOf(name, trust, argvs(plain, most - 1), [], cwd)),
			...redirections.map((redirects) =>
				madeOf(name, trust, argvs(hand === undefined ? [typed, ...others] : others, most - 2), redirects),
			),
		];
		made.set(key, all);
	}
	return all;
}

function madeOf(
	name: string,
	trust: readonly string[],
	argvs: readonly (readonly string[])[],
	redirects: Witness["redirects"],
	cwd?: string,
): Commands {
	const place = cwd === undefined ? {} : { cwd };
	const subjects = argvs.map((argv) => subjectFor({ argv, redirects, ...place, ...plainly }, trust));
	const those = (is: (subject: EvaluationContext) => boolean): Bits =>
		bitsOf(subjects.length, (at) => is(subjects[at] as EvaluationContext));
	return {
		name,
		redirects,
		...place,
		argvs,
		subjects,
		all: allBits(subjects.length),
		certain: those(isCertain),
		refused: those(isRefused),
		unseen: those(isUnseen),
	};
}

/** One of the commands. */
export function sampleAt({ argvs, redirects, cwd }: Commands, at: number, manner: Manner): Witness {
	return { argv: argvs[at] as readonly string[], redirects, ...manner, ...(cwd === undefined ? {} : { cwd }) };
}

/** A command as tests see it. */
export function subjectFor(
	{ argv, redirects, forced, tools, facts, at, empty, cwd = world.workspace }: Witness,
	trust: readonly string[],
): EvaluationContext {
	const [program, ...args] = argv.map((text): Word => ({ kind: "known", text }));
	const command: Command = {
		program: program as Word,
		args,
		redirects: redirects.map(({ access, path }) => ({ access, target: { kind: "known", text: path } })),
		assignments: [],
		...(isCallName(argv[0] ?? "") ? { call: true as const } : {}),
		span: { file: "", start: 0, end: 0 },
	};
	const [read] = unwrap(command, { programs, trust, home: world.home });
	if (read === undefined) throw new Error("a command is none");
	const around = { facts, at } as Manner;
	return evaluationContextOf(read, {
		world: worldOf(empty),
		cwd,
		trust,
		forced,
		tools,
		circumstances: circumstancesOf(around),
	});
}

function isRefused({ args }: EvaluationContext): boolean {
	return args.options.some(({ fact, value }) => fact?.value === "required" && value === undefined);
}

/** One that is refused says nothing of what rules do. */
function isCertain(subject: EvaluationContext): boolean {
	const { command, args, trust } = subject;
	const facts = factsOf(command.program, { programs, trust, home: world.home });
	const read = readArguments(facts, command.args);
	return (
		!args.open &&
		!args.strangeSubcommand &&
		(args.program === undefined || !args.strange) &&
		read.operands.every((slot) => slot.kind === "sure" && !slot.doubtful && slot.mayBe === undefined) &&
		args.options.every(({ sure }) => sure) &&
		!isRefused(subject)
	);
}

/** An option runs another program, and the option is no command that was found. */
function isUnseen(subject: EvaluationContext): boolean {
	return subject.effects
		.powersBeyond()
		.some(
			({ power, option, sure }) =>
				power === ("exec" satisfies Power) &&
				sure &&
				option !== undefined &&
				subject.args.options.some(({ name, fact }) => name === option && fact?.runs === undefined),
		);
}

/** What a test says of each of the commands. */
export function truths(test: Test, commands: Commands, manner: Manner): Truths {
	switch (test.kind) {
		case "all": {
			let all: Truths = { yes: commands.all, maybe: commands.all };
			for (const part of test.tests) {
				if (isNone(all.maybe)) return all;
				const own = truths(part, commands, manner);
				all = { yes: and(all.yes, own.yes), maybe: and(all.maybe, own.maybe) };
			}
			return all;
		}
		case "any": {
			let any = constant(false, commands);
			for (const part of test.tests) {
				const own = truths(part, commands, manner);
				any = { yes: or(any.yes, own.yes), maybe: or(any.maybe, own.maybe) };
			}
			return any;
		}
		case "not": {
			const { yes, maybe } = truths(test.test, commands, manner);
			return { yes: but(commands.all, maybe), maybe: but(commands.all, yes) };
		}
		case "forced":
			return constant(manner.forced, commands);
		case "has-tool":
			return constant(manner.tools === undefined || test.names.some((name) => manner.tools?.includes(name)), commands);
		case "fact":
		case "until": {
			const truth = evaluateTest(test, { circumstances: circumstancesOf(manner) } as EvaluationContext);
			const [yes, no] = [commands.all, noBits(commands.argvs.length)];
			return { yes: truth === "yes" ? yes : no, maybe: truth === "no" ? no : yes };
		}
		default:
			return atomTruths(test, commands);
	}
}

function circumstancesOf({ facts = {}, at }: Manner): Circumstances {
	return { fact: (name) => facts[name], now: () => (at === undefined ? undefined : Date.parse(at)), zone: "UTC" };
}

function constant(value: boolean, { all, argvs }: Commands): Truths {
	const bits = value ? all : noBits(argvs.length);
	return { yes: bits, maybe: bits };
}

const known = new WeakMap<Commands, Map<string, Truths>>();
const keys = new WeakMap<Test, string>();

function atomTruths(atom: Test, commands: Commands): Truths {
	const own = known.get(commands) ?? new Map<string, Truths>();
	known.set(commands, own);
	const key = keys.get(atom) ?? JSON.stringify(atom);
	keys.set(atom, key);
	let all = own.get(key);
	if (all === undefined) {
		const each = commands.subjects.map((subject) => evaluateTest(atom, subject));
		all = {
			yes: bitsOf(each.length, (at) => each[at] === "yes"),
			maybe: bitsOf(each.length, (at) => each[at] !== "no"),
		};
		own.set(key, all);
	}
	return all;
}

export const strictness: Readonly<Record<Effect, number>> = { allow: 0, ask: 1, nudge: 2, deny: 3 };
export const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

/** What an agent makes of commands. */
export interface Answers {
	/** Those that get the answer. */
	readonly with: Readonly<Record<Effect, Bits>>;
	/** Some rule grants it. */
	readonly granted: Bits;
	/** A restriction holds perhaps: such answers are no part of what is asked about all commands. */
	readonly doubted: Bits;
}

const answers = new WeakMap<AgentTree, Map<Manner, Map<Commands, Answers>>>();

/** What an agent answers to each of the commands. */
export function answersTo(commands: Commands, manner: Manner, agentTree: AgentTree): Answers {
	const byManner = answers.get(agentTree) ?? new Map<Manner, Map<Commands, Answers>>();
	answers.set(agentTree, byManner);
	const own = byManner.get(manner) ?? new Map<Commands, Answers>();
	byManner.set(manner, own);
	const all = own.get(commands) ?? answered(commands, manner, agentTree);
	own.set(commands, all);
	return all;
}

function answered(commands: Commands, manner: Manner, { rules, agent }: AgentTree): Answers {
	const none = noBits(commands.argvs.length);
	let [granted, doubted] = [none, none];
	const raised: Record<Effect, Bits> = { allow: none, ask: none, nudge: none, deny: none };
	for (const { effect, grants, restricts } of rules) {
		if (grants !== undefined) granted = or(granted, truths(grants, commands, manner).yes);
		if (restricts === undefined) continue;
		const { yes, maybe } = truths(restricts, commands, manner);
		raised[effect] = or(raised[effect], maybe);
		doubted = or(doubted, but(maybe, yes));
	}
	const ungranted = but(commands.all, granted);
	raised[agent.default] = or(raised[agent.default], ungranted);
	raised[agent.unreadable] = or(raised[agent.unreadable], and(ungranted, commands.unseen));
	const { ask, nudge, deny } = raised;
	return {
		with: {
			deny,
			nudge: but(nudge, deny),
			ask: but(ask, or(nudge, deny)),
			allow: but(commands.all, or(ask, or(nudge, deny))),
		},
		granted,
		doubted,
	};
}
