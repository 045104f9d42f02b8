/**
 * A request read into the commands that it names. Those that their arguments name in turn are found by `unwrap`.
 */

import { canonicalCallName, isCallName } from "../../language/policy/hands.js";
import type { Span } from "../../language/source/span.js";
import { commandsOfCall } from "./calls.js";
import { commandOf } from "./make-command.js";
import { readScript } from "./read-script.js";
import type { Command, Reading, Request, Word } from "./request.js";

/** More words than this are not read. */
const mostWords = 5_000;

/** Reads a request into its commands, without those inside wrappers. `home`: where `~` leads in a script, `cwd`: the folder that it is run in. */
export function readRequest(request: Request, home?: string, cwd?: string): Reading {
	if ("script" in request && request.script !== undefined) {
		const reading = readScript(request.script, { home, cwd: request.env?.PWD === undefined ? cwd : undefined });
		if (reading.kind === "opaque") return reading;
		for (const { program, span } of reading.commands) {
			const disguise = program.kind === "known" ? disguised(program.text) : undefined;
			if (disguise !== undefined) return { kind: "opaque", why: disguise, span };
		}
		return reading;
	}
	if (request.call !== undefined) return readCall(commandsOfCall(request.call));
	return readWords((request as { argv: readonly (string | null)[] }).argv);
}

/** The commands of one call. Their places are those in their words joined by blanks, one command a line. */
function readCall(calls: readonly (readonly string[])[]): Reading {
	const commands: Command[] = [];
	let at = 0;
	for (const [written = "", ...args] of calls) {
		const words = [canonicalCallName(written), ...args];
		const reading = readWords(words, at);
		if (reading.kind === "opaque") return reading;
		const [name = ""] = words;
		if (!isCallName(name))
			return {
				kind: "opaque",
				why: `\`${name}\` is no name of a tool's call`,
				span: { file: "", start: at, end: at + name.length },
			};
		commands.push(...reading.commands);
		at += words.join(" ").length + 1;
	}
	return { kind: "understood", commands, syntax: [] };
}

/** `calledAt`: where they begin. Its words are what a tool is given, which may be a whole text with the line ends of Windows. */
function readWords(argv: readonly (string | null)[], calledAt?: number): Reading {
	const isCall = calledAt !== undefined;
	const start = calledAt ?? 0;
	const [program, ...args] = argv.map(
		(text): Word => (text === null ? { kind: "unknown", source: '"$word"', words: "one" } : { kind: "known", text }),
	);
	const end = argv.reduce((sum, word) => sum + (word?.length ?? 0) + 1, start - 1);
	const whole: Span = { file: "", start, end: Math.max(start, end) };
	if (program === undefined) return { kind: "opaque", why: "it holds no command", span: whole };
	if (argv[0] === null) return { kind: "opaque", why: "which program it is can't be known", span: whole };
	if (argv[0] === "") return { kind: "opaque", why: "the program's name is empty", span: whole };
	const disguise = disguised(argv[0] as string);
	if (disguise !== undefined) return { kind: "opaque", why: disguise, span: whole };
	if (argv.length > mostWords) return { kind: "opaque", why: "it has more words than anybody writes", span: whole };
	for (const word of argv) {
		if (word === null) continue;
		const hidden = hiddenCharacter(isCall ? word.replaceAll("\r\n", "\n") : word);
		if (hidden !== undefined) return { kind: "opaque", why: hidden, span: whole };
	}
	const command = commandOf(program, args, whole);
	if (isCall) command.call = true;
	return { kind: "understood", commands: [command], syntax: [] };
}

/** Characters that make a word look like another wherever it is shown: control characters, turned directions, tags. */
function hiddenCharacter(word: string): string | undefined {
	// equivalent: in most words no such character can stand
	if (/^[ -~]*$/.test(word)) return undefined;
	if (word.includes("\0")) return "a NUL character, which no command can hold";
	const found = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u.exec(word)?.[0];
	if (found === undefined) return undefined;
	const code = (found.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
	return `a character that hides what the command says (U+${code})`;
}

/** Why a program's name is not what it looks like. */
const disguised = (name: string): string | undefined => (/^[ -~]*$/.test(name) ? undefined : disguiseOf(name));

function disguiseOf(name: string): string | undefined {
	if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[^\S ]/u.test(name)) return "an invisible character in the program's name";
	return name.normalize("NFKC") === name
		? undefined
		: `letters that only look like those of \`${name.normalize("NFKC")}\` in the program's name`;
}
