import type { Harness } from "../harness.js";

export const vsCode: Harness = {
	name: "vs-code",
	title: "VS Code",
	places: {
		project: [".vscode/settings.json", ".vscode/mcp.json", ".vscode/tasks.json"],
		home: [".config/Code/User/settings.json", ".config/Code/User/mcp.json", ".config/Code/User/prompts"],
		system: ["/etc/vscode"],
		instructions: [],
	},
};
