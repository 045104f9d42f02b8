/** Qwen Code: the shapes of Claude Code around the tools of Gemini CLI. */
import type { Dialect } from "../dialect/dialect.js";
import { postToolUseNews } from "../dialect/post-tool-use.js";
import { preToolUseAnswer } from "../dialect/pre-tool-use.js";
import { readToolCall } from "../dialect/read-tool-call.js";
import { mcpNamed } from "../tools/mcp-name.js";
import { tools } from "./tools.js";

/** What stands behind a name that held characters which Qwen Code takes out: a number of 32 bits. */
const suffix = /_[01][0-9a-z]{6}$/;

const named: Dialect["named"] & {} = (tool) => mcpNamed(tool, suffix);

export const dialect: Dialect = {
	name: "qwen-code",
	title: "Qwen Code",
	shells: ["run_shell_command", "monitor"],
	folders: ["directory", "dir_path"],
	plain: [],
	tools,
	writesUnseen: false,
	remark: "systemMessage",
	read: (input, { QWEN_PROJECT_DIR, GEMINI_PROJECT_DIR, CLAUDE_PROJECT_DIR }) => {
		const call = readToolCall(input, "PreToolUse");
		const project = QWEN_PROJECT_DIR || GEMINI_PROJECT_DIR || CLAUDE_PROJECT_DIR;
		if (typeof call === "string") return call;
		return { ...call, ...named(call.tool), ...(project ? { project } : {}) };
	},
	named,
	news: postToolUseNews,
	answer: preToolUseAnswer,
};
