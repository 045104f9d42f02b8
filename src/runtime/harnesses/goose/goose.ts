import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const goose: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [".goose", ".gooseignore", ".config/goose", ".agents/plugins"],
		home: [".config/goose", ".agents/plugins"],
		credentials: [".config/goose/secrets.yaml"],
		system: [],
		instructions: [".goosehints"],
	},
	dialect,
	registration,
	contract,
};
