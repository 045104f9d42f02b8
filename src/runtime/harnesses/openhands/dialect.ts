/**
 * OpenHands: the event `PreToolUse`. It reads the exit code: 2 stops the tool and tells the agent what stands on standard error; with every other one it runs.
 */
import { type Dialect, exitCode, type Fields, type ToolCall, unasked } from "../dialect/dialect.js";
import { isFields, wrongEvent } from "../dialect/read-tool-call.js";
import { lookAtTerminal, tools } from "./tools.js";

export const dialect: Dialect = {
	name: "openhands",
	title: "OpenHands",
	shells: ["terminal", "execute_bash"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: false,
	read: ({ event_type, hook_event_name, tool_name, tool_input, working_dir, cwd }) => {
		const event = event_type ?? hook_event_name;
		if (event !== "PreToolUse") return wrongEvent(event, "PreToolUse");
		if (typeof tool_name !== "string" || tool_name === "") return "it does not say which tool is called (`tool_name`)";
		if (!isFields(tool_input)) return "it does not say what the tool is given (`tool_input`)";
		const folder = working_dir ?? cwd;
		if (typeof folder !== "string") return "it does not say in which folder (`working_dir`)";
		return { ...(terminalCall(tool_name, tool_input) ?? named(tool_name)), input: tool_input, cwd: folder };
	},
	named,
	answer: (verdict) => {
		switch (verdict.kind) {
			case "none":
			case "allow":
				return exitCode(0);
			case "ask":
				return exitCode(2, unasked(verdict.reason, dialect.title));
			case "deny":
				return exitCode(2, verdict.reason);
		}
	},
};

/** What the terminal is asked for besides commands: to show what came since, to end what runs, or to be typed into. */
function terminalCall(tool: string, { command, is_input }: Fields): Pick<ToolCall, "tool"> | undefined {
	if (!dialect.shells.includes(tool)) return undefined;
	if (command === "" || (is_input === true && (command === "C-c" || command === "C-z")))
		return { tool: lookAtTerminal() };
	return is_input === true ? { tool: `write_to_${tool}` } : undefined;
}

/** Tools of servers go by their own names. */
function named(tool: string): Pick<ToolCall, "tool" | "mcp"> {
	const isOwn = Object.hasOwn(tools, tool) || dialect.shells.includes(tool) || tool.startsWith("browser_");
	if (isOwn) return { tool };
	return { tool, mcp: `\`${tool}\` may be a tool of a server, and OpenHands does not say of which` };
}
