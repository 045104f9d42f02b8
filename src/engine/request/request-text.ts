/** Requests as lines of text and as words, and back. */
import { isCallName } from "../../language/policy/hands.js";
import { commandsOfCall } from "./calls.js";
import { readScript } from "./read-script.js";
import type { Request } from "./request.js";

/** What a line of text asks for: a call where it is one, else a script. */
export function askedByLine(line: string): Request {
	const call = callInLine(line);
	return call === undefined ? { script: line } : { call };
}

/** What words ask for: a call where they begin with the name of one, else a program. */
export function askedByWords(words: readonly string[]): Request {
	return isCallName(words[0] ?? "") ? { call: words } : { argv: words };
}

/** What a request asks for as a text that a shell would read so, and `askedByLine` too. A call of several commands has a line for each. */
export function requestText(request: Request): string {
	if (request.script !== undefined) return request.script;
	const commands: readonly (readonly (string | null)[])[] =
		request.call === undefined ? [request.argv] : commandsOfCall(request.call);
	return commands.map((words) => words.map(quoted).join(" ")).join("\n");
}

/** A word whose value can't be known is one that a variable brings. */
function quoted(word: string | null): string {
	if (word === null) return '"$word"';
	return /^[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:@%+,=~^-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The words of a call, where a line of shell text is nothing but one: a command of a reserved name, without redirections, variables or globs that a shell would expand. */
function callInLine(line: string): readonly string[] | undefined {
	const [first = ""] = /\S+/.exec(line) ?? [];
	if (!isCallName(first)) return undefined;
	// A tilde stays one: what a tool makes of it is its own affair, and both readings are judged.
	const reading = readScript(line, { home: "~" });
	if (reading.kind === "opaque" || reading.commands.length !== 1) return undefined;
	const [command] = reading.commands;
	if (
		command === undefined ||
		command.redirects.length > 0 ||
		command.assignments.length > 0 ||
		command.input !== undefined
	)
		return undefined;
	const words: string[] = [];
	for (const word of [command.program, ...command.args]) {
		// No shell stands between: stars are the tool's own.
		if (word.kind === "unknown") return undefined;
		words.push(word.kind === "known" ? word.text : word.pattern);
	}
	return words;
}
