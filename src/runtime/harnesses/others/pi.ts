import type { Harness } from "../harness-places.js";

export const pi: Harness = {
	name: "pi",
	title: "Pi",
	places: {
		project: [".pi"],
		home: [],
		system: [],
		instructions: [],
	},
};
