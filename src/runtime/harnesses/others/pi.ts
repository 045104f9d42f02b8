import type { Harness } from "../harness.js";

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
