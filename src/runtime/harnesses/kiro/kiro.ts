import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const kiro: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		// Below `.kiro/specs` lies what agents are asked to write.
		project: [
			".kiro/agents",
			".kiro/hooks",
			".kiro/settings",
			".kiro/steering",
			".kiro/skills",
			".kiro/prompts",
			".kiro/powers",
			".amazonq",
		],
		home: [".aws/amazonq"],
		system: [],
		folders: [".kiro"],
		instructions: [],
	},
	dialect,
	registration,
	contract,
};
