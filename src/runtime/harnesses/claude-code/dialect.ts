/** Claude Code: the event `PreToolUse`. Its own denials hold against an allow; a question without a person is a denial. */
import type { Dialect } from "../dialect/dialect.js";
import { postToolUseNews } from "../dialect/post-tool-use.js";
import { preToolUseAnswer } from "../dialect/pre-tool-use.js";
import { isFields, readToolCall } from "../dialect/read-tool-call.js";
import { mcpTool } from "../tools/mcp-name.js";
import { tools } from "./tools.js";

export const dialect: Dialect = {
	name: "claude-code",
	title: "Claude Code",
	shells: ["Bash", "Monitor"],
	folders: [],
	plain: [],
	tools,
	writesUnseen: false,
	remark: "systemMessage",
	read: (input, { CLAUDE_PROJECT_DIR: project }) => {
		const call = readToolCall(input, "PreToolUse");
		if (typeof call === "string") return call;
		const mcp = mcpTool(
			call.tool,
			{ before: "mcp__", between: "__" },
			isFields(input.mcp_server) ? input.mcp_server.name : undefined,
		);
		return { ...call, ...(project ? { project } : {}), ...(mcp === undefined ? {} : { mcp }) };
	},
	news: postToolUseNews,
	answer: preToolUseAnswer,
};
