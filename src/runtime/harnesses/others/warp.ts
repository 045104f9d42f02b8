import type { Harness } from "../places/harness-places.js";

export const warp: Harness = {
	name: "warp",
	title: "Warp",
	places: { project: [".warp"], home: [], system: [], instructions: ["WARP.md"] },
};
