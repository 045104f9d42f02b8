import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
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
};
