/**
 * The Agent Client Protocol from the client's side: what an agent asks its editor, answered by a policy. `acpPermission` answers `session/request_permission`, and `acpMethod` says
 * whether the client may read, write or run what an agent wants of it. A pure translation: no SDK is imported, messages are told by their shape.
 */

import { resolve } from "node:path";
import { isOpenQuestion } from "../../engine/decide/asked-people.js";
import type { Decision } from "../../engine/decide/decision.js";
import { questionText } from "../../engine/decide/explain/question-text.js";
import type { Request } from "../../engine/request/request.js";
import { checkOptions, type OptionNames } from "../../language/diagnostic/known-options.js";
import type { Hand } from "../../language/policy/hands.js";
import type { Fields, ToolUse } from "../harnesses/dialect/dialect.js";
import { isFields } from "../harnesses/dialect/read-tool-call.js";
import { shellCallOf } from "../harnesses/hooks/shell-call.js";
import { mcpNamed } from "../harnesses/tools/mcp-name.js";
import { mcpUse, together, unknownTool } from "../harnesses/tools/tool-readers.js";
import type { Approve, Guard } from "./guard.js";

/** What `session/request_permission` holds, as far as it is read. */
export interface AcpPermissionRequest {
	readonly sessionId?: string;
	readonly toolCall: AcpToolCall;
	readonly options: readonly AcpPermissionOption[];
}

export interface AcpToolCall {
	readonly toolCallId?: string;
	readonly title?: string | null;
	/** `read`, `edit`, `delete`, `move`, `search`, `execute`, `fetch`, `think`, `switch_mode` or `other`. */
	readonly kind?: string | null;
	readonly locations?: readonly { readonly path: string }[] | null;
	readonly content?: readonly object[] | null;
	readonly rawInput?: unknown;
}

export interface AcpPermissionOption {
	readonly optionId: string;
	/** `allow_once`, `allow_always`, `reject_once` or `reject_always`. */
	readonly kind: string;
}

export interface AcpOptions {
	/** The folder of the session. */
	readonly cwd?: string;
	readonly agent?: string;
	/** Puts a question (`ask`) to a person. Without it the request is left to the client, whose own dialogue asks. */
	readonly approve?: Approve;
}

const acpOptions: OptionNames<AcpOptions> = { cwd: true, agent: true, approve: true };

/** How a decision came about. */
interface AcpDecided {
	/** Every decision, in the order of the commands; none where the agent's rules do not govern it. */
	readonly decisions: readonly Decision[];
	/** Why it is not allowed, for the person and the agent. */
	readonly message?: string;
}

export interface AcpAnswer extends AcpDecided {
	/** What the client answers. Absent: the policy leaves it to the person, so the client asks as it would without one. */
	readonly outcome?: { readonly outcome: "selected"; readonly optionId: string } | { readonly outcome: "cancelled" };
}

export interface AcpMethodAnswer extends AcpDecided {
	readonly allowed: boolean;
}

/**
 * Decides a call that an agent asks its client about, and chooses the option. An allow is given once: `allow_always` would keep later calls from the policy. A denial rejects once, or
 * for ever where nothing else is offered.
 */
export async function acpPermission(
	guarded: Guard,
	{ toolCall, options }: AcpPermissionRequest,
	around: AcpOptions = {},
): Promise<AcpAnswer> {
	checkOptions("acpPermission", around, acpOptions);
	const decided = await decideUse(guarded, useOfToolCall(toolCall), around);
	const option = (...kinds: readonly string[]): AcpAnswer["outcome"] => {
		const found = kinds.flatMap((kind) => options.filter((one) => one.kind === kind))[0];
		return found === undefined ? undefined : { outcome: "selected", optionId: found.optionId };
	};
	const { verdict, ...said } = decided;
	switch (verdict) {
		case "refused":
			return { ...said, outcome: option("reject_once", "reject_always") ?? { outcome: "cancelled" } };
		case "allowed": {
			const once = option("allow_once");
			return once === undefined ? said : { ...said, outcome: once };
		}
		case "open":
			return said;
	}
}

/**
 * May the client do what an agent asks of it: `fs/read_text_file`, `fs/write_text_file`, `terminal/create`? Methods that do nothing by themselves are allowed, and so is what the
 * agent's rules do not govern. A question that nobody answers is a no.
 */
