import { type Contract, objectIn } from "../contract.js";

export const contract: Contract = {
	timeoutUnit: 1000,
	patience: 30_000,
	asks: (command, cwd) => ({
		hookName: "tool_call",
		taskId: "rules-doctor",
		agent_id: "rules-doctor",
		parent_agent_id: null,
		workspaceRoots: [cwd],
		tool_call: { id: "1", name: "run_commands", input: { commands: [command] } },
		preToolUse: { toolName: "run_commands", parameters: { commands: [command] } },
	}),
	variables: () => ({}),
	// Exit codes stop nothing.
	hears: ({ stdout }) => (objectIn(stdout)?.cancel === true ? "stops" : "runs"),
};
