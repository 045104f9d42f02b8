import type { Harness } from "../places/harness-places.js";

export const aider: Harness = {
	name: "aider",
	title: "Aider",
	places: {
		project: [".aider.conf.yml", ".aider.model.settings.yml", ".aiderignore"],
		home: [],
		system: [],
		instructions: ["CONVENTIONS.md"],
	},
};
