import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const opencode: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [".opencode", "opencode.json", "opencode.jsonc"],
		home: [".config/opencode"],
		credentials: [".local/share/opencode/auth.json"],
		system: ["/etc/opencode"],
		instructions: [],
	},
	dialect,
	registration,
	contract,
};