export async function acpMethod(
	guarded: Guard,
	method: string,
	params: unknown,
	around: AcpOptions = {},
): Promise<AcpMethodAnswer> {
	checkOptions("acpMethod", around, acpOptions);
	const { verdict, ...said } = await decideUse(guarded, useOfMethod(method, params), around);
	const isAllowed = verdict === "allowed" || (verdict === "open" && said.message === undefined);
	return { ...said, allowed: isAllowed };
}

/** Commands of a shell, all of which are run or are readings of the same, and calls. */
interface AcpUse {
	readonly shell: readonly Request[];
	readonly use: ToolUse;
}

const nothing: ToolUse = { commands: [] };

async function decideUse(
	guarded: Guard,
	{ shell, use }: AcpUse,
	{ cwd, agent, approve }: AcpOptions,
): Promise<AcpDecided & { readonly verdict: "allowed" | "refused" | "open" }> {
	const decisions: Decision[] = [];
	const around = { ...(cwd === undefined ? {} : { cwd }), ...(agent === undefined ? {} : { agent }) };
	if ("unclear" in use && isGoverned(guarded, use.hand, around)) {
		const decision = guarded.refuse(
			{ ...around, call: [] },
			`The call can't be understood, so it is denied: ${use.unclear}.`,
		);
		return { verdict: "refused", decisions: [decision], message: decision.message };
	}
	const calls = "commands" in use && use.commands.length > 0 ? [{ call: use.commands } as Request] : [];
	let question: string | undefined;
	for (const request of [...shell, ...calls]) {
		const { decision, allowed } = await guarded.call(
			inFolder({ ...around, ...request }, cwd),
			approve === undefined ? {} : { approve },
		);
		if (decision.code === "ungoverned") continue;
		decisions.push(decision);
		if (allowed) continue;
		if (!isOpenQuestion(decision) || approve !== undefined)
			return { verdict: "refused", decisions, message: decision.message };
		question = questionText(decision);
	}
	if (question !== undefined) return { verdict: "open", decisions, message: question };
	return { verdict: decisions.length === 0 ? "open" : "allowed", decisions };
}

/** The folder of a command may be told from that of the session. */
function inFolder(request: Request, session: string | undefined): Request {
	return request.cwd === undefined || session === undefined
		? request
		: { ...request, cwd: resolve(session, request.cwd) };
}

/** A shell is always. Whether another hand is, a call of it shows. */
function isGoverned(guarded: Guard, hand: Hand, around: Partial<Request>): boolean {
	const [call] = Object.entries(samples).flatMap(([name, words]) => (name === hand ? [words] : []));
	return call === undefined || guarded.foresee({ ...around, call } as Request).code !== "ungoverned";
}
const samples: Partial<Readonly<Record<Hand, readonly string[]>>> = {
	files: ["file.read", "."],
	web: ["web.search", ""],
	mcp: ["mcp._._"],
	tools: ["tool._"],
};

function useOfMethod(method: string, params: unknown): AcpUse {
	const given = isFields(params) ? params : {};
	switch (method) {
		case "fs/read_text_file":
			return { shell: [], use: eachPath("read", textsOf(given.path)) };
		case "fs/write_text_file":
			return { shell: [], use: eachPath("write", textsOf(given.path)) };
		case "terminal/create":
			return inShell("terminal", { ...given, env: variablesOf(given.env) });
		default:
			return { shell: [], use: nothing };
	}
}

/** `[{name, value}]` → `{NAME: value}`; what is no such list stays, and is refused as such. */
function variablesOf(env: unknown): unknown {
	if (env === undefined || env === null) return undefined;
	if (!Array.isArray(env) || !env.every((one) => isFields(one) && typeof one.name === "string")) return env;
	return env.length === 0 ? undefined : Object.fromEntries(env.map(({ name, value }) => [name, value]));
}

