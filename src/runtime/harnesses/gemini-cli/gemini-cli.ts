import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const geminiCli: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [".gemini", ".geminiignore"],
		home: [],
		credentials: [".gemini/oauth_creds.json", ".gemini/google_accounts.json"],
		system: ["/etc/gemini-cli", "/Library/Application Support/GeminiCli"],
		instructions: ["GEMINI.md"],
	},
	dialect,
	registration,
	contract,
};
