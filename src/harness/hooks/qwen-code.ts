/** Qwen Code: the shapes of Claude Code around the tools of Gemini CLI. */
import type { Dialect } from "./dialect.js";
import { preToolUseAnswer } from "./pre-tool-use.js";
import { readToolCall } from "./read-tool-call.js";

export const qwenCode: Dialect = {
	name: "qwen-code",
	title: "Qwen Code",
	shells: ["run_shell_command"],
	plain: [],
	writesUnseen: false,
	read: (input) => readToolCall(input, "PreToolUse"),
	answer: preToolUseAnswer,
};
