/** Calls of an agent's other tools as words of commands: their names, and their arguments as options. */
import { isCallName, plainName } from "../../language/policy/hands.js";
import type { Call, NamedCall } from "./request.js";

/** Its commands; one that says too little is its name alone. */
export function commandsOfCall(call: Call): readonly (readonly string[])[] {
	if (isWords(call)) return callCommands(call);
	const words = callWords(call.tool, call.input);
	return [typeof words === "string" ? [call.tool] : words];
}

function isWords(call: Call): call is Words {
	return Array.isArray(call);
}

/** A call as words, or as several lists of them. */
export type Words = Exclude<Call, NamedCall>;

/** A call as the list of its commands. */
export function callCommands(call: Words): readonly (readonly string[])[] {
	const [first] = call;
	return first === undefined
		? []
		: typeof first === "string"
			? [call as readonly string[]]
			: (call as readonly (readonly string[])[]);
}

/** Which fields of their input are the operands of these calls, in their order, and what is meant where one is absent. */
const operandFields: Readonly<
	Record<string, readonly { readonly names: readonly string[]; readonly otherwise?: string }[]>
> = {
	"file.read": [{ names: ["path"] }],
	"file.list": [{ names: ["path"], otherwise: "." }],
	"file.search": [
		{ names: ["pattern", "query"], otherwise: "" },
		{ names: ["path"], otherwise: "." },
	],
	"file.write": [{ names: ["path"] }],
	"file.edit": [{ names: ["path"] }],
	"file.delete": [{ names: ["path"] }],
	"file.move": [{ names: ["from"] }, { names: ["to"] }],
	"web.fetch": [{ names: ["url"] }],
	"web.search": [{ names: ["query", "pattern"], otherwise: "" }],
	"agent.start": [{ names: ["name"] }],
	"agent.skill": [{ names: ["name"] }],
};

/** The words of a call by its reserved name and its input, or what is wrong with it. */
export function callWords(tool: string, input: unknown): readonly string[] | string {
	if (!isCallName(tool)) return `\`${tool}\` is no name of a tool's call`;
	if (input !== undefined && (typeof input !== "object" || input === null || Array.isArray(input)))
		return "`call.input` is an object";
	const fields = Object.hasOwn(operandFields, tool) ? operandFields[tool] : undefined;
	if (fields === undefined) {
		const options = callOptions(input);
		return options === undefined ? "`call.input` is more than can be read" : [tool, ...options];
	}
	const given: Readonly<Record<string, unknown>> = { ...input };
	const words: string[] = [tool];
	for (const { names, otherwise } of fields) {
		const values = names.flatMap((name) => given[name] ?? []);
		if (values.length === 0 && otherwise === undefined) return `\`${tool}\` needs \`${names.join("` or `")}\``;
		if (!values.every((one) => typeof one === "string")) return `\`${names[0]}\` of \`${tool}\` is a text`;
		words.push(...(values.length === 0 ? [otherwise as string] : (values as string[])));
	}
	return words;
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
 * What is no object is one value without a name: `--=VALUE`. A key that is no plain name is a value, too. Undefined where there is more of it, or deeper, than is read.
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
		return Object.entries(value).every(([key, one]) => {
			const text = keyText(key);
			// What is no name may be a path: `{"files": {"src/a": "text"}}`.
			if (text !== key) options.push(`--${name}=${key}`);
			return takeValue(one, name === "" ? text : `${name}.${text}`, depth + 1, options);
		});
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
