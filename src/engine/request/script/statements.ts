/**
 * Statements in the order in which a shell would run them: each simple command is written down, with the folders it may start in;
 * what is known afterwards is handed on, apart for success and failure.
 */
import { altered } from "../../records/altered.js";
import type { Command as ReadCommand, Word as ReadWord, SyntaxFeature } from "../request.js";
import { readArithmetic } from "./arithmetic.js";
import { isOfShell } from "./builtins.js";
import { readCondition } from "./conditions.js";
import { type Context, holding, including, merge, type State } from "./context.js";
import { mayMove } from "./facts.js";
import { markName, refuseEvaluated } from "./marks.js";
import type { CommandNode, CompoundCommand, CompoundList, Pipeline, PipelineNode, Script, Statement } from "./parse.js";
import { type Redirections, readRedirections } from "./redirects.js";
import { pushAlone, readSimple } from "./simple.js";
import { type After, type CommandSurroundings, same } from "./surroundings.js";
import { refuse } from "./unreadable.js";
import { readWord } from "./words.js";

const nothingAround: CommandSurroundings = { files: [] };

/** Reads a script inside of another: what it does to its shell ends with it. */
export function readScriptInside(script: Script, context: Context, state: State): void {
	readList(script.commands, context, apart(state), nothingAround);
}

/** Reads the statements one after the other. */
export function readList(
	statements: readonly Statement[],
	context: Context,
	state: State,
	around: CommandSurroundings,
): After {
	if (statements.length > 1) context.features.add("sequences");
	let at: State | undefined = state;
	let after: After = { well: state, failed: undefined };
	for (const statement of statements) {
		// What is never reached is read all the same: nobody asks whether a shell gets there.
		after = readStatement(statement, context, at ?? state, around);
		if (at === undefined) after = { well: undefined, failed: undefined };
		at = merge(after.well, after.failed);
	}
	return after;
}

function readStatement(statement: Statement, context: Context, state: State, around: CommandSurroundings): After {
	const { command } = statement;
	if (!statement.background) return readChain(command, context, state, around);
	context.features.add("background");
	readChain(command, context, apart(state), around);
	return same(state);
}

/** The state inside a shell of its own, which can't leave the loops and functions outside. */
function apart(state: State): State {
	return state.inLoop || state.inFunction ? altered(state, { inLoop: false, inFunction: false }) : state;
}

function readChain(node: Statement["command"], context: Context, state: State, around: CommandSurroundings): After {
	if (node.type !== "AndOr") return readPipeline(node, context, state, around);
	context.features.add("sequences");
	let after = readPipeline(node.commands[0] as PipelineNode, context, state, around);
	node.operators.forEach((operator, index) => {
		const next = node.commands[index + 1] as PipelineNode;
		const from = operator === "&&" ? after.well : after.failed;
		const read = readPipeline(next, context, from ?? state, around);
		const reached: After = from === undefined ? { well: undefined, failed: undefined } : read;
		after =
			operator === "&&"
				? { well: reached.well, failed: merge(after.failed, reached.failed) }
				: { well: merge(after.well, reached.well), failed: reached.failed };
	});
	return after;
}

function readPipeline(node: PipelineNode, context: Context, state: State, around: CommandSurroundings): After {
	if (node.type !== "Pipeline") return readCommand(node, context, state, around);
	if (node.commands.length <= 1) {
		const only = node.commands[0];
		const after = only === undefined ? same(state) : readCommand(only, context, state, around);
		const turned = node.prefixes.filter((prefix) => prefix.type === "Negation").length % 2 === 1;
		return turned ? { well: after.failed, failed: after.well } : after;
	}
	context.features.add("pipes");
	const inside = apart(state);
	const behind: CommandSurroundings = { files: around.files, input: aPipe };
	node.commands.forEach((command, index) => {
		const from = index === 0 ? undefined : writerBefore(node, index, context);
		readCommand(
			command,
			context,
			inside,
			index === 0 ? around : from === undefined ? behind : altered(behind, { from }),
		);
	});
	return same(state);
}

function readCommand(node: CommandNode, context: Context, state: State, around: CommandSurroundings): After {
	switch (node.type) {
		case "Command":
			return readSimple(node, context, state, around);
		case "Redirected": {
			const redirections = readRedirections(node.redirects, context, state);
			const inside = within(around, redirections);
			const count = context.commands.length;
			const after = readCompound(node.command, context, state, inside);
			// A file is opened even where no command stands inside that would use it.
			const own = redirections.files[0];
			const used = context.commands.slice(count).some(({ redirects }) => own !== undefined && redirects.includes(own));
			if (own !== undefined && !used) pushAlone(node, ":", [], inside.files, context, state);
			// Where a redirection fails, nothing inside runs.
			return { well: after.well, failed: merge(after.failed, state) };
		}
		case "Function":
			return readFunction(node, context, state, around);
		case "Coproc":
			context.features.add("background");
			if (node.name) {
				if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(node.name.text)) refuse("a coprocess whose name can't be read", node.name);
				refuseEvaluated(node.name.text, undefined, node.name);
				markName(node.name.text, false, context);
			}
			if (node.body.type === "CompoundList") return refuse("a coprocess that can't be read", node);
			readCommand(node.body, context, apart(state), { files: around.files, input: aPipe });
			return same(state);
		default:
			return readCompound(node, context, state, around);
	}
}

