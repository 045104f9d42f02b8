/** Reads one line of a stream as a request; schemas/request.schema.json describes it. */

import type { ToldApproval } from "../../../engine/history/history.js";
import type { Told } from "../../../engine/history/told.js";
import { callWords } from "../../../engine/request/calls.js";
import { isMoment, notAMoment, readFacts } from "../../../engine/request/read-facts.js";
import type { Mutable, Request } from "../../../engine/request/request.js";
import { nearest } from "../../../language/diagnostic/suggest.js";
import { type HarnessRequest, requestOfHarnessCall } from "../../harnesses/harness-call.js";
import { type ToldEvent, toldEvent, toldOf } from "./told-line.js";

export type LineId = string | number | null;

/** What a line asks, with the folders that it speaks of: those of another machine, where it is a past request. */
export interface LineRequest extends HarnessRequest {
	/** Which project it speaks of. */
	readonly workspace?: string;
	/** Whose folder `~` is. Absolute. */
	readonly home?: string;
}

export type ReadLine = { readonly id: LineId } & (
	| { readonly asked: LineRequest; readonly told: Omit<Told, "at" | "id"> }
	| { readonly event: Exclude<ToldEvent, { readonly approval: unknown }> }
	/** A person said yes to that request. */
	| { readonly approved: LineRequest; readonly told: ToldApproval }
	| { readonly error: string }
);

/** A request, or why the line is none. The id is kept wherever it can be read. */
export function readRequestLine(text: string): ReadLine {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return { id: null, error: text.trim() === "" ? "the line is empty" : "the line is no JSON" };
	}
	if (!isRecord(value)) return { id: null, error: "a request is a JSON object" };
	const { id = null } = value;
	if (!isId(id)) return { id: null, error: "`id` is a string, or a number that can be kept exactly" };
	const event = toldEvent(value);
	if (typeof event === "string") return { id, error: event };
	if (event !== undefined && "approval" in event) {
		const approved = requestOf(event.approval.asked);
		if (typeof approved === "string") return { id, error: approved };
		const { at } = approved.request;
		return { id, approved, told: { ...event.approval.told, ...(at === undefined ? {} : { at: Date.parse(at) }) } };
	}
	if (event !== undefined) return { id, event };
	const asked = requestOf(value);
	if (typeof asked === "string") return { id, error: asked };
	const told = toldOf(value);
	return typeof told === "string" ? { id, error: told } : { id, asked, told };
}

/** A request with nothing in it that a request does not hold; otherwise what is wrong. Made for every line: without copies. */
function requestOf(value: Readonly<Record<string, unknown>>): LineRequest | string {
	for (const key in value) if (!isField(key)) return noField(key);
	const { argv, script, agent, cwd, workspace, home, env, force, tools, facts, at } = value;
	// A text is the harness's name of the call.
	const call = typeof value.call === "string" ? undefined : value.call;
	if (argv !== undefined && script !== undefined) return "`argv` and `script` exclude each other";
	if (call !== undefined && (argv !== undefined || script !== undefined))
		return "`call` stands beside no `argv` and no `script`";
	if (agent !== undefined && typeof agent !== "string") return "`agent` is a string";
	if (cwd !== undefined && (typeof cwd !== "string" || cwd === "")) return "`cwd` is the path of a folder";
	if (workspace !== undefined && !isFolder(workspace)) return "`workspace` is the path of a folder";
	if (home !== undefined && !(isFolder(home) && home.startsWith("/"))) return "`home` is an absolute path";
	if (force !== undefined && typeof force !== "boolean") return "`force` is true or false";
	if (env !== undefined && !isTexts(env)) return "`env` is an object whose values are strings";
	const known = facts === undefined ? undefined : readFacts(facts);
	if (typeof known === "string") return known;
	if (at !== undefined && !isMoment(at)) return notAMoment;
	if (tools !== undefined && !isList(tools)) return "`tools` is a list of strings";
	const asked = call !== undefined ? asksCall(call) : script === undefined ? asksArgv(argv) : asksScript(script);
	if (typeof asked === "string") return asked;
	const request: Mutable<Request> = asked.request;
	if (agent !== undefined) request.agent = agent;
	if (cwd !== undefined) request.cwd = cwd;
	if (env !== undefined) request.env = env;
	if (force !== undefined) request.force = force;
	if (tools !== undefined) request.tools = tools;
	if (known !== undefined) request.facts = known;
	if (at !== undefined) request.at = at;
	if (workspace === undefined && home === undefined) return asked;
	return { ...asked, ...(workspace === undefined ? {} : { workspace }), ...(home === undefined ? {} : { home }) };
}

