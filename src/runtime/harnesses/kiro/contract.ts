import type { Contract } from "../contract.js";

export const contract: Contract = {
	shells: ["execute_bash"],
	timeoutUnit: 1000,
	patience: 30_000,
	asks: (command, cwd) => ({
		hook_event_name: "preToolUse",
		cwd,
		tool_name: "execute_bash",
		tool_input: { command },
	}),
	variables: () => ({}),
	hears: ({ code, stderr }) => (code === 2 && stderr !== "" ? "stops" : "runs"),
};
