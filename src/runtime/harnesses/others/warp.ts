import type { Harness } from "../harness.js";

export const warp: Harness = {
	name: "warp",
	title: "Warp",
	places: {
		project: [".warp"],
		home: [],
		system: [],
		instructions: ["WARP.md"],
	},
};
