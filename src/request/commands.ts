/**
 * The commands of a request: those that it names, and those that their arguments name in turn
 * (`env rm x` holds `rm x`). Where an inner command can't be found it is a command whose program is unknown.
 */
import { programNamed } from "../knowledge/lookup.js";
import type { Program } from "../knowledge/program.js";
import type { Span } from "../source/span.js";
import { type Arguments, type Inner, readArguments } from "./arguments.js";
import { readScript } from "./read-script.js";
import type { Command, Reading, Request, SyntaxFeature, Way, Word } from "./request.js";
import { builtinUse } from "./script/builtins.js";
import { changesWhatRuns } from "./variables.js";

/** A command with its arguments as its program reads them. */
export interface ReadCommand {
	readonly command: Command;
	readonly args: Arguments;
	/** The ways to the folder that it starts in: through `cd`, and through the wrappers around it (`env -C DIR`). It is one of them; none: it can't be known. */
	readonly ways: readonly Way[];
	/** Syntax of the line that a wrapper hands to a shell, where it stands in one. */
	readonly syntax: readonly SyntaxFeature[];
}

/** What a command's facts are looked up by. */
export interface Facts {
	/** Programs that the policy teaches; they come before the knowledge base. */
	readonly programs: ReadonlyMap<string, Program>;
	/** Absolute folders whose programs are what their name says. */
	readonly trust: readonly string[];
	/** Where `~` leads. */
	readonly home?: string | undefined;
}

/** Wrappers inside wrappers beyond this depth are not looked into: the command is unknown. */
const deepest = 12;

/** More commands than this are not taken out of wrappers: what is left is unknown. */
const mostInside = 2_000;

/** Reads a request into its commands, without those inside wrappers. `home`: where `~` leads in a script. */
export function readRequest(request: Request, home?: string): Reading {
	if ("script" in request && request.script !== undefined) {
		const reading = readScript(request.script, { home });
		if (reading.kind === "opaque") return reading;
		for (const { program, span } of reading.commands) {
			const disguise = program.kind === "known" ? disguised(program.text) : undefined;
			if (disguise !== undefined) return { kind: "opaque", why: disguise, span };
		}
		return reading;
	}
	const argv = (request as { argv: readonly string[] }).argv;
	const [program, ...args] = argv.map((text): Word => ({ kind: "known", text }));
	const whole: Span = { file: "", start: 0, end: argv.join(" ").length };
	if (program === undefined) return { kind: "opaque", why: "it holds no command", span: whole };
	if (argv[0] === "") return { kind: "opaque", why: "the program's name is empty", span: whole };
	const disguise = disguised(argv[0] as string);
	if (disguise !== undefined) return { kind: "opaque", why: disguise, span: whole };
	const at = argv.findIndex((word) => word.includes("\0"));
	if (at >= 0) return { kind: "opaque", why: "a NUL character, which no command can hold", span: whole };
	return { kind: "understood", commands: [{ program, args, redirects: [], assignments: [], span: whole }], syntax: [] };
}

/** Why a program's name is not what it looks like. */
function disguised(name: string): string | undefined {
	if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[^\S ]/u.test(name)) return "an invisible character in the program's name";
	return name.normalize("NFKC") === name
		? undefined
		: `letters that only look like those of \`${name.normalize("NFKC")}\` in the program's name`;
}

/** A command and every command inside it, outermost first. */
export function unwrap(command: Command, facts: Facts): readonly ReadCommand[] {
	const found: ReadCommand[] = [];
	unwrapInto(found, command, facts, command.ways ?? [[]], [], 0);
	return found;
}

function unwrapInto(
	found: ReadCommand[],
	command: Command,
	facts: Facts,
	ways: readonly Way[],
	syntax: readonly SyntaxFeature[],
	depth: number,
): void {
	const args = readArguments(factsOf(command.program, facts), command.args);
	found.push({ command, args, ways, syntax });
	const deeper = args.folders.length === 0 ? ways : ways.map((way) => [...way, ...args.folders]);
	const inner: readonly Inner[] = [...args.inner, ...inputRead(command, args)];
	for (const one of inner) {
		if (depth >= deepest || found.length >= mostInside) {
			found.push(readUnknown(unknownCommand(command, "commands inside commands, too many or too deep"), deeper));
			return;
		}
		const line = innerCommands(one, command, facts);
		for (const next of line.commands)
			unwrapInto(
				found,
				next,
				facts,
				next.ways === undefined ? deeper : joinWays(deeper, next.ways),
				line.syntax,
				depth + 1,
			);
	}
}

/** Every way on from every way; too many of them can't be known. */
function joinWays(outer: readonly Way[], inner: readonly Way[]): readonly Way[] {
	const ways = outer.flatMap((way) => inner.map((next) => [...way, ...next]));
	return ways.length > 64 ? [] : ways;
}

const shells = new Set("sh bash rbash dash ash zsh ksh mksh fish".split(" "));

/** A shell without a script of its own reads its commands from its input. */
function inputRead(command: Command, args: Arguments): readonly Inner[] {
	const { input } = command;
	if (input === undefined || args.inner.length > 0 || args.informs || !shells.has(nameOfProgram(command))) return [];
	const fromInput = args.operands.length === 0 || args.options.some((option) => option.fact?.names.includes("-s"));
	return fromInput || args.open ? [{ kind: "line", word: input }] : [];
}

function nameOfProgram({ program }: Command): string {
	return program.kind === "known" ? program.text.slice(program.text.lastIndexOf("/") + 1) : "";
}

