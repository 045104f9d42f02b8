import type { Contract } from "../contract.js";

export const contract: Contract = {
	timeoutUnit: 1000,
	patience: 60_000,
	shells: ["Bash"],
	asks: (cmd, cwd) => ({ cmd, cwd }),
	variables: () => ({ AGENT: "amp", AGENT_TOOL_NAME: "Bash", AMP_THREAD_ID: "rules-doctor" }),
	hears: ({ code, stderr }) => (code === 0 ? "runs" : code === 1 || stderr === "" ? "asks" : "stops"),
};
