/**
 * Commands of one shape are decided once. Two commands have one shape when they say the same words wherever the rules or the facts of the program
 * say any, and in all other places words that nobody tells apart: letters and digits alone, alike to every pattern. What was decided for one
 * then holds for the other, unless the decision looked at the world, as it does for paths; then each is decided by itself.
 */
import type { OptionFact, Program, Usage } from "../knowledge/program.js";
import type { Rule } from "../policy/policy.js";
import type { Test, WordPattern } from "../policy/test.js";
import { matcherOf } from "../policy/word-language/matcher.js";
import { factsOf } from "../request/facts.js";
import type { World } from "../request/paths.js";
import type { CommandDecision, Decision } from "./decision.js";
import type { AgentDecisions, Decisions } from "./tree.js";
import { metFor } from "./walk.js";

/** What is alike for all commands of a shape. */
export interface Outcome extends Pick<CommandDecision, "effect" | "code" | "rules" | "use" | "doubt" | "note"> {
	/** The message; between the parts stands the command. */
	readonly said: readonly string[];
}

/** A shape, word by word. */
export interface Shape {
	readonly next: Map<number, Shape>;
	/** Absent: nothing of the shape was decided yet. Null: each command is decided by itself. */
	outcome?: Outcome | null;
}

/** The shape of a command of this agent; undefined where its words are not of the sort that is told apart here. */
export function shapeOf(
	tree: Decisions,
	agentTree: AgentDecisions,
	argv: readonly string[],
	forced: boolean,
	world: World,
): Shape | undefined {
	const [name] = argv;
	if (name === undefined || argv.length > mostWords) return undefined;
	const program = shapesOf(tree, agentTree, world).of(name);
	if (program === undefined) return undefined;
	let shape = forced ? program.forced : program.asked;
	for (let at = 1; at < argv.length; at++) {
		const letter = program.letterOf(argv[at] as string);
		if (letter < 0) return undefined;
		let next = shape.next.get(letter);
		if (next === undefined) {
			if (program.left-- <= 0) return undefined;
			next = { next: new Map() };
			shape.next.set(letter, next);
		}
		shape = next;
	}
	return shape;
}

/** A world that takes down whether it was asked anything that may change. */
export function watched(world: World): { readonly world: World; readonly wasAsked: () => boolean } {
	let asked = false;
	const { entriesOf } = world;
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
		},
		wasAsked: () => asked,
	};
}

/** Writes the message of a decision, with the command as it is shown. */
export type Writer = (command: string) => string;

/** What a decision says of every command of its shape; null where it says nothing of others. */
export function outcomeOf(decision: Decision, write: Writer | undefined, wasAsked: () => boolean): Outcome | null {
	const [command, second] = decision.commands;
	if (command === undefined || second !== undefined || write === undefined) return null;
	if (decision.code !== "rule" && decision.code !== "default") return null;
	const said = write(place).split(place);
	// The message may have asked for a path.
	if (wasAsked()) return null;
	const { effect, code, rules, use, doubt, note } = command;
	return { effect, code, rules, use, doubt, ...(note === undefined ? {} : { note }), said };
}

/** Stands in no message. */
const place = "\0";

/** Longer commands have no shape. */
const mostWords = 24;
/** Of one program so many places in shapes are kept, */
const mostPlaces = 4_096;
/** of one agent so many programs, */
const mostPrograms = 1_024;
/** and of a program so many patterns are told apart. */
const mostPatterns = 20;

interface ProgramShapes {
	readonly asked: Shape;
	readonly forced: Shape;
	left: number;
	/** A number for the word; below zero where it is of no sort that is told apart. */
	readonly letterOf: (text: string) => number;
}

interface AgentShapes {
	readonly of: (name: string) => ProgramShapes | undefined;
}

/** Paths of a policy are relative to the workspace: shapes hold for one. */
interface Known {
	readonly workspace: string;
	readonly home: string | undefined;
	readonly shapes: AgentShapes;
}

const known = new WeakMap<AgentDecisions, Known>();

