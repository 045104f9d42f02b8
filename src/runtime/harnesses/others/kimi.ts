import type { Harness } from "../harness.js";

export const kimi: Harness = {
	name: "kimi",
	title: "Kimi",
	places: {
		project: [".kimi"],
		home: [],
		system: [],
		instructions: [],
	},
};
