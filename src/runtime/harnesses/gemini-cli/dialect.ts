/** Gemini CLI: the event `BeforeTool`. Its own policy's denials hold against an allow; a question without a person never ends, so none is asked. */
import { type Dialect, json, type ToolCall, unasked } from "../dialect.js";
import { isFields, readToolCall } from "../read-tool-call.js";
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
		const mcp = mcpOf(call.tool, input.mcp_context);
		return { ...call, ...(project ? { project } : {}), ...(mcp === undefined ? {} : { mcp }) };
	},
	answer: (verdict) => {
		switch (verdict.kind) {
			case "none":
				return json({});
			case "allow":
				return json({ decision: "allow" });
			case "ask":
				return json({ decision: "deny", reason: unasked(verdict.reason, dialect.title) });
			case "deny":
				return json({ decision: "deny", reason: verdict.reason });
		}
	},
};

/** It is told beside the name, which may be that of its tool alone. */
function mcpOf(tool: string, context: unknown): ToolCall["mcp"] {
	if (isFields(context)) {
		const { server_name, tool_name } = context;
		if (typeof server_name === "string" && server_name !== "" && typeof tool_name === "string" && tool_name !== "")
			return [{ server: server_name, tool: tool_name }];
		return `it does not say which server \`${tool}\` is of (\`mcp_context\`)`;
	}
	return tool.startsWith("mcp_") ? `it does not say which server \`${tool}\` is of (\`mcp_context\`)` : undefined;
}
