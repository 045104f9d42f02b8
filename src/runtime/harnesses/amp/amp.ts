import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const amp: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [".amp"],
		home: [".config/amp"],
		credentials: [".local/share/amp/secrets.json"],
		system: ["/etc/ampcode", "/Library/Application Support/ampcode"],
		instructions: ["AGENT.md"],
	},
	dialect,
	registration,
	contract,
};
