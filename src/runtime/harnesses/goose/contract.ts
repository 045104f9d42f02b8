import { type Contract, objectIn } from "../contract.js";

export const contract: Contract = {
	shells: ["developer__shell"],
	timeoutUnit: 1000,
	patience: 30_000,
	asks: (command, cwd) => ({
		event: "PreToolUse",
		session_id: "rules-doctor",
		matcher_context: "developer__shell",
		tool_name: "developer__shell",
		tool_input: { command },
		working_dir: cwd,
		tool_call_id: "rules-doctor",
	}),
	variables: () => ({}),
	// With `on_failure: block` everything that is no answer stops it; without, it runs.
	hears: ({ stdout, code }) => (code === 2 || objectIn(stdout)?.decision === "block" ? "stops" : "runs"),
};
