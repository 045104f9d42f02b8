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
import { isBuiltin } from "../request/script/builtins.js";
import type { CommandDecision, Decision } from "./decision.js";
import { isShownPlain } from "./messages.js";
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
	tree: Decisions,
	agentTree: AgentDecisions,
	argv: readonly string[],
	asScript: boolean,
	forced: boolean,
	world: World,
): Shape | undefined {
	const [name] = argv;
	if (name === undefined || argv.length > mostWords) return undefined;
	const program = shapesOf(tree, agentTree, world).of(name);
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

/** Words that a shell reads otherwise where a command begins. */
const reserved: ReadonlySet<string> = new Set(
	"if then else elif fi do done case esac while until for in function select time coproc".split(" "),
);

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
	return { effect, code, rules, use, doubt, ...(note === undefined ? {} : { note }), said: shared(said) };
}

/** The same list for equal ones: most messages are alike. */
function shared(said: readonly string[]): readonly string[] {
	const key = said.join(place);
	const known = messages.get(key);
	if (known !== undefined) return known;
	if (messages.size >= mostMessages) messages.clear();
	messages.set(key, said);
	return said;
}

const messages = new Map<string, readonly string[]>();
const mostMessages = 4_096;

/** Stands in no message. */
const place = "\0";

/** Longer commands have no shape. */
const mostWords = 24;
/** Of one program so many places in shapes are kept, */
const mostPlaces = 4_096;
/** of one agent so many programs that no rule names, */
const mostStrangers = 8_192;
/** and of a program so many patterns are told apart. */
const mostPatterns = 20;

interface ProgramShapes {
	root: Shape;
	/** For forced words, scripts, and forced scripts. */
	otherRoots: readonly Shape[] | undefined;
	left: number;
	/** The shell has a meaning of its own for the name. */
	readonly isOfShell: boolean;
	readonly letterOf: LetterOf;
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
	const strangers = new Map<string, ProgramShapes | undefined>();
	let letters: LetterOf | "too many" | undefined;
	// One list for all programs: whoever says a word, it is told apart everywhere.
	const words = new Map<string, number>();
	const taught = new Map(Object.entries(tree.programs));
	return {
		of: (name) => {
			const found = programs.get(name) ?? strangers.get(name);
			if (found !== undefined || programs.has(name) || strangers.has(name) || !isName(name)) return found;
			const facts = factsOf({ kind: "known", text: name }, { programs: taught, trust: agentTree.agent.trust, home });
			if (facts === undefined && !Object.hasOwn(agentTree.programs, name)) {
				// Anybody can make up names. Rules speak of all of them alike, but for patterns of names.
				if (strangers.size >= mostStrangers) strangers.clear();
				if (letters === undefined) letters = lettersOf(undefined, testsFor(agentTree, name), words) ?? "too many";
				const made = letters === "too many" ? undefined : shapesWith(name, letters);
				strangers.set(name, made);
				return made;
			}
			const own =
				facts === undefined || isPlain(facts) ? lettersOf(facts, testsFor(agentTree, name), words) : undefined;
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
		isOfShell: isBuiltin(name) || reserved.has(name),
		letterOf,
	};
}

/** A number for the word: its own from zero on, that of its sort below minus one, or `none`. */
type LetterOf = (text: string) => number;

/** The word is of no sort that is told apart. */
const none = -1;

/** What tells words apart; undefined where too many patterns do. `words`: takes those that are told apart by themselves. */
function lettersOf(
	facts: Program | undefined,
	tests: readonly Test[],
	words: Map<string, number>,
): LetterOf | undefined {
	const patterns = new Map<string, (text: string) => boolean>();
	const say = (word: string): void => {
		// What would be shown in quotes has no shape.
		if (isShownPlain(word) && !words.has(word)) words.set(word, words.size);
	};
	const look = (pattern: WordPattern): void => {
		if (pattern.kind === "literal") sayOption(pattern.text, say);
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
	// Where nobody asks for paths, a path is a word like others.
	const arePathsAlike = !tests.some(asksForPaths);
	return (text) => {
		const own = words.get(text);
		if (own !== undefined) return own;
		const sort = sortOf(text);
		if (sort === 0 || (sort === 2 && !arePathsAlike)) return none;
		let bits = 0;
		for (let at = 0; at < matchers.length; at++) if ((matchers[at] as (text: string) => boolean)(text)) bits |= 1 << at;
		return -(2 * bits + sort + 1);
	};
}

/** Does the test speak of paths? */
function asksForPaths(test: Test): boolean {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.some(asksForPaths);
		case "not":
			return asksForPaths(test.test);
		case "paths-within":
		case "paths-touching":
			return true;
		default:
			return false;
	}
}

/**
 * 1: a letter, then letters, digits, `_` and `-`: no path of more than one part, no number, no option, no setting. 2: a path of such parts, whose dots stand
 * inside of them. 0: any other.
 */
function sortOf(text: string): 0 | 1 | 2 {
	const { length } = text;
	if (length === 0 || length > 64) return 0;
	let sort: 1 | 2 = 1;
	let isBegin = true;
	for (let at = 0; at < length; at++) {
		const code = text.charCodeAt(at);
		const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
		if (isLetter) isBegin = false;
		else if (isBegin) return 0;
		else if (code === 47) {
			sort = 2;
			isBegin = true;
		} else if (code === 46) sort = 2;
		else if (!((code >= 48 && code <= 57) || code === 45 || code === 95)) return 0;
	}
	return isBegin ? 0 : sort;
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
			sayOption(test.name, say);
			if (test.value !== undefined) look(test.value);
			break;
		case "only-options":
			for (const name of test.names) sayOption(name, say);
			break;
		case "powers-within":
			for (const name of test.options) sayOption(name, say);
			break;
		case "paths-within":
		case "paths-touching":
		case "uses-power":
		case "forced":
		case "has-tool":
			break;
	}
}

/** An option's name, and what `-of` and `-XDELETE` may also be: letters that stand together, or a letter with its value, which may stand apart. */
function sayOption(name: string, say: (word: string) => void): void {
	say(name);
	const [, letters] = /^[-+]([^-].+)$/.exec(name) ?? [];
	if (letters === undefined) return;
	for (let at = 0; at < letters.length; at++) {
		say(`${name[0]}${letters[at]}`);
		say(letters.slice(at));
		say(`${name[0]}${letters.slice(at)}`);
		say(`${name[0]}${letters.slice(0, at + 1)}`);
	}
}