/** What is known of a program by its name: for a bare name, and for a path in a trusted folder. */
export function factsOf(program: Word, facts: Facts): Program | undefined {
	if (program.kind !== "known") return undefined;
	const slash = program.text.lastIndexOf("/");
	if (slash >= 0 && !facts.trust.includes(program.text.slice(0, slash) || "/")) return undefined;
	const name = program.text.slice(slash + 1);
	return facts.programs.get(name) ?? programNamed(name);
}

function readUnknown(command: Command, ways: readonly Way[]): ReadCommand {
	return { command, args: readArguments(undefined, command.args), ways, syntax: [] };
}

/** Commands found in one place of another's arguments, and the syntax that a shell needs to read them. */
interface Line {
	readonly commands: readonly Command[];
	readonly syntax: readonly SyntaxFeature[];
}

function innerCommands(inner: Inner, outer: Command, facts: Facts): Line {
	switch (inner.kind) {
		case "argv": {
			const [program, ...args] = inner.words;
			if (program === undefined) return { commands: [], syntax: [] };
			// An option stands where the command should begin (`flock FILE -c LINE`): how it goes on is not known here.
			if (program.kind === "known" && /^-|=/.test(program.text))
				return unknownLine(outer, "an option where the command should begin");
			const assignments = setBefore(outer, facts);
			return alone(builtinChecked({ ...insideOf(outer), program, args, assignments }, outer));
		}
		case "word":
			return alone({ ...insideOf(outer), program: inner.word, args: [anyWords] });
		case "line": {
			if (inner.word.kind !== "known") return unknownLine(outer, "a line for a shell that can't be known");
			const shell = nameOfProgram(outer);
			const reading = readScript(inner.word.text, { dialect: bashReads.has(shell) ? "bash" : "sh", home: facts.home });
			if (reading.kind === "opaque") return unknownLine(outer, reading.why);
			if (!readsAlike(shell, inner.word.text, reading))
				return unknownLine(outer, `a line that \`${shell}\` may read otherwise`);
			const trap = shell === "trap";
			return {
				commands: reading.commands.map((command) => ({
					...command,
					...(trap ? { ways: [] } : {}),
					via: outer,
					span: outer.span,
				})),
				syntax: reading.syntax,
			};
		}
	}
}

/** Programs that read a line as bash does; all others are taken for any POSIX shell. */
const bashReads = new Set(["bash", "rbash", "eval", "trap"]);

function insideOf(outer: Command): Omit<Command, "program" | "args"> {
	return {
		redirects: [],
		assignments: [],
		...(outer.input === undefined ? {} : { input: outer.input }),
		via: outer,
		span: outer.span,
	};
}

function alone(command: Command): Line {
	return { commands: [command], syntax: [] };
}

/** `env A=1 rm`: the names that stand before the command. */
function setBefore(outer: Command, facts: Facts): readonly string[] {
	const args = readArguments(factsOf(outer.program, facts), outer.args);
	if (!args.usage?.runs?.assignments) return [];
	const names: string[] = [];
	for (const { word } of args.operands.slice(args.usage.runs.skip)) {
		const equals = word.kind === "known" ? word.text.indexOf("=") : -1;
		if (equals < 0 || word.kind !== "known") break;
		names.push(word.text.slice(0, equals));
	}
	return names;
}

/** `command read PATH`, `builtin printf -v …`: the shell's own commands do behind these what they do alone. */
function builtinChecked(command: Command, outer: Command): Command {
	const behind = nameOfProgram(outer);
	if ((behind !== "command" && behind !== "builtin") || command.program.kind !== "known") return command;
	const { fault, sets, exports } = builtinUse(command.program.text, command.args);
	if (fault !== undefined) return unknownCommand(outer, fault);
	const marked = sets.filter((name) => exports.includes(name) || changesWhatRuns(name));
	return marked.length === 0 ? command : { ...command, assignments: [...command.assignments, ...marked] };
}

/** Words that zsh takes for itself before a command. */
const zshWords = new Set(["noglob", "nocorrect", "-", "repeat", "emulate", "foreach", "end", "select"]);

/**
 * Does the program that gets the line read it as `readScript` does? fish has quotes of its own, zsh puts a program's path in for `=NAME`,
 * and `env -S` is no shell: it knows words and quotes alone.
 */
function readsAlike(shell: string, text: string, { commands, syntax }: Reading & { kind: "understood" }): boolean {
	if (shell === "fish") return false;
	if (shell === "env")
		return (
			syntax.length === 0 && !/[\\$#~*?[{]/.test(text) && commands.every(({ assignments }) => assignments.length === 0)
		);
	if (shell !== "zsh" && shell !== "ksh" && shell !== "mksh") return true;
	return (
		syntax.length === 0 &&
		commands.every(({ program, args }) =>
			[program, ...args].every(
				(word, index) =>
					word.kind === "known" && !word.text.startsWith("=") && !(index === 0 && zshWords.has(word.text)),
			),
		)
	);
}

const anyWords: Word = { kind: "unknown", source: "…", words: "any" };

function unknownLine(outer: Command, why: string): Line {
	return alone(unknownCommand(outer, why));
}

function unknownCommand(outer: Command, why: string): Command {
	return {
		program: { kind: "unknown", source: why, words: "any" },
		args: [anyWords],
		redirects: [],
		assignments: [],
		via: outer,
		span: outer.span,
	};
}
