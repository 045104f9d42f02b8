/** Qwen Code: the shapes of Claude Code around the tools of Gemini CLI. */
import type { Dialect } from "../dialect.js";
import { preToolUseAnswer } from "../pre-tool-use.js";
import { readToolCall } from "../read-tool-call.js";

export const dialect: Dialect = {
	name: "qwen-code",
	title: "Qwen Code",
	shells: ["run_shell_command", "monitor"],
	folders: ["directory", "dir_path"],
	plain: [],
	tools: {},
	writesUnseen: false,
	remark: "systemMessage",
	read: (input, { QWEN_PROJECT_DIR, GEMINI_PROJECT_DIR, CLAUDE_PROJECT_DIR }) => {
		const call = readToolCall(input, "PreToolUse");
		const project = QWEN_PROJECT_DIR || GEMINI_PROJECT_DIR || CLAUDE_PROJECT_DIR;
		return typeof call === "string" || !project ? call : { ...call, project };
	},
	answer: preToolUseAnswer,
};
