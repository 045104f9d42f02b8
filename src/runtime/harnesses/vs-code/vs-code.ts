import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const vsCode: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		// What it reads below `.github`, Copilot CLI reads as well: that stands there.
		project: [".vscode/settings.json", ".vscode/mcp.json", ".vscode/tasks.json"],
		home: [
			".config/Code/User/settings.json",
			".config/Code/User/mcp.json",
			".config/Code/User/prompts",
			".copilot/hooks",
		],
		system: ["/etc/vscode"],
		instructions: [],
	},
	dialect,
	registration,
	contract,
};
