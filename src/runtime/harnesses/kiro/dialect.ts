/** Kiro CLI: the event `preToolUse`. It reads the exit code: 2 stops the tool and tells the agent what stands on standard error. */
import { type Dialect, exitCode, unasked } from "../dialect.js";
import { readToolCall } from "../read-tool-call.js";

export const dialect: Dialect = {
	name: "kiro",
	title: "Kiro CLI",
	shells: ["execute_bash", "shell"],
	folders: ["working_dir"],
	// Their `command` is a word such as `create`.
	plain: ["fs_write", "write", "fs_read", "read"],
	tools: {},
	writesUnseen: false,
	read: (input) => readToolCall(input, "preToolUse"),
	answer: (verdict) => {
		switch (verdict.kind) {
			case "none":
			case "allow":
				return exitCode(0);
			case "ask":
				return exitCode(2, unasked(verdict.reason, dialect.title));
			case "deny":
				return exitCode(2, verdict.reason);
		}
	},
};
