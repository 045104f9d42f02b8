import type { HookRecord } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const copilotCli: HookRecord = {
	dialect,
	registration,
	contract,
	sessions: {
		measured: "1.0.102",
		lapses: [],
		strict: ["what a person begins anew by `/clear` is the same session still: start Copilot CLI again for another"],
	},
};
