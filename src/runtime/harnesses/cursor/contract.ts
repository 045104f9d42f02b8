import { type Contract, objectIn } from "../contract.js";

export const contract: Contract = {
	timeoutUnit: 1000,
	patience: 60_000,
	asks: (command, cwd) => ({
		hook_event_name: "beforeShellExecution",
		conversation_id: "rules-doctor",
		generation_id: "rules-doctor",
		workspace_roots: [cwd],
		command,
		cwd,
	}),
	variables: () => ({}),
	hears: ({ stdout, code }) => {
		if (code === 2) return "stops";
		const permission = code === 0 ? objectIn(stdout)?.permission : undefined;
		return permission === "deny" ? "stops" : permission === "ask" ? "asks" : "runs";
	},
};
