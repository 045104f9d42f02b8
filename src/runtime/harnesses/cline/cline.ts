import type { HookRecord } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const cline: HookRecord = {
	dialect,
	registration,
	contract,
	sessions: {
		measured: "3.0.65",
		lapses: [
			"where a daemon of Cline runs already (`cline hub`), it asks for what an agent of another harness starts by `cline`, and nobody tells that an agent started it",
		],
		strict: [],
	},
};
