import { type Contract, hearsSpecificOutput } from "../contract.js";

export const contract: Contract = {
	timeoutUnit: 1000,
	patience: 30_000,
	asks: (command, cwd) => ({
		timestamp: "2026-01-01T00:00:00.000Z",
		cwd,
		session_id: "rules-doctor",
		hook_event_name: "PreToolUse",
		transcript_path: "/dev/null",
		tool_name: "run_in_terminal",
		tool_input: { command, explanation: "rules doctor", goal: "rules doctor", mode: "sync" },
		tool_use_id: "rules-doctor",
	}),
	variables: () => ({}),
	hears: hearsSpecificOutput,
};
