import type { Harness } from "../harness-places.js";

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
