/**
 * Commands of one shape are decided once. Two commands have one shape when they say the same words wherever the rules or the facts of the program
 * say any, and in all other places words that nobody tells apart: letters and digits alone, alike to every pattern. What was decided for one
 * then holds for the other, unless the decision looked at the world, as it does for paths; then each is decided by itself.
 */
import type { OptionFact, Program } from "../knowledge/program.js";
import type { Rule } from "../policy/policy.js";
import type { Test } from "../policy/test.js";
import { factsOf } from "../request/facts.js";
import type { World } from "../request/paths.js";
import { isOfShell } from "../request/script/builtins.js";
import { type Again, newAgain } from "./again.js";
import type { CommandDecision, Decision } from "./decision.js";
import { Alphabet, type LetterOf, lettersOf, none } from "./letters.js";
import type { Around } from "./permit.js";
import type { AgentDecisions, Decisions } from "./tree.js";
import { metFor } from "./walk.js";

/** What is alike for all commands of a shape. */
export interface Outcome extends Pick<CommandDecision, "effect" | "code" | "rules" | "use" | "doubt" | "note"> {
	/** The message; between the parts stands the command. */
	readonly said: readonly string[];
}

/** A shape, word by word. Most have one that goes on, or none: only others have a map, since what is small stays near the processor. */
export interface Shape {
	/** Absent: nothing of the shape was decided yet. Null: each command is decided by itself. */
	outcome: Outcome | null | undefined;
	letter: number;
	child: Shape | undefined;
	others: Map<number, Shape> | undefined;
}

function newShape(): Shape {
	return { outcome: undefined, letter: none, child: undefined, others: undefined };
}

function childOf(shape: Shape, letter: number): Shape | undefined {
	return shape.letter === letter ? shape.child : shape.others?.get(letter);
}

function addChild(shape: Shape, letter: number): Shape {
	const child = newShape();
	if (shape.child === undefined) {
		shape.letter = letter;
		shape.child = child;
	} else {
		shape.others ??= new Map();
		shape.others.set(letter, child);
	}
	return child;
}

/**
 * The shape of a command of this agent; undefined where its words are not of the sort that is told apart here. `asScript`: the words are those
 * of a script, which may be decided otherwise. No word of a command that has a shape holds a blank, or needs quotes.
 */
export function shapeOf(
	{ shapes }: Known,
	argv: readonly string[],
	asScript: boolean,
	forced: boolean,
): Shape | undefined {
	const [name] = argv;
	if (name === undefined || argv.length > mostWords) return undefined;
	const program = shapes.of(name);
	if (program === undefined || (asScript && program.isOfShell)) return undefined;
	let shape = rootOf(program, asScript, forced);
	for (let at = 1; at < argv.length; at++) {
		const letter = program.letterOf(argv[at] as string);
		if (letter === none) return undefined;
		let next = childOf(shape, letter);
		if (next === undefined) {
			if (program.left-- <= 0) {
				// Room for those that are asked now.
				program.root = newShape();
				program.otherRoots = undefined;
				program.left = mostPlaces;
				return undefined;
			}
			next = addChild(shape, letter);
		}
		shape = next;
	}
	return shape;
}

function rootOf(program: ProgramShapes, asScript: boolean, forced: boolean): Shape {
	if (!asScript && !forced) return program.root;
	program.otherRoots ??= [newShape(), newShape(), newShape()];
	return program.otherRoots[(asScript ? 1 : 0) + (asScript && forced ? 1 : 0)] as Shape;
}

/**
 * The words of a script that is nothing but words with a blank between them, of letters, digits and signs that mean nothing to a shell;
 * undefined for every other script.
 */
export function plainWords(script: unknown): readonly string[] | undefined {
	if (typeof script !== "string" || script.length > longestScript) return undefined;
	const words: string[] = [];
	let start = 0;
	for (let at = 0; at < script.length; at++) {
		const code = script.charCodeAt(at);
		if (code === 32) {
			if (at === start) return undefined;
			words.push(script.slice(start, at));
			start = at + 1;
		} else if (code > 127 || plainCharacters[code] !== 1) return undefined;
	}
	if (start === script.length) return undefined;
	words.push(script.slice(start));
	return words;
}

