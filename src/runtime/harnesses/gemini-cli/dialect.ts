/** Gemini CLI: the event `BeforeTool`. Its own policy's denials hold against an allow; a question without a person never ends, so none is asked. */
import { type Dialect, json, unasked } from "../dialect.js";
import { readToolCall } from "../read-tool-call.js";

export const dialect: Dialect = {
	name: "gemini-cli",
	title: "Gemini CLI",
	shells: ["run_shell_command"],
	folders: ["dir_path"],
	plain: [],
	tools: {},
	writesUnseen: false,
	remark: "systemMessage",
	read: (input, { GEMINI_PROJECT_DIR: project }) => {
		const call = readToolCall(input, "BeforeTool");
		return typeof call === "string" || !project ? call : { ...call, project };
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
