/** Claude Code: the event `PreToolUse`. Its own denials hold against an allow; a question without a person is a denial. */
import type { Dialect } from "../dialect.js";
import { preToolUseAnswer } from "../pre-tool-use.js";
import { readToolCall } from "../read-tool-call.js";

export const dialect: Dialect = {
	name: "claude-code",
	title: "Claude Code",
	shells: ["Bash", "Monitor"],
	folders: [],
	plain: ["BashOutput", "KillShell", "KillBash", "SlashCommand"],
	writesUnseen: false,
	remark: "systemMessage",
	read: (input, { CLAUDE_PROJECT_DIR: project }) => {
		const call = readToolCall(input, "PreToolUse");
		return typeof call === "string" || !project ? call : { ...call, project };
	},
	answer: preToolUseAnswer,
};
