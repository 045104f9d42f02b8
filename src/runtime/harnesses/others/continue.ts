import type { Harness } from "../places/harness-places.js";

export const continueDev: Harness = {
	name: "continue",
	title: "Continue",
	places: { project: [".continue", ".continuerc.json"], home: [], system: [], instructions: [] },
};
