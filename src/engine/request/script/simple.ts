/** One simple command: its words, what it sets, and what the shell's own commands do to what follows. */
import type { Span } from "../../../language/source/span.js";
import { altered } from "../../records/altered.js";
import { commandOf } from "../make-command.js";
import type { Command as ReadCommand, Word as ReadWord, Redirect, Variable } from "../request.js";
import { type BuiltinUse, builtinUse } from "./builtins.js";
import { type Context, holding, including, merge, type State, startState } from "./context.js";
import { mayMoveText } from "./facts.js";
import { mark, markName, refuseEvaluated } from "./marks.js";
import type { Assignment, Command, Redirection } from "./parse.js";
import { readRedirections } from "./redirects.js";
import { type After, type CommandSurroundings, same, waysOf } from "./surroundings.js";
import { type Placed, refuse } from "./unreadable.js";
import { readWord } from "./words.js";

export function readSimple(node: Command, context: Context, state: State, around: CommandSurroundings): After {
	if (node.name === undefined) return readAssigning(node, context, state, around);
	const assignments = node.prefix.length === 0 ? noAssignments : assignmentsOf(node, context);
	const given = assignments.map((one) => variableOf(one, readAssignment(one, context, state)));
	for (const { name, value } of given) refuseEvaluated(name, value, node);
	const redirections = readRedirections(node.redirects as readonly Redirection[], context, state);
	// A variable as the program's name stays unknown, whatever it holds.
	const words = [...readWord(node.name, "argument", context, forgetting(state))];
	for (const one of node.args)
		words.push(
			...(one.type === "Assignment" ? declaration(one, context, state) : readWord(one, "argument", context, state)),
		);
	context.size.words += words.length;
	if (context.size.words > 5_000) refuse("it is too complex: more words than anybody writes", node);
	const program = words.shift() as ReadWord;
	// zsh takes `{rm x}` for a group.
	if (program.kind === "known" && /^\{./.test(program.text)) refuse("a command whose name begins with a brace", node);
	if (program.kind === "known" && program.text.startsWith("="))
		refuse("a program behind `=`, where zsh puts its path in", node);
	const input = redirections.input ?? around.input;
	const command = commandOf(
		// What may be no word or several names nobody knows which program.
		program.kind === "globbed" ? { kind: "unknown", source: node.name.text, words: "any" } : program,
		words,
		spanOf(node),
		waysOf(state),
	);
	command.redirects = joined(around.files, redirections.files);
	if (given.length > 0) command.assignments = given;
	if (input !== undefined) command.input = input;
	if (around.from !== undefined && redirections.input === undefined) command.from = around.from;
	if (program.kind === "known" && runsHere.has(program.text) && !context.facts.single) command.within = context.facts;
	if (program.kind !== "known") {
		context.commands.push(command);
		return { well: state, failed: state };
	}
	return readNamed(program.text, command, node, context, state);
}

/** They run lines in the shell that reads the script, or may run one that does. */
const runsHere: ReadonlySet<string> = new Set(["eval", "trap", "command", "builtin"]);

const noAssignments: readonly Assignment[] = [];

/** A command that has these words and opens these files, and nothing else. */
export function pushAlone(
	at: Placed,
	program: string,
	args: readonly ReadWord[],
	files: readonly Redirect[],
	context: Context,
	state: State,
): void {
	const command = commandOf({ kind: "known", text: program }, args, spanOf(at), waysOf(state));
	command.redirects = files;
	context.commands.push(command);
}

function spanOf({ pos, end }: Placed): Span {
	return { file: "", start: pos, end };
}

/** What is put behind another value can't be known, and elements of arrays are handed to nobody as they stand. */
function variableOf({ name, append, index }: Assignment, value: ReadWord | undefined): Variable {
	return value === undefined || append || index !== undefined ? { name } : { name, value };
}

/** No program at all: variables that are set, and files that are opened. */
function readAssigning(node: Command, context: Context, state: State, around: CommandSurroundings): After {
	const assignments = assignmentsOf(node, context);
	const values = assignments.map((one) => readAssignment(one, context, state));
	const { files } = readRedirections(node.redirects as readonly Redirection[], context, state);
	for (const [index, one] of assignments.entries()) {
		const { name, value } = variableOf(one, values[index]);
		refuseEvaluated(name, value, one);
		// How a script takes its own words apart is followed; no shell hands that on.
		if (name !== "IFS") markName(name, false, context, value);
	}
	if (assignments.length > 0) context.features.add("variables");
	if (files.length > 0) pushAlone(node, ":", [], joined(around.files, files), context, state);
	// `x=$(false)` fails, and assigns.
	const assigned: State =
		assignments.length === 0
			? state
			: altered(state, { assigned: including(state.assigned, ...assignments.map(({ name }) => name)) });
	const after = assignments.reduce((at, { name }, index) => holding(at, name, values[index], context), assigned);
	// Where a redirection fails, nothing is assigned.
	return { well: after, failed: node.redirects.length > 0 ? merge(state, after) : after };
}

function joined(around: readonly Redirect[], own: readonly Redirect[]): readonly Redirect[] {
	return own.length === 0 ? around : [...around, ...own];
}

function assignmentsOf({ prefix }: Command, { facts }: Context): readonly Assignment[] {
	const assignments = prefix.filter((one): one is Assignment => one.type === "Assignment");
	for (const one of assignments) {
		if (facts.readOnly.has(one.name) || ofTheShellAlone.has(one.name))
			refuse("a variable that is read-only: a shell gives up the line", one);
	}
	return assignments;
}

/** The state without what variables hold. */
function forgetting(state: State): State {
	return state.values.size === 0 ? state : altered(state, { values: startState.values });
}

/** More commands than this stand in nobody's script. */
const mostCommands = 1_000;

const ofTheShellAlone = new Set("BASHOPTS BASH_VERSINFO EUID PPID SHELLOPTS UID".split(" "));

function readNamed(name: string, command: ReadCommand, node: Command, context: Context, state: State): After {
	if (name === "") refuse("an empty word where the program's name should be", node);
	const { args } = command;
	const use = builtinUse(name, args);
	if (use.fault !== undefined) refuse(use.fault, node);
	if (use.sets.length > 0) markSet(name, use, declaredValues(name, args, state), context, node);
	const called = state.functions.has(name) && !context.facts.unsetsFunctions;
	// `IFS= read` splits this one line otherwise, and nothing else.
	const splits = name === "read" && command.assignments.some((one) => one.name === "IFS");
	const assignments = splits ? command.assignments.filter((one) => one.name !== "IFS") : command.assignments;
	// The commands of a function stand where it is defined; what is left of its call is what the call opens and sets.
	// `exec > file` alone opens a file and runs nothing.
	const opensOnly = called || (name === "exec" && args.length === 0);
	if (context.commands.length - context.size.again >= mostCommands)
		refuse("it is too complex: more commands than anybody writes", node);
	if (!opensOnly) context.commands.push(splits ? altered(command, { assignments }) : command);
	else {
		for (const one of assignments) mark(one, context);
		if (command.redirects.length > 0)
			context.commands.push(
				altered(command, { program: { kind: "known" as const, text: ":" }, args: [], assignments: [] }),
			);
	}
	const set: State =
		use.sets.length === 0 ? state : altered(state, { assigned: including(state.assigned, ...use.sets) });
	if (context.facts.functionNames.has(name)) {
		const moved = context.facts.functionsMove ? { ...set, ways: [] } : set;
		return same(moved);
	}
	switch (name) {
		case "cd":
		case "chdir":
		case "pushd":
		case "popd":
			return { well: { ...set, ways: waysBehind(name, args, state) }, failed: set };
		case "exit":
			return leaves(args, node) ? { well: undefined, failed: undefined } : same(set);
		case "return":
			return state.inFunction && leaves(args, node) ? { well: undefined, failed: undefined } : same(set);
		case "break":
		case "continue":
			return state.inLoop && leaves(args, node) && args.length === 0
				? { well: undefined, failed: undefined }
				: same(set);
		case "eval":
		case "source":
		case ".":
		case "command":
		case "builtin":
		case "noglob":
		case "nocorrect":
		case "-":
			return same(mayGoElsewhere(args, name) || context.facts.functionsMove ? { ...set, ways: [] } : set);
		default:
			return same(set);
	}
}

/** Marks the variables that a command of the shell sets. */
function markSet(
	name: string,
	{ sets, exports }: BuiltinUse,
	values: ReadonlyMap<string, ReadWord | undefined>,
	context: Context,
	at: Placed,
): void {
	const exported = new Set(exports);
	for (const one of sets) {
		const value = values.get(one);
		// What is local to a function is a variable of its own, and what is unset is none any more.
		if (name !== "local" && name !== "unset") refuseEvaluated(one, value, at);
		if (one !== "IFS" || exported.has(one) || !splitting.has(name)) markName(one, exported.has(one), context, value);
	}
}

/** `export NAME=VALUE`, or `export NAME` of what surely holds a text: what each name holds then, if it stands there once. */
function declaredValues(
	program: string,
	args: readonly ReadWord[],
	state: State,
): ReadonlyMap<string, ReadWord | undefined> {
	const values = new Map<string, ReadWord | undefined>();
	for (const word of declaring.has(program) ? args : []) {
		const text = word.kind === "known" ? word.text : word.kind === "unknown" ? (word.begins ?? "") : "";
		const [name = ""] = text.split(/\+?=/, 1);
		const rest = text.slice(name.length + 1);
		let value = name === text ? state.values.get(name) : undefined;
		if (text[name.length] === "=") {
			const source = word.kind === "unknown" ? behindName(word.source) : "";
			value =
				word.kind === "known" ? { kind: "known", text: rest } : { kind: "unknown", source, words: "one", begins: rest };
		}
		values.set(name, values.has(name) ? undefined : value);
	}
	return values;
}

/** `local IFS=,` takes words apart as `IFS=,` does. */
const splitting: ReadonlySet<string> = new Set(["local", "declare", "typeset", "readonly"]);

/** What integers, letters and references make of a value is not looked at. */
const declaring: ReadonlySet<string> = new Set(["export", "readonly"]);

function behindName(source: string): string {
	return source.slice(source.indexOf("=") + 1);
}

/** Does `exit` surely leave? Where a redirection fails, or with other words than a number, it may not. */
function leaves(args: readonly ReadWord[], node: Command): boolean {
	if (node.redirects.length > 0 || args.length > 1) return false;
	const [status] = args;
	return (
		status === undefined ||
		(status.kind === "known" ? /^\d{1,3}$/.test(status.text) : status.kind === "unknown" && status.digits === true)
	);
}

/** Could these words, run in the same shell, go to another folder? */
function mayGoElsewhere(args: readonly ReadWord[], name: string): boolean {
	if (name === "source" || name === ".")
		return !args.some((word) => word.kind === "known" && activates.test(word.text));
	if (name === "command" && args[0]?.kind === "known" && /^-[vV]$/.test(args[0].text)) return false;
	return args.some((word) => (word.kind === "known" ? mayMoveText(word.text) : name === "eval"));
}

/** What enters an environment of Python's, as its makers write it: it sets variables and stays in the folder. */
const activates = /(?:^|\/)(?:bin|Scripts)\/activate$/;

/** Folders that lie one behind the other; nobody goes further by relative steps. */
const longestWay = 32;

/** Where `cd` leads when it goes well. */
function waysBehind(name: string, args: readonly ReadWord[], { ways }: State): State["ways"] {
	if (name !== "cd" && name !== "pushd") return [];
	const words = args.filter(
		(word, index) =>
			!(
				word.kind === "known" &&
				(/^-[LPe@]+$/.test(word.text) ||
					(word.text === "--" && index === args.findIndex((one) => one.kind === "known" && one.text === "--")))
			),
	);
	const [folder] = words;
	if (words.length !== 1 || folder === undefined) return [];
	const plain = folder.kind === "known" && folder.text !== "" && !/^[-+]/.test(folder.text);
	if (!plain) return [];
	if (folder.text.startsWith("/")) return [[folder]];
	return ways.some((way) => way.length >= longestWay) ? [] : ways.map((way) => [...way, folder]);
}

/** The value of an assignment is read for what runs in it; arrays element by element. */
function readAssignment(node: Assignment, context: Context, state: State): ReadWord | undefined {
	if (node.value.type === "Word") return readWord(node.value, "value", context, state)[0];
	for (const element of node.value.elements) readWord(element, "argument", context, state);
	return undefined;
}

/** `export NAME=VALUE`: a word as others, whose value is not split. */
function declaration(node: Assignment, context: Context, state: State): readonly ReadWord[] {
	const value = readAssignment(node, context, state);
	const head = `${node.name}${node.append ? "+" : ""}=`;
	if (node.index !== undefined) refuse("a declaration of an array's element: a shell evaluates its index", node);
	if (value === undefined) return [{ kind: "unknown", source: node.text, words: "one", begins: `${head} ` }];
	if (value.kind === "known") return [{ kind: "known", text: head + value.text }];
	return [
		{
			kind: "unknown",
			source: node.text,
			words: "one",
			begins: head + ((value.kind === "unknown" && value.begins) || ""),
		},
	];
}
