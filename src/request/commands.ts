/**
 * The commands of a request: those that it names, and those that their arguments name in turn
 * (`env rm x` holds `rm x`). Where an inner command can't be found it is a command whose program is unknown.
 */
import { programNamed } from "../knowledge/lookup.js";
import type { Program } from "../knowledge/program.js";
import type { Span } from "../source/span.js";
import { type Arguments, type Inner, readArguments } from "./arguments.js";
import { codeInWords } from "./code-in-words.js";
import { onlyPrints } from "./languages/read-python.js";
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
	/** Shell code that it runs and that does not stand in the request: a file, or what nobody has written yet. */
	readonly unseen?: string;
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
	for (const word of argv) {
		const hidden = hiddenCharacter(word);
		if (hidden !== undefined) return { kind: "opaque", why: hidden, span: whole };
	}
	return { kind: "understood", commands: [{ program, args, redirects: [], assignments: [], span: whole }], syntax: [] };
}

/** Characters that make a word look like another wherever it is shown: control characters, turned directions, tags. */
function hiddenCharacter(word: string): string | undefined {
	if (word.includes("\0")) return "a NUL character, which no command can hold";
	const found = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u.exec(word)?.[0];
	if (found === undefined) return undefined;
	const code = (found.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
	return `a character that hides what the command says (U+${code})`;
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
	const inner: readonly Inner[] = [
		...args.inner,
		...shellCode(command, args),
		...linesInCode(args),
		...innerByName(command, args),
	];
	const unseen = inner.length > 0 || args.informs ? undefined : unseenCode(command, args);
	found.push({ command, args, ways, syntax, ...(unseen === undefined ? {} : { unseen }) });
	const deeper = args.folders.length === 0 ? ways : ways.map((way) => [...way, ...args.folders]);
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

/** A program that lies elsewhere may be what its name says, and run what that would; and the loader of programs runs what it is given. */
function innerByName({ program, args: words }: Command, args: Arguments): readonly Inner[] {
	if (args.program !== undefined || program.kind !== "known") return [];
	const name = program.text.slice(program.text.lastIndexOf("/") + 1);
	if (/^ld(?:-linux|-musl)?[-.\w]*\.so(?:\.\d+)*$/.test(name))
		return [{ kind: "argv", words: words[0]?.kind === "known" && !words[0].text.startsWith("-") ? words : [anyWords] }];
	const facts = program.text.includes("/") ? programNamed(name) : undefined;
	return facts === undefined ? [] : readArguments(facts, words).inner;
}

/** Lines that shells read from elsewhere than an option: from their input, and `trap` from its first word. */
function shellCode(command: Command, args: Arguments): readonly Inner[] {
	const name = nameOfProgram(command);
	if (name === "trap") {
		const [first, second] = command.args.filter(
			(word, index) => !(index === 0 && word.kind === "known" && word.text === "--"),
		);
		if (first === undefined || (second === undefined && first.kind === "known")) return [];
		if (first.kind === "known" && /^(?:-[lp]*|\d*)$/.test(first.text)) return [];
		return [{ kind: "line", word: first }];
	}
	if (command.input === undefined || args.inner.length > 0 || args.informs || !readsInput(name, args)) return [];
	return [{ kind: "line", word: command.input }];
}

/** `awk 'BEGIN { system("ls") }'`: lines that code among the arguments hands to a shell. */
function linesInCode(args: Arguments): readonly Inner[] {
	const use = codeInWords(args);
	return use?.kind === "read" ? use.runs.map((text) => ({ kind: "line", word: { kind: "known", text } })) : [];
}

function readsInput(name: string, args: Arguments): boolean {
	if (!shells.has(name)) return false;
	const asked = args.options.some((option) => option.fact?.names.includes("-s"));
	return args.operands.length === 0 || asked || args.open;
}

/** Code that the request does not show, or that nobody here can read. */
function unseenCode(command: Command, args: Arguments): string | undefined {
	const name = nameOfProgram(command);
	if (name === "source" || name === ".") return "a file of shell code";
	if (shells.has(name)) return args.operands.length === 0 ? "shell code from its input" : "a file of shell code";
	if (args.program === undefined || !args.usage?.powers.includes("code")) return undefined;
	const texts = [
		...args.options.flatMap((option) => (option.fact?.role === "code" && option.value ? [option.value] : [])),
		...args.operands.flatMap((slot) => (slot.roles.includes("code") ? [slot.word] : [])),
	];
	if (texts.length > 0)
		return texts.every((word) => isHarmlessCode(args.program?.name ?? "", word))
			? undefined
			: "code in another language";
	if (command.input === undefined) return undefined;
	const interprets = args.program.options.some((option) => option.role === "code");
	const words = [...args.operands.map((slot) => slot.word), ...args.options.flatMap((option) => option.value ?? [])];
	const named = words.some((word) => word.kind === "known" && /^(?:-|\/dev\/stdin)$/.test(word.text));
	// `python -m NAME` has its code already.
	const module = args.options.some(({ fact }) => fact?.ends);
	if (named || (interprets && args.operands.length === 0 && !module))
		return isHarmlessCode(args.program.name, command.input) ? undefined : "code from its input";
	return undefined;
}

/** Code that does no more than print what it says itself. */
function isHarmlessCode(program: string, code: Word): boolean {
	return program === "python" && code.kind === "known" && onlyPrints(code.text);
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
			// To `env` a single dash is an option.
			const dash = inner.words[0];
			const dashed = nameOfProgram(outer) === "env" && dash?.kind === "known" && dash.text === "-";
			const from = dashed
				? inner.words.findIndex((word, index) => index > 0 && !(word.kind === "known" && word.text.includes("=")))
				: 0;
			const [program, ...args] = from < 0 ? [] : inner.words.slice(from);
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
			const rest = nameOfProgram(outer) === "env" ? argumentsBehind(outer, facts) : [];
			if (inner.word.kind !== "known") return unknownLine(outer, "a line for a shell that can't be known");
			const shell = nameOfProgram(outer);
			const reading = readScript(inner.word.text, { dialect: bashReads.has(shell) ? "bash" : "sh", home: facts.home });
			if (reading.kind === "opaque") return unknownLine(outer, reading.why);
			// An option stands where the line should begin.
			const option = reading.commands.some(({ program }) => program.kind === "known" && program.text.startsWith("-"));
			if (option || !readsAlike(shell, inner.word.text, reading))
				return unknownLine(outer, `a line that \`${shell}\` may read otherwise`);
			const trap = shell === "trap";
			return {
				commands: reading.commands.map((command) => ({
					...command,
					args: [...command.args, ...rest],
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
		if (word.kind === "known" && word.text === "-") continue;
		const equals = word.kind === "known" ? word.text.indexOf("=") : -1;
		if (equals < 0 || word.kind !== "known") break;
		names.push(word.text.slice(0, equals));
	}
	return names;
}

/** `env -S 'rm -rf' x`: the operands are further words of the command in the line. */
function argumentsBehind(outer: Command, facts: Facts): readonly Word[] {
	return readArguments(factsOf(outer.program, facts), outer.args).operands.map(({ word }) => word);
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
	if (shell === "env") return syntax.length === 0 && commands.length === 1 && !/[\\$#~*?[{]/.test(text);
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
