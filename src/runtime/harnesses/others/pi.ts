import type { Harness } from "../places/harness-places.js";

export const pi: Harness = {
	name: "pi",
	title: "Pi",
	places: { project: [".pi"], home: [], system: [], instructions: [] },
};
