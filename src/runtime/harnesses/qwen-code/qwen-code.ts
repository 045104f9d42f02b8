import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const qwenCode: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [".qwen", ".qwenignore"],
		home: [],
		credentials: [".qwen/oauth_creds.json"],
		system: ["/etc/qwen-code", "/Library/Application Support/QwenCode"],
		instructions: ["QWEN.md"],
	},
	dialect,
	registration,
	contract,
};
