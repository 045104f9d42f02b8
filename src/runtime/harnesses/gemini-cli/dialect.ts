/** Gemini CLI: the event `BeforeTool`. Its own policy's denials hold against an allow; a question without a person never ends, so none is asked. */
import { type Dialect, type Fields, json, type Reply, type ToolCall, unasked } from "../dialect/dialect.js";
import { isFields, readToolCall } from "../dialect/read-tool-call.js";
import { inputAnew } from "./paths.js";
import { tools } from "./tools.js";

export const dialect: Dialect = {
	name: "gemini-cli",
	title: "Gemini CLI",
	shells: ["run_shell_command"],
	folders: ["dir_path"],
	plain: [],
	tools,
	writesUnseen: false,
	remark: "systemMessage",
	read: (input, { GEMINI_PROJECT_DIR: project }) => {
		const call = readToolCall(input, "BeforeTool");
		if (typeof call === "string") return call;
		return { ...call, ...named(call.tool, input.mcp_context), ...(project ? { project } : {}) };
	},
	named,
	answer: (verdict, input) => {
		switch (verdict.kind) {
			case "none":
				return json({});
			case "allow":
				return allowed(inputAnew(input));
			case "ask":
				return json({ decision: "deny", reason: unasked(verdict.reason, dialect.title) });
			case "deny":
				return json({ decision: "deny", reason: verdict.reason });
		}
	},
};

/** What it is given with an allowance takes the place of the arguments, and the tool is made anew with it. */
function allowed(tool_input: Fields | undefined): Reply {
	const changed = tool_input === undefined ? {} : { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input } };
	return json({ decision: "allow", ...changed });
}

/** It is told beside the name, which may be that of the server's tool alone. */
function named(tool: string, context?: unknown): Pick<ToolCall, "tool" | "mcp"> {
	if (context === undefined && !tool.startsWith("mcp_")) return { tool };
	const { server_name: server, tool_name } = isFields(context) ? context : {};
	const isTold = typeof server === "string" && server !== "" && typeof tool_name === "string" && tool_name !== "";
	const unclear = `it does not say which server \`${tool}\` is of (\`mcp_context\`)`;
	return { tool, mcp: isTold ? [{ server, tool: tool_name }] : unclear };
}
