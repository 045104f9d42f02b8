import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
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
};
