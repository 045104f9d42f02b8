import { type Contract, objectIn } from "../contract.js";

export const contract: Contract = {
	timeoutUnit: 1000,
	patience: 10_000,
	asks: (command, directory) => ({ tool: "bash", args: { command, description: "rules doctor" }, directory }),
	variables: () => ({}),
	// The plugin throws at everything else.
	hears: ({ stdout, code }) => {
		const effect = code === 0 ? objectIn(stdout)?.effect : undefined;
		return effect === "allow" || effect === "none" ? "runs" : "stops";
	},
};
