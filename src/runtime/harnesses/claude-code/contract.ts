import { type Contract, hearsSpecificOutput, preToolUse } from "../contract.js";

export const contract: Contract = {
	shells: ["Bash", "Monitor"],
	timeoutUnit: 1000,
	patience: 60_000,
	asks: preToolUse("Bash"),
	variables: (cwd) => ({ CLAUDECODE: "1", CLAUDE_PROJECT_DIR: cwd }),
	// It blocks even without a reason.
	hears: (said) => (said.code === 2 ? "stops" : hearsSpecificOutput(said)),
};