function noField(key: string): string {
	const near = nearest(key, fields);
	const help =
		near === undefined ? `there are ${fields.map((field) => `\`${field}\``).join(", ")}` : `did you mean \`${near}\`?`;
	return `\`${key}\` is no field of a request: ${help}`;
}

const fields = [
	"id",
	"argv",
	"script",
	"call",
	"agent",
	"cwd",
	"workspace",
	"home",
	"env",
	"force",
	"tools",
	"facts",
	"at",
	"session",
	"background",
];

/** The same as a list of cases, which is quicker. */
function isField(key: string): boolean {
	switch (key) {
		case "id":
		case "argv":
		case "script":
		case "call":
		case "agent":
		case "cwd":
		case "workspace":
		case "home":
		case "env":
		case "force":
		case "tools":
		case "facts":
		case "at":
		case "session":
		case "background":
			return true;
		default:
			return false;
	}
}

function asksArgv(argv: unknown): HarnessRequest | string {
	if (argv === undefined) return "a request has `argv`, `script` or `call`";
	if (!isWordList(argv) || argv.length === 0)
		return "`argv` is a list of one or more strings, with `null` for a word that can't be known";
	return { request: { argv }, mayBeDriven: false };
}

function asksScript(script: unknown): HarnessRequest | string {
	return typeof script === "string" ? { request: { script }, mayBeDriven: false } : "`script` is a string";
}

/** A tool by its reserved name with its input, or as a harness names it; or commands of reserved names, as the decision log has them. */
function asksCall(call: unknown): HarnessRequest | string {
	if (Array.isArray(call))
		return call.length > 0 && call.every((command) => isList(command) && command.length > 0)
			? { request: { call: call as readonly (readonly string[])[] }, mayBeDriven: false }
			: "`call` as a list holds commands, each a list of one or more strings";
	if (!isRecord(call)) return "`call` is an object with a `tool` and its `input`";
	for (const key in call)
		if (key !== "tool" && key !== "input" && key !== "harness" && key !== "id")
			return `\`${key}\` is no field of a call: there are \`harness\`, \`tool\`, \`input\` and \`id\``;
	const { harness, tool, input } = call;
	if (typeof tool !== "string") return "`call.tool` is the name of a tool";
	if (harness !== undefined)
		return typeof harness === "string"
			? requestOfHarnessCall(harness, tool, input)
			: "`call.harness` is the name of a harness";
	const words = callWords(tool, input);
	return typeof words === "string" ? words : { request: { call: words }, mayBeDriven: false };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is LineId {
	if (typeof value === "number")
		return Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
	return value === null || typeof value === "string";
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
	return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

/** A path that the system would take. */
function isFolder(value: unknown): value is string {
	return typeof value === "string" && value !== "" && !value.includes("\0");
}

function isWordList(value: unknown): value is readonly (string | null)[] {
	if (!Array.isArray(value)) return false;
	for (let at = 0; at < value.length; at++) if (typeof value[at] !== "string" && value[at] !== null) return false;
	return true;
}

function isList(value: unknown): value is readonly string[] {
	if (!Array.isArray(value)) return false;
	for (let at = 0; at < value.length; at++) if (typeof value[at] !== "string") return false;
	return true;
}

/** A line that begins with an id that is a plain number, as most do, in two parts: the number, and all behind the comma. */
export function idAndRest(line: string): { readonly id: string; readonly rest: string } | undefined {
	if (!line.startsWith(beginning)) return undefined;
	let end = beginning.length;
	while (isDigit(line.charCodeAt(end))) end++;
	const digits = end - beginning.length;
	if (digits === 0 || digits > 15 || line.charCodeAt(end) !== comma) return undefined;
	if (digits > 1 && line.charCodeAt(beginning.length) === zero) return undefined;
	return { id: line.slice(beginning.length, end), rest: line.slice(end + 1) };
}

const beginning = '{"id":';
const comma = 44;
const zero = 48;

function isDigit(code: number): boolean {
	return code >= zero && code <= zero + 9;
}
