import type { Harness } from "../places/harness-places.js";

export const antigravity: Harness = {
	name: "antigravity",
	title: "Antigravity",
	places: { project: [".agent", ".antigravity"], home: [], system: [], instructions: [] },
};
