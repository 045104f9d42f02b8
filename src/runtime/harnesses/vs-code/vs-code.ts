import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const vsCode: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [
			".vscode/settings.json",
			".vscode/mcp.json",
			".vscode/tasks.json",
			".github/hooks",
			".github/agents",
			".github/prompts",
			".github/skills",
		],
		home: [
			".config/Code/User/settings.json",
			".config/Code/User/mcp.json",
			".config/Code/User/prompts",
			".copilot/hooks",
		],
		system: ["/etc/vscode"],
		instructions: [".github/copilot-instructions.md", ".github/instructions"],
	},
	dialect,
	registration,
	contract,
};
