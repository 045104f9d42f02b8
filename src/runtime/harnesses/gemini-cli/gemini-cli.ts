import type { HookRecord } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const geminiCli: HookRecord = {
	dialect,
	registration,
	contract,
	sessions: {
		measured: "0.61.0",
		lapses: [],
		strict: ["what a person begins anew by `/clear` is the same session still: start Gemini CLI again for another"],
	},
};
