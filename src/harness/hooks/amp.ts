/**
 * Amp: a permission with the action `delegate`. It gives the tool's arguments on standard input and its name in the environment, and reads the
 * exit code: 0 runs it, 1 asks a person, 2 refuses it and tells the agent what stands on standard error.
 */
import { type Dialect, exitCode } from "./dialect.js";

export const amp: Dialect = {
	name: "amp",
	title: "Amp",
	shells: ["Bash"],
	folders: ["cwd"],
	plain: [],
	writesUnseen: false,
	// Whose permission names no tool means the shell.
	read: (input, { AGENT_TOOL_NAME: tool }) => ({ tool: tool || "Bash", input }),
	answer: (verdict) => {
		switch (verdict.kind) {
			// To run what is no command of a shell is not for rules to say.
			case "none":
				return exitCode(1, "the rules have no opinion: this is no shell command");
			case "allow":
				return exitCode(0);
			case "ask":
				return exitCode(1, verdict.reason);
			case "deny":
				return exitCode(2, verdict.reason);
		}
	},
};
