import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const copilotCli: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [
			".github/hooks",
			".github/copilot",
			".github/agents",
			".github/skills",
			".github/prompts",
			".github/extensions",
			".github/mcp.json",
			".copilot",
		],
		home: [".config/github-copilot"],
		credentials: [".copilot/config.json", ".config/github-copilot"],
		system: ["/etc/github-copilot"],
		variables: { COPILOT_HOME: ".copilot" },
		instructions: [".github/copilot-instructions.md", ".github/instructions"],
	},
	dialect,
	registration,
	contract,
};
