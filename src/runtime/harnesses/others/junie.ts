import type { Harness } from "../places/harness-places.js";

export const junie: Harness = {
	name: "junie",
	title: "Junie",
	places: { project: [".junie", ".aiignore"], home: [], system: [], instructions: [] },
};
