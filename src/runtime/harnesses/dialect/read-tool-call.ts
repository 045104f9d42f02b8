/** A tool call in the fields that most harnesses share: `hook_event_name`, `tool_name`, `tool_input`, `cwd`. */
import type { Fields, ToolCall } from "./dialect.js";

/** `event`: the one before a tool is called, which alone can stop it. `names`: what others call those fields; the first that is there counts. */
export function readToolCall(
	input: Fields,
	event: string,
	names: { readonly event?: readonly string[]; readonly folder?: readonly string[] } = {},
): ToolCall | string {
	const { event: eventNames = ["hook_event_name"], folder: folderNames = ["cwd"] } = names;
	const said = firstOf(input, eventNames);
	if (said !== event) return wrongEvent(said, event);
	const { tool_name, tool_input, agent_type, permission_mode } = input;
	if (typeof tool_name !== "string" || tool_name === "") return noTool;
	if (!isFields(tool_input)) return noInput;
	const cwd = firstOf(input, folderNames);
	if (typeof cwd !== "string") return `it does not say in which folder (\`${folderNames[0]}\`)`;
	return {
		tool: tool_name,
		input: tool_input,
		cwd,
		...askerIn({ session: input.session_id ?? input.sessionId, subagent: input.agent_id }),
		...callIn(input, tool_input),
		...(typeof agent_type === "string" && agent_type !== "" ? { agent: agent_type } : {}),
		...(typeof permission_mode === "string" && permission_mode !== "" ? { mode: permission_mode } : {}),
	};
}

/** How the harness names the call, and whether it returns before its end. */
function callIn({ tool_use_id, tool_call_id }: Fields, input: Fields): Pick<ToolCall, "call" | "background"> {
	const call = tool_use_id ?? tool_call_id;
	const isBackground = input.run_in_background === true || input.is_background === true;
	return {
		...(typeof call === "string" && call !== "" ? { call } : {}),
		...(isBackground ? { background: true } : {}),
	};
}

/** Whose call it is, of what a message says; nothing where it says no session. A parent is another one. */
export function askerIn(said: {
	readonly session: unknown;
	readonly parent?: unknown;
	readonly subagent?: unknown;
	readonly harnessVersion?: unknown;
}): Pick<ToolCall, "asker"> {
	const { session, parent, subagent, harnessVersion } = textsIn(said);
	if (session === undefined) return {};
	return {
		asker: {
			session,
			...(parent === undefined || parent === session ? {} : { parent }),
			...(subagent === undefined ? {} : { subagent }),
			...(harnessVersion === undefined ? {} : { harnessVersion }),
		},
	};
}

function textsIn<Name extends string>(said: Readonly<Partial<Record<Name, unknown>>>): Partial<Record<Name, string>> {
	const texts = Object.entries(said).filter(([, one]) => typeof one === "string" && one !== "");
	return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}

export const noTool = "it does not say which tool is called (`tool_name`)";
export const noInput = "it does not say what the tool is given (`tool_input`)";

/** What to say to an event that this hook is not for. */
export function wrongEvent(given: unknown, event: string): string {
	return `it is for the event ${typeof given === "string" ? `\`${given}\`` : "that has no name"}, and this hook is to be registered for \`${event}\``;
}

/** Is this a JSON object? */
export function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstOf(input: Fields, names: readonly string[]): unknown {
	return names.map((name) => input[name]).find((value) => value !== undefined && value !== null);
}