/** Longer scripts are read. UTF-16 units. */
const longestScript = 400;

const plainCharacters = new Uint8Array(128);
for (const one of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,@%+=")
	plainCharacters[one.charCodeAt(0)] = 1;

/** A world that takes down whether it was asked anything that may change. */
export function watched(world: World): { readonly world: World; readonly wasAsked: () => boolean } {
	let asked = false;
	const { entriesOf, kindAt } = world;
	return {
		world: {
			...world,
			linkAt: (path) => {
				asked = true;
				return world.linkAt(path);
			},
			...(entriesOf === undefined
				? {}
				: {
						entriesOf: (folder: string) => {
							asked = true;
							return entriesOf(folder);
						},
					}),
			...(kindAt === undefined
				? {}
				: {
						kindAt: (path: string) => {
							asked = true;
							return kindAt(path);
						},
					}),
		},
		wasAsked: () => asked,
	};
}

/** Writes the message of a decision, with the command as it is shown. */
export type Writer = (command: string) => string;

/** What is told of a command beside its decision. */
export interface Told {
	write?: Writer;
	/** Something among its words is, or may be, run by it. */
	runsOthers?: boolean;
}

/**
 * What a decision says of every command of its shape; null where it says nothing of others. `told`: what is known of the command that was
 * decided last. One that runs others may run one for other words.
 */
export function outcomeOf(decision: Decision, { write, runsOthers }: Told, wasAsked: () => boolean): Outcome | null {
	const [command, second] = decision.commands;
	if (command === undefined || second !== undefined || write === undefined || runsOthers === true) return null;
	if (decision.code !== "rule" && decision.code !== "default") return null;
	const said = write(place).split(place);
	// The message may have asked for a path.
	if (wasAsked()) return null;
	const { effect, code, doubt, note } = command;
	// Many decisions share them.
	const [rules, use] = [Object.freeze(command.rules), Object.freeze(command.use)];
	return shared({ effect, code, rules, use, doubt, ...(note === undefined ? {} : { note }), said });
}

/** The same for equal ones: the shapes of a program have a handful, and what is small stays near the processor. */
function shared(outcome: Outcome): Outcome {
	const key = JSON.stringify(outcome);
	const known = outcomes.get(key);
	if (known !== undefined) return known;
	if (outcomes.size >= mostOutcomes) outcomes.clear();
	outcomes.set(key, outcome);
	return outcome;
}

/** Of all policies: what is equal in them is equal. */
const outcomes = new Map<string, Outcome>();
const mostOutcomes = 4_096;

/** Stands in no message. */
const place = "\0";

/** Longer commands have no shape. */
export const mostWords = 24;
/** Of one program so many places in shapes are kept, */
const mostPlaces = 4_096;
/** of one agent so many programs that no rule names, */
const mostStrangers = 8_192;

interface ProgramShapes {
	root: Shape;
	/** For forced words, scripts, and forced scripts. */
	otherRoots: readonly Shape[] | undefined;
	left: number;
	/** The shell has a meaning of its own for the name. */
	readonly isOfShell: boolean;
	readonly letterOf: LetterOf;
}

export interface AgentShapes {
	readonly of: (name: string) => ProgramShapes | undefined;
}

/** What is known of the commands of one agent. Paths of a policy are relative to the workspace: it holds for one. */
export interface Known {
	readonly tree: Decisions;
	readonly name: string;
	readonly workspace: string;
	readonly home: string | undefined;
	readonly around: Around;
	readonly shapes: AgentShapes;
	readonly again: Again;
}

/** The latest first. */
const ofAgents = new WeakMap<AgentDecisions, readonly Known[]>();

/** So many workspaces of an agent are known at a time. */
const mostWorkspaces = 8;

/** The one that was asked for last: its policy lives on until another one is asked. */
let last: Known | undefined;

/** What is known of the commands of the agent of this name; undefined where none has a shape. */
export function knownOf(tree: Decisions, name: unknown, world: World): Known | undefined {
	if (last !== undefined && last.tree === tree && last.name === name && isOf(last, world)) return last;
	const agentTree = typeof name === "string" && Object.hasOwn(tree.agents, name) ? tree.agents[name] : undefined;
	// A sandbox is made of how the commands were read, which a shape does not keep.
	if (agentTree === undefined || agentTree.agent.sandbox !== "off") return undefined;
	const before = ofAgents.get(agentTree) ?? [];
	last = before.find((one) => one.tree === tree && one.name === name && isOf(one, world));
	if (last !== undefined) return last;
	const { workspace, home } = world;
	last = {
		tree,
		name: name as string,
		workspace,
		home,
		around: { settings: agentTree.agent, digest: tree.digest, workspace },
		shapes: agentShapes(tree, agentTree, home),
		again: newAgain(),
	};
	ofAgents.set(agentTree, [last, ...before].slice(0, mostWorkspaces));
	return last;
}

function isOf(known: Known, { workspace, home }: World): boolean {
	return known.workspace === workspace && known.home === home;
}

function agentShapes(tree: Decisions, agentTree: AgentDecisions, home: string | undefined): AgentShapes {
	const programs = new Map<string, ProgramShapes | undefined>();
	const strangers = new Map<string, ProgramShapes | undefined>();
	const askedOnce = new Set<string>();
	let letters: LetterOf | "too many" | undefined;
	// One for all programs: whoever says a word, it is told apart everywhere.
	const alphabet = new Alphabet();
	const taught = new Map(Object.entries(tree.programs));
	return {
		of: (name) => {
			const known = programs.get(name);
			if (known !== undefined) return known;
			const found = strangers.get(name);
			if (found !== undefined || programs.has(name) || strangers.has(name) || !isName(name)) return found;
			// What tells its words apart costs more than a decision: that of who asks only once is not made.
			if (!askedOnce.delete(name)) {
				if (askedOnce.size >= mostStrangers) askedOnce.clear();
				askedOnce.add(name);
				return undefined;
			}
			const facts = factsOf({ kind: "known", text: name }, { programs: taught, trust: agentTree.agent.trust, home });
			if (facts === undefined && !Object.hasOwn(agentTree.programs, name)) {
				// Anybody can make up names. Rules speak of all of them alike, but for patterns of names.
				if (strangers.size >= mostStrangers) strangers.clear();
				if (letters === undefined) letters = lettersOf(undefined, testsFor(agentTree, name), alphabet) ?? "too many";
				const made = letters === "too many" ? undefined : shapesWith(name, letters);
				strangers.set(name, made);
				return made;
			}
			const own =
				facts === undefined || isPlain(facts) ? lettersOf(facts, testsFor(agentTree, name), alphabet) : undefined;
			const made = own && shapesWith(name, own);
			programs.set(name, made);
			return made;
		},
	};
}

/** What a decision on a program may ask, and what its rules say beside it: messages tell of that. */
function testsFor(agentTree: AgentDecisions, name: string): readonly Test[] {
	const { tests, rules } = metFor(agentTree, name);
	return [
		...tests.map((index) => agentTree.tests.at(index) as Test),
		...rules.flatMap((index) => {
			const { grants, restricts } = agentTree.rules.at(index) as Rule;
			return [grants, restricts].filter((test) => test !== undefined);
		}),
	];
}

function isName(text: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text);
}

/** Does the program tell no words apart but those in its table? Code, pairs and bundles are read letter by letter. */
function isPlain(facts: Program): boolean {
	if (facts.bundledFirst === true || facts.plus === true || facts.style === "pairs") return false;
	return [facts, ...Object.values(facts.subcommands)].every(
		({ options, operands }) =>
			!hasCode(operands) && options.every((one) => one.role !== "code" && !hasCode(one.operands)),
	);
}

function hasCode(operands: OptionFact["operands"]): boolean {
	if (operands === undefined) return false;
	return [...operands.first, operands.rest, ...operands.last].includes("code");
}

function shapesWith(name: string, letterOf: LetterOf): ProgramShapes {
	return {
		root: newShape(),
		otherRoots: undefined,
		left: mostPlaces,
		isOfShell: isOfShell(name),
		letterOf,
	};
}
