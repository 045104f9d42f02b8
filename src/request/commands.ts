/**
 * The commands of a request: those that it names, and those that their arguments name in turn
 * (`env rm x` holds `rm x`). Where an inner command can't be found it is a command whose program is unknown.
 */
import { programNamed } from "../knowledge/lookup.js";
import type { Program } from "../knowledge/program.js";
import type { Span } from "../source/span.js";
import { type Arguments, type Inner, readArguments } from "./arguments.js";
import { readScript } from "./read-script.js";
import type { Command, Reading, Request, Word } from "./request.js";

/** A command with its arguments as its program reads them. */
export interface ReadCommand {
	readonly command: Command;
	readonly args: Arguments;
	/** Folders that wrappers around it go to first: `env -C DIR`. */
	readonly folders: readonly Word[];
}

/** What a command's facts are looked up by. */
export interface Facts {
	/** Programs that the policy teaches; they come before the knowledge base. */
	readonly programs: ReadonlyMap<string, Program>;
	/** Absolute folders whose programs are what their name says. */
	readonly trust: readonly string[];
}

/** Wrappers inside wrappers beyond this depth are not looked into: the command is unknown. */
const deepest = 12;

/** Reads a request into its commands, without those inside wrappers. */
export function readRequest(request: Request): Reading {
	if ("script" in request && request.script !== undefined) return readScript(request.script);
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
export function unwrap(
	command: Command,
	facts: Facts,
	folders: readonly Word[] = [],
	depth = 0,
): readonly ReadCommand[] {
	const args = readArguments(factsOf(command.program, facts), command.args);
	const found: ReadCommand[] = [{ command, args, folders }];
	const deeper = [...folders, ...args.folders];
	for (const inner of args.inner) {
		if (depth >= deepest) found.push(read(unknownCommand(command), deeper));
		else for (const one of innerCommands(inner, command)) found.push(...unwrap(one, facts, deeper, depth + 1));
	}
	return found;
}

/** What is known of a program by its name: for a bare name, and for a path in a trusted folder. */
export function factsOf(program: Word, facts: Facts): Program | undefined {
	if (program.kind !== "known") return undefined;
	const slash = program.text.lastIndexOf("/");
	if (slash >= 0 && !facts.trust.includes(program.text.slice(0, slash) || "/")) return undefined;
	const name = program.text.slice(slash + 1);
	return facts.programs.get(name) ?? programNamed(name);
}

function read(command: Command, folders: readonly Word[]): ReadCommand {
	return { command, args: readArguments(undefined, command.args), folders };
}

function innerCommands(inner: Inner, outer: Command): readonly Command[] {
	switch (inner.kind) {
		case "argv": {
			const [program, ...args] = inner.words;
			if (program === undefined) return [];
			// An option stands where the command should begin (`flock FILE -c LINE`): how it goes on is not known here.
			if (program.kind === "known" && /^-|=/.test(program.text)) return [unknownCommand(outer)];
			return [{ program, args, redirects: [], assignments: [], via: outer, span: outer.span }];
		}
		case "word":
			return [{ program: inner.word, args: [anyWords], redirects: [], assignments: [], via: outer, span: outer.span }];
		case "line": {
			const reading = inner.word.kind === "known" ? readScript(inner.word.text) : undefined;
			if (reading?.kind !== "understood" || !readsAlike(outer, reading.commands)) return [unknownCommand(outer)];
			return reading.commands.map((command) => ({ ...command, via: outer, span: outer.span }));
		}
	}
}

/** Words that zsh takes for itself before a command. */
const zshWords = new Set(["noglob", "nocorrect", "-", "repeat", "emulate", "foreach", "end", "select"]);

/** Does the shell that gets the line read it as `readScript` does? fish has quotes of its own, and zsh puts a program's path in for `=NAME`. */
function readsAlike(outer: Command, commands: readonly Command[]): boolean {
	const shell = outer.program.kind === "known" ? outer.program.text.slice(outer.program.text.lastIndexOf("/") + 1) : "";
	if (shell === "fish") return false;
	if (shell !== "zsh" && shell !== "ksh") return true;
	return commands.every(({ program, args }) =>
		[program, ...args].every(
			(word, index) => word.kind === "known" && !word.text.startsWith("=") && !(index === 0 && zshWords.has(word.text)),
		),
	);
}

const anyWords: Word = { kind: "unknown", source: "…", words: "any" };

function unknownCommand(outer: Command): Command {
	return {
		program: { kind: "unknown", source: "a command that can't be read", words: "any" },
		args: [anyWords],
		redirects: [],
		assignments: [],
		via: outer,
		span: outer.span,
	};
}
