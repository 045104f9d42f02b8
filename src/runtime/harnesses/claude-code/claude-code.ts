import type { HookRecord } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const claudeCode: HookRecord = {
	dialect,
	registration,
	contract,
	sessions: {
		measured: "2.1.329",
		lapses: [],
		strict: [
			"a copy of a session (`--fork-session`) begins with every fear and with no count of its own left, since nobody tells of which session it is a copy",
		],
	},
};
