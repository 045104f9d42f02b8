import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const openhands: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [".openhands"],
		home: [".openhands"],
		credentials: [".openhands/agent_settings.json"],
		system: [],
		instructions: [],
	},
	dialect,
	registration,
	contract,
};
