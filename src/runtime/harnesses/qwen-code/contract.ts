import { type Contract, hearsSpecificOutput, preToolUse } from "../contract.js";

export const contract: Contract = {
	shells: ["run_shell_command", "monitor"],
	timeoutUnit: 1,
	patience: 60_000,
	asks: preToolUse("run_shell_command"),
	variables: (cwd) => ({ QWEN_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd }),
	hears: hearsSpecificOutput,
};
