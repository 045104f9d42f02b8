/**
 * Is this a request at all? What comes from a model's JSON may be anything; a decision is made only of what was checked,
 * and of a copy, so that nothing changes under it.
 */
import { callCommands, callWords, type Words } from "./calls.js";
import { isMoment, notAMoment, readFacts } from "./read-facts.js";
import type { Call, Request } from "./request.js";

/** The request as a fresh object of plain values, or what is wrong with it. */
export function checkRequest(value: unknown): Request | string {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return "a request is an object";
	const { agent, cwd, env, force, tools, facts, at, argv, script, call } = value as Record<string, unknown>;
	if (agent !== undefined && typeof agent !== "string") return "`agent` is a name";
	if (cwd !== undefined && (typeof cwd !== "string" || cwd === "" || cwd.includes("\0")))
		return "`cwd` is the path of a folder";
	if (force !== undefined && typeof force !== "boolean") return "`force` is true or false";
	if (tools !== undefined && !isTexts(tools)) return "`tools` is a list of names";
	const known = facts === undefined ? {} : readFacts(facts);
	if (typeof known === "string") return known;
	if (at !== undefined && !isMoment(at)) return notAMoment;
	const variables = env === undefined ? {} : readEnvironment(env);
	if (typeof variables === "string") return variables;
	if (Number(argv !== undefined) + Number(script !== undefined) + Number(call !== undefined) !== 1)
		return "a request has one of `argv`, `script` and `call`";
	const commands = call === undefined ? undefined : commandsOf(call);
	if (typeof commands === "string") return commands;
	if (argv !== undefined && !isWords(argv))
		return "`argv` is a list of strings, with `null` for a word that nobody knows";
	if (script !== undefined && typeof script !== "string") return "`script` is a string";
	const words = argv === undefined ? undefined : [...(argv as readonly (string | null)[])];
	const isWhole =
		words?.every((word) => word === null || word.isWellFormed()) ??
		commands?.every((one) => one.every((word) => word.isWellFormed())) ??
		(script as string).isWellFormed();
	if (!isWhole) return "half of a character stands in the command";
	// All of one shape: what is read of objects of many shapes is read slowly.
	const request: Checked = {
		agent,
		cwd,
		env: env === undefined ? undefined : variables,
		force,
		tools: tools === undefined ? undefined : [...tools],
		facts: facts === undefined ? undefined : known,
		at,
		argv: words,
		script: argv === undefined && commands === undefined ? (script as string) : undefined,
		call: commands?.map((words) => [...words]),
	};
	return request as Request;
}

/** Each field of a request; one of the last three is there. */
type Checked = { readonly [Field in keyof Required<Request>]: Request[Field] | undefined } & {
	readonly argv: readonly (string | null)[] | undefined;
	readonly script: string | undefined;
	readonly call: Call | undefined;
};

/** The commands of a call, or what is wrong with it. */
function commandsOf(call: unknown): readonly (readonly string[])[] | string {
	if (isTexts(call) || (Array.isArray(call) && Array.from(call).every(isTexts))) return callCommands(call as Words);
	if (typeof call !== "object" || call === null || Array.isArray(call))
		return "`call` is a tool with its input, a list of strings, or of such lists";
	const { tool, input } = call as Readonly<Record<string, unknown>>;
	if (typeof tool !== "string") return "`call.tool` is the name of a tool";
	const words = callWords(tool, input);
	return typeof words === "string" ? words : [words];
}

function isTexts(value: unknown): value is readonly string[] {
	return isListOf(value, (one) => typeof one === "string");
}

function isWords(value: unknown): boolean {
	return isListOf(value, (one) => one === null || typeof one === "string");
}

/** A list with nothing left out: what `every` passes over is `undefined` to whoever reads it. */
function isListOf(value: unknown, isOne: (value: unknown) => boolean): boolean {
	if (!Array.isArray(value)) return false;
	for (const one of value as readonly unknown[]) if (!isOne(one)) return false;
	return true;
}

function readEnvironment(value: unknown): Record<string, string> | string {
	const prototype: unknown = typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : undefined;
	if (prototype !== Object.prototype && prototype !== null) return "`env` is an object of names and values";
	const variables: Record<string, string> = {};
	for (const [name, text] of Object.entries(value as object)) {
		if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `\`${name}\` is no variable's name`;
		if (typeof text !== "string" || text.includes("\0")) return `the value of \`${name}\` is no text`;
		variables[name] = text;
	}
	return variables;
}