function shapesOf(tree: Decisions, agentTree: AgentDecisions, { workspace, home }: World): AgentShapes {
	let one = known.get(agentTree);
	if (one === undefined || one.workspace !== workspace || one.home !== home) {
		one = { workspace, home, shapes: agentShapes(tree, agentTree, home) };
		known.set(agentTree, one);
	}
	return one.shapes;
}

function agentShapes(tree: Decisions, agentTree: AgentDecisions, home: string | undefined): AgentShapes {
	const programs = new Map<string, ProgramShapes | undefined>();
	const taught = new Map(Object.entries(tree.programs));
	return {
		of: (name) => {
			const found = programs.get(name);
			if (found !== undefined || programs.has(name)) return found;
			if (programs.size >= mostPrograms || !isName(name)) return undefined;
			const facts = factsOf({ kind: "known", text: name }, { programs: taught, trust: agentTree.agent.trust, home });
			const made = facts !== undefined && !isPlain(facts) ? undefined : programShapes(facts, testsFor(agentTree, name));
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

function programShapes(facts: Program | undefined, tests: readonly Test[]): ProgramShapes | undefined {
	const words = new Map<string, number>();
	const patterns = new Map<string, (text: string) => boolean>();
	const say = (word: string): void => void (words.has(word) || words.set(word, words.size));
	const look = (pattern: WordPattern): void => {
		if (pattern.kind === "literal") say(pattern.text);
		if (pattern.kind === "glob" || pattern.kind === "regex")
			patterns.set(`${pattern.kind} ${pattern.text}`, matcherOf(pattern));
	};
	for (const test of tests) lookAt(test, say, look);
	if (facts !== undefined) {
		for (const usage of [facts, ...Object.values(facts.subcommands)]) {
			for (const { names } of usage.options) for (const name of names) say(name);
			for (const form of formsOf(usage)) {
				const expression = new RegExp(form);
				patterns.set(`form ${form}`, (text) => expression.test(text));
			}
		}
		// A subcommand may be meant by its beginning.
		for (const [name, { aliases }] of Object.entries(facts.subcommands))
			for (const word of [name, ...aliases].flatMap((one) => one.split(" ")))
				for (let length = 1; length <= word.length; length++) say(word.slice(0, length));
	}
	if (patterns.size > mostPatterns) return undefined;
	const matchers = [...patterns.values()];
	const first = words.size;
	return {
		asked: { next: new Map() },
		forced: { next: new Map() },
		left: mostPlaces,
		letterOf: (text) => {
			const own = words.get(text);
			if (own !== undefined) return own;
			if (!isPlainWord(text)) return -1;
			let bits = 0;
			for (let at = 0; at < matchers.length; at++)
				if ((matchers[at] as (text: string) => boolean)(text)) bits |= 1 << at;
			return first + bits;
		},
	};
}

/** A letter, then letters, digits, `_` and `-`: no path of more than one part, no number, no option, no setting. */
function isPlainWord(text: string): boolean {
	const { length } = text;
	if (length === 0 || length > 64) return false;
	for (let at = 0; at < length; at++) {
		const code = text.charCodeAt(at);
		const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
		if (isLetter) continue;
		if (at === 0 || !((code >= 48 && code <= 57) || code === 45 || code === 95)) return false;
	}
	return true;
}

function formsOf({ options, operandForms = [] }: Usage): readonly string[] {
	return [...operandForms, ...options.flatMap(({ forms = [] }) => forms)].map(({ form }) => form);
}

/** Every word and every pattern that a test says. */
function lookAt(test: Test, say: (word: string) => void, look: (pattern: WordPattern) => void): void {
	switch (test.kind) {
		case "all":
		case "any":
			for (const one of test.tests) lookAt(one, say, look);
			break;
		case "not":
			lookAt(test.test, say, look);
			break;
		case "program":
			break;
		case "operands":
			for (const word of test.words) look(word);
			break;
		case "option":
			say(test.name);
			if (test.value !== undefined) look(test.value);
			break;
		case "only-options":
			for (const name of test.names) say(name);
			break;
		case "powers-within":
			for (const name of test.options) say(name);
			break;
		case "paths-within":
		case "paths-touching":
		case "uses-power":
		case "forced":
		case "has-tool":
			break;
	}
}