function useOfToolCall({ title, kind, locations, content, rawInput }: AcpToolCall): AcpUse {
	const input = isFields(rawInput) ? rawInput : {};
	const diffs = fieldsIn(content).filter(({ type, path }) => type === "diff" && typeof path === "string");
	const paths = distinct([
		...fieldsIn(locations).flatMap(({ path }) => textsOf(path)),
		...pathFields.flatMap((field) => textsOf(input[field])),
	]);
	const only = (use: ToolUse): AcpUse => ({ shell: [], use });
	switch (kind) {
		case "read":
			return only(eachPath("read", paths));
		case "edit": {
			const written = diffs.map(({ path, oldText }) => [
				typeof oldText === "string" ? "file.edit" : "file.write",
				String(path),
			]);
			const others = paths.filter((path) => !diffs.some((diff) => diff.path === path));
			return only(
				written.length + others.length === 0
					? noPath
					: { commands: [...written, ...others.map((path) => ["file.edit", path])] },
			);
		}
		case "delete":
			return only(eachPath("delete", paths));
		case "move":
			return only(moved(input, paths));
		case "search": {
			const [pattern = ""] = patternFields.flatMap((field) => textsOf(input[field]));
			return only({ commands: (paths.length === 0 ? ["."] : paths).map((path) => ["file.search", pattern, path]) });
		}
		case "execute":
			return inShell("shell", input);
		case "fetch":
			return only(fetched(input));
		case "think":
		case "switch_mode":
			return only(nothing);
		default:
			return otherTool(title ?? "", input);
	}
}

/** Under which names agents hand on a path, and a pattern. */
const pathFields = ["path", "paths", "file_path", "filePath", "abs_path", "notebook_path", "dir_path", "dirPath"];
const patternFields = ["pattern", "query", "regex"];
const fromFields = ["from", "source", "source_path", "old_path", "oldPath"];
const toFields = ["to", "destination", "destination_path", "new_path", "newPath", "target"];

const noPath: ToolUse = { unclear: "it does not say which file (`locations`, `rawInput`)", hand: "files" };

function eachPath(call: "read" | "write" | "delete", paths: readonly string[]): ToolUse {
	return paths.length === 0 ? noPath : { commands: paths.map((path) => [`file.${call}`, path]) };
}

function moved(input: Fields, paths: readonly string[]): ToolUse {
	const said = [fromFields, toFields].map((fields) => fields.flatMap((field) => textsOf(input[field]))[0]);
	const [from, to] = said[0] === undefined || said[1] === undefined ? paths : said;
	const isSaid = from !== undefined && to !== undefined && (said[0] === from || paths.length === 2);
	return isSaid ? { commands: [["file.move", from, to]] } : noPath;
}

function fetched(input: Fields): ToolUse {
	const addresses = ["url", "urls", "uri"].flatMap((field) => textsOf(input[field]));
	if (addresses.length > 0) return { commands: addresses.map((address) => ["web.fetch", address]) };
	const [query] = textsOf(input.query);
	return query === undefined
		? { unclear: "it does not say which address (`rawInput.url`)", hand: "web" }
		: { commands: [["web.search", query]] };
}

/** A tool that is named by its title alone. */
function otherTool(title: string, input: Fields): AcpUse {
	const { shell, use } = inShell(title, input, false);
	const { mcp = [] } = mcpNamed(title);
	const named =
		typeof mcp === "string" || mcp.length === 0
			? unknownTool(title, input)
			: together(mcp.map((one) => mcpUse(one.server, one.tool, input)));
	return "unclear" in use ? { shell, use } : { shell, use: named };
}

/** The commands in the arguments of a tool. `isShell`: there has to be one. */
function inShell(tool: string, input: Fields, isShell = true): AcpUse {
	const call = shellCallOf({ tool, input }, { shells: [], folders: [], plain: [], tools: {}, writesUnseen: false });
	const unclear = (why: string): AcpUse => ({ shell: [], use: { unclear: why, hand: "shell" } });
	switch (call.kind) {
		case "none":
			return isShell ? unclear("it holds no command (`rawInput.command`)") : { shell: [], use: nothing };
		case "input":
			return unclear("it writes to a program that runs");
		case "unclear":
			return unclear(call.why);
		case "commands": {
			const { commands, folder, env } = call;
			if (call.isWritten) return unclear("it writes to a program that runs");
			const around = { ...(folder === undefined ? {} : { cwd: folder }), ...(env === undefined ? {} : { env }) };
			return { shell: commands.map((command) => ({ ...around, ...command }) as Request), use: nothing };
		}
	}
}

/** The objects in a list. */
function fieldsIn(list: unknown): readonly Fields[] {
	return Array.isArray(list) ? list.filter(isFields) : [];
}

/** The texts of a value, or of a list of them. */
function textsOf(value: unknown): readonly string[] {
	return [value].flat().filter((one): one is string => typeof one === "string" && one !== "");
}

function distinct(list: readonly string[]): readonly string[] {
	return [...new Set(list)];
}
