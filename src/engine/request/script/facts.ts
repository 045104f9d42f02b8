/**
 * What holds for a whole script, found in one look at its tree before it is read in order.
 */
import { isOfTheShell } from "./arithmetic.js";
import {
	type Assignment,
	type Command,
	type FunctionNode,
	forEachChild,
	parseScript,
	type Script,
	type SyntaxNode,
	type Word,
} from "./parse.js";
import type { ScriptFacts } from "./script-facts.js";

export function factsOfScript(source: string, script: Script): ScriptFacts {
	const look: Look = {
		unproven: none,
		maybeEmpty: none,
		sets: undefined,
		readOnly: none,
		functions: none,
		traps: false,
		trapsMove: false,
		all: false,
		splits: false,
		functionsMove: false,
		moves: false,
		unsets: false,
		source,
		visit: (node) => visit(node, look),
	};
	visit(script, look);
	return {
		unproven: look.all ? "all" : look.unproven,
		maybeEmpty: look.maybeEmpty,
		setOnce: look.all || look.sets === undefined ? none : setOnce(look.sets),
		splits: look.splits || look.all,
		homeChanges: source.includes("HOME") && /(?<![$A-Za-z0-9_{/.-])HOME\b|\$\{HOME:?=/.test(source),
		pwdChanges: source.includes("PWD") && /(?<![$A-Za-z0-9_{/.-])PWD\b|\$\{PWD:?=/.test(source),
		functionNames: look.functions,
		functionsMove: look.functionsMove,
		trapsMove: look.trapsMove || (look.traps && look.functionsMove),
		moves: look.moves,
		unsetsFunctions: look.unsets || look.all,
		readOnly: look.readOnly,
		emptyGlobs: source.includes("nullglob"),
		single: isSingle(script),
	};
}

function setOnce(sets: ReadonlyMap<string, number>): ReadonlySet<string> {
	return new Set([...sets].filter(([name, count]) => count === 1 && !isOfTheShell(name)).map(([name]) => name));
}

function isSingle({ commands: [statement, another] }: Script): boolean {
	if (statement === undefined || another !== undefined || statement.background === true) return false;
	return statement.command.type === "Command" && statement.command.prefix.length === 0;
}

interface Look {
	unproven: ReadonlySet<string>;
	maybeEmpty: ReadonlySet<string>;
	/** How often each variable is set; what is set in another way than by an assignment or a loop counts twice. */
	sets: Map<string, number> | undefined;
	readOnly: ReadonlySet<string>;
	functions: ReadonlySet<string>;
	traps: boolean;
	trapsMove: boolean;
	all: boolean;
	splits: boolean;
	functionsMove: boolean;
	moves: boolean;
	unsets: boolean;
	readonly source: string;
	/** Looks at one node and all below it. */
	readonly visit: (node: SyntaxNode) => void;
}

/** Most scripts have no names of these kinds. */
const none: ReadonlySet<string> = new Set();

function note(look: Look, what: "unproven" | "maybeEmpty" | "readOnly" | "functions", name: string): void {
	if (look[what] === none) look[what] = new Set([name]);
	else (look[what] as Set<string>).add(name);
}

/** Commands whose operands are names of variables that they set. */
const setters = new Set("read mapfile readarray printf getopts unset let wait select".split(" "));
const declarers = new Set("declare typeset local export readonly".split(" "));
/** Commands that may do anything to the variables of the script. */
const anything = new Set("eval source . trap alias command builtin".split(" "));

function visit(node: SyntaxNode, look: Look): void {
	switch (node.type) {
		case "Assignment":
			countSet(look, node.name, node.index === undefined && !node.append ? 1 : 2);
			if (node.index === undefined && !node.append && node.value.type === "Word") {
				if (isNumber(node.value)) break;
				if (isCount(node.value)) {
					note(look, "maybeEmpty", node.name);
					break;
				}
			}
			note(look, "unproven", node.name);
			break;
		case "Command":
			visitCommand(node, look);
			break;
		case "ParameterExpansion":
			if (node.operation?.type === "Default" && node.operation.operator.endsWith("=")) {
				note(look, "unproven", node.parameter);
				countSet(look, node.parameter, 2);
			}
			break;
		case "ArithmeticExpansion":
		case "ArithmeticCommand":
		case "ArithmeticFor":
			for (const name of look.source.slice(node.pos, node.end).match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
				countSet(look, name, 2);
			break;
		case "For":
			countSet(look, node.name.text, 1);
			if (
				!(node.wordlist ?? []).every((word) => isNumber(word) || isRange(word) || isSequence(word)) ||
				node.wordlist === undefined
			)
				note(look, "unproven", node.name.text);
			if (node.name.text === "IFS") look.splits = true;
			break;
		case "FileDescriptorVariable":
			countSet(look, node.name, 2);
			break;
		case "Select":
		case "Coproc":
			if (node.name) countSet(look, node.name.text, 2);
			if (node.name) note(look, "unproven", node.name.text);
			break;
		case "Function":
			// A function may be called as the program that counts.
			note(look, "unproven", node.name.text);
			note(look, "functions", node.name.text);
			if (["wc", "date", "seq"].includes(node.name.text)) look.all = true;
			visitFunction(node, look);
			return;
		default:
	}
	forEachChild(node, look.visit);
}

function visitCommand(node: Command, look: Look): void {
	const name = node.name === undefined ? undefined : plainText(node.name);
	look.moves ||= isMove(node, name);
	for (const prefix of node.prefix)
		if (prefix.type === "Assignment" && prefix.name === "IFS" && name !== "read") look.splits = true;
	const counts = name !== undefined && (setters.has(name) || declarers.has(name));
	const fixes = counts && (name === "readonly" || node.args.some((one) => /^-\w*r/.test(one.text)));
	for (const argument of node.args) {
		if (argument.type === "Assignment") {
			countSet(look, argument.name, 2);
			if (argument.name === "IFS") look.splits = true;
		}
		if (counts) countNames(argument, name, fixes, look);
	}
	const harmless =
		name === "command" && /^command\s+-[vV]\s/.test(node.args.length > 0 ? `command ${node.args[0]?.text} ` : "");
	if (node.name !== undefined && (name === undefined || (anything.has(name) && !harmless))) look.all = true;
	if (name === "unset") look.unsets = true;
	if (
		name === "trap" ||
		(name !== undefined && (name === "command" || name === "builtin") && node.args.some((one) => one.text === "trap"))
	) {
		look.traps = true;
		look.trapsMove ||= node.args.some((one) => one.type !== "Word" || mayMoveText(plainText(one)));
	}
}

/** What a command that sets or declares variables does to those that one of its words names. */
function countNames(argument: Word | Assignment, name: string, fixes: boolean, look: Look): void {
	const plain = argument.type === "Word" ? plainText(argument) : "";
	const braced =
		argument.type === "Word" && argument.parts?.some((part) => part.type === "BraceExpansion" || part.type === "Glob");
	// Which names these are can't be known.
	if ((plain === undefined || braced) && !isHarmlessWord(name, argument.text)) look.all = true;
	const texts = namesIn(plain ?? "");
	for (const text of texts) countSet(look, text, 2);
	if (setters.has(name)) {
		for (const text of texts) note(look, "unproven", text);
		if (texts.includes("IFS")) look.splits = true;
		return;
	}
	// `local x` empties it.
	for (const text of texts) note(look, "maybeEmpty", text);
	if (argument.text.includes("=")) for (const text of texts) note(look, "unproven", text);
	if (fixes) for (const text of argument.type === "Assignment" ? [argument.name] : texts) note(look, "readOnly", text);
}

/** Whether its body goes to another folder is seen on the way through it. */
function visitFunction({ name, body }: FunctionNode, look: Look): void {
	visit(name, look);
	const outside = look.moves;
	look.moves = false;
	visit(body, look);
	look.functionsMove ||= look.moves;
	look.moves ||= outside;
}

function countSet(look: Look, name: string, times: number): void {
	look.sets ??= new Map();
	look.sets.set(name, (look.sets.get(name) ?? 0) + times);
}

/** `$(seq 1 9)`: numbers, or none. */
const isSequence = (word: Word): boolean => /^\$\(seq(?: -?(?:0|[1-9]\d{0,8})){1,3}\)$/.test(word.text);

/** `{1..9}`: numbers, where braces are expanded at all. */
const isRange = (word: Word): boolean => /^\{-?(?:0|[1-9]\d{0,8})\.\.-?(?:0|[1-9]\d{0,8})\}$/.test(word.text);

/** Every name that stands in a text; behind an option's letter, one may be glued: `-vx`. */
function namesIn(text: string): readonly string[] {
	const names: string[] = text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
	if (!text.startsWith("-")) return names;
	return [
		...names,
		...Array.from({ length: Math.min(text.length, 64) }, (_, at) => text.slice(at + 1)).filter((one) =>
			/^[A-Za-z_]/.test(one),
		),
	];
}

/** What `printf` prints, what a declaration assigns, and whom `wait` waits for, is no name. */
function isHarmlessWord(name: string | undefined, text: string): boolean {
	if (name === "printf") return !/^["']?[-{*?$[]/.test(text);
	// Where it may be the `-p` of a name, the script is refused.
	if (name === "wait") return true;
	return declarers.has(name ?? "") && /^[A-Za-z_][A-Za-z0-9_]*=/.test(text);
}

/** A word that is a whole number, whatever happens: `12`, `$((…))`, `$#`, `$?`, `${#x}`. */
function isNumber(word: Word): boolean {
	if (/^-?(?:0|[1-9]\d{0,17})$/.test(word.text)) return true;
	const parts = word.parts ?? [];
	const only = parts.length === 1 ? parts[0] : undefined;
	const inner = only?.type === "DoubleQuoted" && only.parts.length === 1 ? only.parts[0] : only;
	if (inner?.type === "ArithmeticExpansion") return true;
	if (inner?.type === "SimpleExpansion") return inner.text === "$#" || inner.text === "$?" || inner.text === "$$";
	return inner?.type === "ParameterExpansion" && inner.prefix === "#" && inner.operation === undefined;
}

/** `$(… | wc -l)`, `$(date +%s)`: a program that prints one whole number, or nothing where it fails. `$!`: nothing where nothing was started. */
function isCount(word: Word): boolean {
	const parts = word.parts ?? [];
	const only = parts.length === 1 ? parts[0] : undefined;
	const inner = only?.type === "DoubleQuoted" && only.parts.length === 1 ? only.parts[0] : only;
	if (inner?.type === "SimpleExpansion") return inner.text === "$!";
	if (inner?.type !== "CommandExpansion" || inner.script?.commands.length !== 1) return false;
	const command = inner.script.commands[0]?.command;
	const last = command?.type === "Pipeline" ? command.commands[command.commands.length - 1] : command;
	if (last?.type !== "Command" || last.name === undefined || last.prefix.length > 0) return false;
	const words = [last.name, ...last.args].map((one) =>
		one.type === "Word" && one.parts === undefined ? one.text : "?",
	);
	return /^(?:wc -[lcmw]|date \+%s)$/.test(words.join(" "));
}

/** The text of a word without its quotes; undefined when it holds anything but plain text. */
function plainText(word: Word): string | undefined {
	const { parts } = word;
	if (parts === undefined) return bare(word.text);
	let text = "";
	for (const part of parts) {
		if (part.type === "Literal") text += bare(part.text);
		else if (part.type === "SingleQuoted" || part.type === "AnsiCQuoted") text += part.value;
		else if (part.type === "DoubleQuoted" && part.parts.every((one) => one.type === "Literal"))
			text += part.parts.map((one) => unescaped(one.text, /\\([$`"\\\n])/g)).join("");
		else return undefined;
	}
	return text;
}

/** Text without quotes around it as a shell takes it: a backslash protects what follows. */
export const bare = (text: string): string => (text.includes("\\") ? text.replace(/\\(.)/g, "$1") : text);

/** A text without its backslashes; a line that goes on is joined. */
export function unescaped(text: string, form: RegExp): string {
	if (!text.includes("\\")) return text;
	return text.replace(form, (_, character: string) => (character === "\n" ? "" : character));
}

/** May a line of shell code go to another folder? What can't be parsed may. */
export function mayMoveText(line: string | undefined): boolean {
	if (line === undefined) return true;
	if (!/cd|pushd|popd|chdir|eval|source|\.(?:\s|$)|[^\w ./;:=@%+,-]/.test(line)) return false;
	try {
		return mayMove(parseScript(line));
	} catch {
		return true;
	}
}

const movers = new Set("cd pushd popd chdir eval source .".split(" "));

/** May something in here go to another folder, seen from this script's own shell? */
export function mayMove(node: SyntaxNode): boolean {
	// A shell of its own goes there alone.
	if (node.type === "Subshell") return false;
	if (node.type === "Command" && isMove(node, node.name && plainText(node.name))) return true;
	let found = false;
	forEachChild(node, (child) => {
		found ||= mayMove(child);
	});
	return found;
}

/** What stands behind them is a command of this shell: of bash, and of zsh (`noglob cd x`). */
export const beforeCommands: ReadonlySet<string> = new Set(["command", "builtin", "noglob", "nocorrect", "-"]);

function isMove(node: Command, name: string | undefined): boolean {
	if (node.name === undefined) return false;
	if (name === undefined || movers.has(name)) return true;
	return beforeCommands.has(name) && node.args.some((one) => one.type !== "Word" || movers.has(plainText(one) ?? "cd"));
}
