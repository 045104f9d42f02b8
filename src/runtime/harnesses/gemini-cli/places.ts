import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".gemini", ".geminiignore"],
	home: [],
	credentials: [".gemini/oauth_creds.json", ".gemini/google_accounts.json"],
	system: ["/etc/gemini-cli", "/Library/Application Support/GeminiCli"],
	instructions: ["GEMINI.md"],
};
