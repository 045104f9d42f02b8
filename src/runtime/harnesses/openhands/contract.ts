import { type Contract, objectIn } from "../contract.js";

export const contract: Contract = {
	shells: ["terminal"],
	timeoutUnit: 1000,
	patience: 60_000,
	asks: (command, cwd) => ({
		event_type: "PreToolUse",
		tool_name: "terminal",
		tool_input: { command, is_input: false },
		session_id: "rules-doctor",
		working_dir: cwd,
		metadata: {},
	}),
	variables: (cwd) => ({ OPENHANDS_PROJECT_DIR: cwd, OPENHANDS_TOOL_NAME: "terminal" }),
	hears: ({ stdout, code }) => {
		const decision = objectIn(stdout)?.decision;
		return code === 2 || decision === "deny" || decision === "block" ? "stops" : "runs";
	},
};
