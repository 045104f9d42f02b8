/** A tool call in the fields that most harnesses share: `hook_event_name`, `tool_name`, `tool_input`, `cwd`. */
import type { Fields, ToolCall } from "./dialect.js";

/** `event`: the one before a tool is called, which alone can stop it. */
export function readToolCall(input: Fields, event: string): ToolCall | string {
	const { hook_event_name, tool_name, tool_input, cwd, agent_type } = input;
	if (hook_event_name !== event) return wrongEvent(hook_event_name, event);
	if (typeof tool_name !== "string" || tool_name === "") return "it does not say which tool is called (`tool_name`)";
	if (!isFields(tool_input)) return "it does not say what the tool is given (`tool_input`)";
	if (typeof cwd !== "string") return "it does not say in which folder (`cwd`)";
	return {
		tool: tool_name,
		input: tool_input,
		cwd,
		...(typeof agent_type === "string" && agent_type !== "" ? { agent: agent_type } : {}),
	};
}

/** What to say to an event that this hook is not for. */
export function wrongEvent(given: unknown, event: string): string {
	return `it is for the event ${typeof given === "string" ? `\`${given}\`` : "that has no name"}, and this hook is to be registered for \`${event}\``;
}

/** Is this a JSON object? */
export function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
