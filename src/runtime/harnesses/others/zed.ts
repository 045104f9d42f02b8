import type { Harness } from "../places/harness-places.js";

export const zed: Harness = {
	name: "zed",
	title: "Zed",
	places: { project: [".zed"], home: [".config/zed"], system: [], instructions: [".rules"] },
};
