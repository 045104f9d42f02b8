import type { Contract } from "../contract.js";

export const contract: Contract = {
	timeoutUnit: 1000,
	// Its pages do not say how long it waits.
	patience: 60_000,
	asks: (command_line, cwd) => ({
		agent_action_name: "pre_run_command",
		trajectory_id: "rules-doctor",
		execution_id: "rules-doctor",
		timestamp: "2026-01-01T00:00:00Z",
		tool_info: { command_line, cwd },
	}),
	variables: () => ({}),
	hears: ({ code }) => (code === 2 ? "stops" : "runs"),
};
