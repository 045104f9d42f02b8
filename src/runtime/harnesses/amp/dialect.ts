/**
 * Amp: a permission with the action `delegate`. It gives the tool's arguments on standard input and its name in the environment, and reads the
 * exit code: 0 runs it, 1 asks a person, 2 refuses it and tells the agent what stands on standard error. Node itself ends with 1 where a program
 * is missing, so a question is said on standard output as well, for the net around the hook.
 */
import { type Dialect, exitCode, type Reply } from "../dialect/dialect.js";
import { askerIn } from "../dialect/read-tool-call.js";
import { mcpNamed } from "../tools/mcp-name.js";
import { tools } from "./tools.js";

export const dialect: Dialect = {
	name: "amp",
	title: "Amp",
	shells: ["Bash"],
	folders: ["cwd"],
	plain: [],
	tools,
	writesUnseen: false,
	// Whose permission names no tool means the shell.
	read: (input, { AGENT_TOOL_NAME: tool, AMP_THREAD_ID: session }) => ({
		...mcpNamed(tool || "Bash"),
		input,
		...askerIn({ session }),
	}),
	answer: (verdict) => {
		switch (verdict.kind) {
			// What the rules do not govern is not theirs to let through.
			case "none":
				return question("the rules have no opinion: they do not govern this tool");
			case "allow":
				return exitCode(0);
			case "ask":
				return question(verdict.question ?? verdict.reason);
			case "deny":
				return exitCode(2, verdict.reason);
		}
	},
};

function question(reason: string): Reply {
	return { ...exitCode(1, reason), stdout: "ask\n" };
}
