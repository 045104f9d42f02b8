import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const cline: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [".clinerules/hooks", ".clinerules/workflows", ".clinerules/skills", ".cline", ".clineignore"],
		home: ["Documents/Cline"],
		credentials: [".cline/data/secrets.json"],
		system: [],
		folders: [".clinerules"],
		instructions: [".clinerules"],
	},
	dialect,
	registration,
	contract,
};
