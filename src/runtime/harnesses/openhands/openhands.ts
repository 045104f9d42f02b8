import type { Harness } from "../harness.js";

export const openhands: Harness = {
	name: "openhands",
	title: "OpenHands",
	places: {
		project: [".openhands"],
		home: [],
		system: [],
		instructions: [],
	},
};
