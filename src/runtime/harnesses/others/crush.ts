import type { Harness } from "../places/harness-places.js";

export const crush: Harness = {
	name: "crush",
	title: "Crush",
	places: {
		project: ["crush.json", ".crush.json", ".crush"],
		home: [".config/crush"],
		credentials: [".local/share/crush"],
		system: [],
		instructions: ["CRUSH.md"],
	},
};
