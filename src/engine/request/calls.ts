/** Calls of an agent's other tools as words of commands: their names, and their arguments as options. */
import { isCallName, plainName } from "../../language/policy/hands.js";
import { callCommands } from "./check-request.js";
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
	const commands = request.call === undefined ? [request.argv] : callCommands(request.call);
	return commands.map((words) => words.map(quoted).join(" ")).join("\n");
}

function quoted(word: string): string {
	return /^[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:@%+,=~^-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** `mcp.SERVER.TOOL`. */
export function mcpCallName(server: string, tool: string): string {
	return `mcp.${plainName(server)}.${plainName(tool)}`;
}

/** `tool.NAME`. */
export function toolCallName(name: string): string {
	return `tool.${plainName(name)}`;
}

/** More values than this are no call that anybody means. */
const mostValues = 5_000;
/** Deeper JSON than this is not gone through. */
const deepest = 64;

/**
 * The arguments of a call, as JSON has them, as options: `{"path": "a", "to": {"name": ["x", "y"]}}` is `--path=a --to.name=x --to.name=y`.
 * What is no object is one value without a name: `--=VALUE`. Undefined where there is more of it, or deeper, than is read.
 */
export function callOptions(input: unknown): readonly string[] | undefined {
	const options: string[] = [];
	const isRead = takeValue(input, "", 0, options);
	return isRead ? options : undefined;
}

function takeValue(value: unknown, name: string, depth: number, options: string[]): boolean {
	if (depth > deepest || options.length > mostValues) return false;
	if (Array.isArray(value)) return value.every((one) => takeValue(one, name, depth + 1, options));
	if (typeof value === "object" && value !== null)
		return Object.entries(value).every(([key, one]) =>
			takeValue(one, name === "" ? keyText(key) : `${name}.${keyText(key)}`, depth + 1, options),
		);
	if (value !== undefined) options.push(`--${name}=${String(value)}`);
	return true;
}

/** A key that holds what tells names, dots and values apart has its codes in their place: `a.b` is `a%2Eb`. */
function keyText(key: string): string {
	return key.replace(/[^A-Za-z0-9_-]/gu, (character) =>
		Array.from(
			new TextEncoder().encode(character),
			(byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
		).join(""),
	);
}

/** The words of a call, where a line of shell text is nothing but one: a command of a reserved name, without redirections, variables or globs that a shell would expand. */
export function callInLine(line: string): readonly string[] | undefined {
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
