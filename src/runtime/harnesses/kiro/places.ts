import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
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
	home: [".aws/amazonq", ".kiro/workspace-roots"],
	system: [],
	folders: [".kiro"],
	instructions: [],
};