/** The command before one in a pipe: a simple one, all of whose output goes into the pipe, and nothing that it says of errors. */
function writerBefore(node: Pipeline, index: number, { commands, facts }: Context): ReadCommand | undefined {
	const [before, next] = [node.commands[index - 1], node.commands[index]];
	// What may be defined, or run in between, nobody knows.
	if (facts.unproven === "all" || before?.type !== "Command" || next?.type !== "Command") return undefined;
	if (node.operators[index - 1] !== "|" || before.prefix.length > 0) return undefined;
	const command = commands.at(-1);
	if (command === undefined || command.span.start !== before.pos || command.program.kind !== "known") return undefined;
	if (facts.functionNames.has(command.program.text)) return undefined;
	// What it says of errors may come by the same pipe, but from nowhere.
	const quiet = before.redirects.every(
		(one) =>
			one.type === "Redirect" &&
			one.operator === ">" &&
			one.descriptor?.type === "FileDescriptor" &&
			one.descriptor.value === 2 &&
			one.target?.text === "/dev/null",
	);
	return quiet ? command : undefined;
}

const aPipe: ReadWord = { kind: "unknown", source: "a pipe", words: "one" };

/** Most files that one command can have around it. */
const mostFiles = 16;

function within(around: CommandSurroundings, { files, input }: Redirections): CommandSurroundings {
	if (around.files.length + files.length > mostFiles)
		refuse("more redirections around a command than anybody writes", { pos: 0, end: 1 });
	// Several commands share the input: which of them reads what can't be known.
	const shared: ReadWord = { kind: "unknown", source: "an input that others read too", words: "one" };
	return {
		files: [...around.files, ...files],
		...(input === undefined && around.input === undefined ? {} : { input: shared }),
	};
}

function readFunction(
	node: Extract<CommandNode, { type: "Function" }>,
	context: Context,
	state: State,
	around: CommandSurroundings,
): After {
	context.features.add("functions");
	const name = node.name.text;
	if (!/^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(name)) refuse("a function whose name can't be read", node.name);
	if (isOfShell(name)) refuse(`a function that is called as the shell's own \`${name}\``, node.name);
	if (node.body.type === "CompoundList") return refuse("a function that can't be read", node);
	if (state.functions.size >= 100) refuse("it is too complex: more functions than anybody writes", node);
	const defined: State = altered(state, { functions: including(state.functions, name) });
	// Nobody knows from where it is called.
	const inside: State = {
		...defined,
		ways: context.facts.moves ? [] : state.ways,
		assigned: new Set(),
		values: new Map(),
		inLoop: false,
		inFunction: true,
	};
	const input: ReadWord = { kind: "unknown", source: "whatever a function is called with", words: "one" };
	readCommand(node.body, context, inside, altered(around, { input }));
	return same(defined);
}

function readCompound(node: CompoundCommand, context: Context, state: State, around: CommandSurroundings): After {
	const feature: SyntaxFeature = loops.has(node.type) ? "loops" : "sequences";
	context.features.add(feature);
	switch (node.type) {
		case "BraceGroup":
			return readList(node.body.commands, context, state, around);
		case "Subshell":
			readList(node.body.commands, context, apart(state), around);
			return same(state);
		case "If": {
			let clause = readList(node.clause.commands, context, state, around);
			let out = block(node.then, clause.well, context, state, around);
			for (const { clause: next, then } of node.elif) {
				clause = block(next, clause.failed, context, state, around);
				out = either(out, block(then, clause.well, context, state, around));
			}
			if (node.else === undefined) return either(out, { well: clause.failed, failed: undefined });
			return either(out, block(node.else, clause.failed, context, state, around));
		}
		case "While": {
			const start = loopState(node, context, state);
			const clause = readList(node.clause.commands, context, start, around);
			block(node.body, node.kind === "while" ? clause.well : clause.failed, context, start, around);
			return same({ ...start, inLoop: state.inLoop });
		}
		case "For":
		case "Select": {
			const name = node.name.text;
			if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) refuse("a loop over a variable that can't be read", node.name);
			refuseEvaluated(name, undefined, node.name);
			markName(name, false, context);
			const words = (node.wordlist ?? []).flatMap((word) => readWord(word, "argument", context, state));
			const start = loopState(node, context, state);
			const inside: State = { ...start, assigned: including(start.assigned, name) };
			if (node.type === "Select" || !readRounds(node.body, name, words, context, inside, around))
				readList(node.body.commands, context, inside, around);
			return same({ ...start, inLoop: state.inLoop });
		}
		case "ArithmeticFor": {
			const [first = "", test = "", update = ""] = headOf(node, context.source);
			const start = loopState(node, context, state);
			const names = readArithmetic(first, node, context, start);
			const inside: State = { ...start, assigned: including(start.assigned, ...names) };
			readArithmetic(test, node, context, inside);
			readArithmetic(update, node, context, inside);
			readList(node.body.commands, context, inside, around);
			return same({ ...inside, inLoop: state.inLoop });
		}
		case "Case": {
			readWord(node.word, "value", context, state);
			let out: After = { well: state, failed: undefined };
			let through: State | undefined;
			let later: State | undefined;
			for (const item of node.items) {
				for (const pattern of item.pattern) {
					if (context.source.slice(pattern.pos, pattern.end).includes("esac"))
						refuse("a pattern `esac`, which shells read in several ways", pattern);
					readWord(pattern, "value", context, state);
				}
				const after = readList(item.body.commands, context, merge(state, through) ?? state, around);
				out = either(out, after);
				const behind = merge(after.well, after.failed);
				// `;&` goes on with the next item, `;;&` with any later one.
				if (item.terminator === ";;&") later = merge(later, behind);
				through = item.terminator === ";&" ? merge(later, behind) : later;
			}
			return out;
		}
		case "TestCommand":
			for (const words of readCondition(node.expression, context, state))
				pushAlone(node, "test", words, around.files, context, state);
			return same(state);
		case "ArithmeticCommand": {
			const names = readArithmetic(node.body, node, context, state);
			return same(altered(state, { assigned: including(state.assigned, ...names) }));
		}
	}
}

