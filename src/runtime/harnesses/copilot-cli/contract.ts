import { type Contract, objectIn } from "../contract.js";

export const contract: Contract = {
	timeoutUnit: 1000,
	patience: 30_000,
	asks: (command, cwd) => ({
		sessionId: "rules-doctor",
		timestamp: 1_767_225_600_000,
		cwd,
		toolName: "bash",
		toolArgs: { command, description: "rules doctor" },
	}),
	variables: () => ({}),
	hears: ({ stdout, code }) => {
		if (code === 1 || code === 2) return "stops";
		const decision = code === 0 ? objectIn(stdout)?.permissionDecision : undefined;
		return decision === "deny" ? "stops" : decision === "ask" ? "asks" : "runs";
	},
};
