/**
 * Windsurf's Cascade: the events before it runs a command, reads or writes a file, or calls a tool of a server. It reads the exit code: 2 stops it and tells the agent what
 * stands on standard error.
 */
import type { Dialect, Fields, ToolCall } from "../dialect/dialect.js";
import { exitCodeAnswer } from "../dialect/exit-codes.js";
import { askerIn, isFields, wrongEvent } from "../dialect/read-tool-call.js";
import { file } from "../tools/tool-readers.js";

const title = "Windsurf";

export const dialect: Dialect = {
	name: "windsurf",
	title,
	shells: ["run_command"],
	folders: [],
	plain: [],
	tools: {
		// Folders, too: then whatever lies below it.
		read_code: file("read", "file_path"),
		// New files, too.
		write_code: file("write", "file_path"),
	},
	writesUnseen: false,
	read: ({ agent_action_name, tool_info, trajectory_id }, _, started) => {
		if (!isFields(tool_info)) return "it does not say what is about to be done (`tool_info`)";
		const call = called(agent_action_name, tool_info);
		if (typeof call === "string") return call;
		const { cwd } = tool_info;
		// The hook is started in the project.
		const folder = typeof cwd === "string" && cwd !== "" ? cwd : started;
		return { ...call, cwd: folder, project: started, ...askerIn({ session: trajectory_id }) };
	},
	answer: exitCodeAnswer(title),
};

function called(event: unknown, info: Fields): ToolCall | string {
	switch (event) {
		case "pre_run_command":
			if (typeof info.command_line !== "string") return "it holds no command (`tool_info.command_line`)";
			return { tool: "run_command", input: { command: info.command_line } };
		case "pre_read_code":
			return { tool: "read_code", input: { file_path: info.file_path } };
		case "pre_write_code":
			return { tool: "write_code", input: { file_path: info.file_path } };
		case "pre_mcp_tool_use": {
			const { mcp_server_name: server, mcp_tool_name: tool, mcp_tool_arguments: given = {} } = info;
			if (typeof tool !== "string" || tool === "") return "it does not say which tool is called (`mcp_tool_name`)";
			if (!isFields(given)) return "it does not say what the tool is given (`mcp_tool_arguments`)";
			const mcp =
				typeof server === "string" && server !== ""
					? [{ server, tool }]
					: "it does not say which server is called (`mcp_server_name`)";
			return { tool: `mcp__${server}__${tool}`, input: given, mcp };
		}
		default:
			return wrongEvent(event, "pre_run_command");
	}
}
