/**
 * OpenHands: the event `PreToolUse`. It reads the exit code: 2 stops the tool and tells the agent what stands on standard error; with every other one it runs.
 */
import type { Dialect, Fields, ToolCall } from "../dialect/dialect.js";
import { exitCodeAnswer } from "../dialect/exit-codes.js";
import { readToolCall } from "../dialect/read-tool-call.js";
import { lookAtTerminal, tools } from "./tools.js";

const title = "OpenHands";

export const dialect: Dialect = {
	name: "openhands",
	title,
	shells: ["terminal", "execute_bash"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: false,
	read: (input) => {
		const call = readToolCall(input, "PreToolUse", {
			event: ["event_type", "hook_event_name"],
			folder: ["working_dir", "cwd"],
		});
		return typeof call === "string" ? call : { ...call, ...(terminalCall(call.tool, call.input) ?? named(call.tool)) };
	},
	named,
	answer: exitCodeAnswer(title),
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