/**
 * More rounds of a loop than this are not read one by one, those of the loops around it counted each time; nor more commands in all of them, or
 * five times as many words; nor more commands that are there again in all of a script.
 */
const mostRounds = 32;
const mostInRounds = 200;
const mostAgain = 400;

/** Reads the body once for each word that the variable is in turn. Where one can't be known, or it is too much, nothing is read. */
function readRounds(
	body: CompoundList,
	name: string,
	words: readonly ReadWord[],
	context: Context,
	inside: State,
	around: CommandSurroundings,
): boolean {
	const { commands, size, source } = context;
	const rounds = inside.rounds * words.length;
	if (words.length === 0 || rounds > mostRounds || !source.slice(body.pos, body.end).includes(name)) return false;
	const states = words.map((word) => ({ ...holding(inside, name, word, context), rounds }));
	if (states.some(({ values }) => values === inside.values)) return false;
	const first = commands.length;
	const before = { ...size };
	for (const [round, state] of states.entries()) {
		const from = commands.length;
		const sizeBefore = { ...size };
		readList(body.commands, context, state, around);
		if (round === 0) {
			if (words.length === 1 || !isMuch(before, size, commands.length - first, words.length)) continue;
			commands.length = first;
			Object.assign(size, before);
			return false;
		}
		// What is the same in every round is told of once.
		const known = new Set(commands.slice(first, from).map((one) => JSON.stringify(one)));
		commands.push(...commands.splice(from).filter((one) => !known.has(JSON.stringify(one))));
		// The script is no longer than it was.
		Object.assign(size, sizeBefore, { again: sizeBefore.again + commands.length - from });
	}
	return true;
}

/** Would all rounds together be too much, when one was so many commands? */
function isMuch(before: Context["size"], after: Context["size"], commands: number, rounds: number): boolean {
	const words = Math.max(after.words - before.words, after.braces - before.braces, after.globs - before.globs);
	if (commands * rounds > mostInRounds || words * rounds > mostInRounds * 5) return true;
	return after.again + commands * (rounds - 1) > mostAgain;
}

const loops: ReadonlySet<string> = new Set(["For", "While", "Select", "ArithmeticFor"]);

/** A part that may never be reached: it is read from where it stands all the same. */
function block(
	list: CompoundList,
	from: State | undefined,
	context: Context,
	state: State,
	around: CommandSurroundings,
): After {
	const after = readList(list.commands, context, from ?? state, around);
	return from === undefined ? { well: undefined, failed: undefined } : after;
}

function either(a: After, b: After): After {
	return { well: merge(a.well, b.well), failed: merge(a.failed, b.failed) };
}

/** The state in which each round of a loop may begin. */
function loopState(node: CompoundCommand, context: Context, state: State): State {
	const moves = context.facts.functionsMove || (context.facts.moves && mayMove(node));
	if (state.inLoop && !moves) return state;
	return altered(state, { inLoop: true, ways: moves ? [] : state.ways });
}

function headOf(node: Extract<CompoundCommand, { type: "ArithmeticFor" }>, source: string): readonly string[] {
	const open = source.indexOf("((", node.pos);
	const parts: string[] = [];
	let depth = 0;
	let start = open + 2;
	for (let at = start; at < node.end; at++) {
		const character = source[at];
		if (character === "(") depth++;
		else if (character === ")") {
			if (depth === 0) {
				parts.push(source.slice(start, at));
				break;
			}
			depth--;
		} else if (character === ";" && depth === 0) {
			parts.push(source.slice(start, at));
			start = at + 1;
		}
	}
	if (parts.length !== 3) refuse("the head of a loop that can't be read", node);
	return parts;
}
