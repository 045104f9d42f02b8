import type { Harness } from "../places/harness-places.js";

export const kimi: Harness = {
	name: "kimi",
	title: "Kimi",
	places: { project: [".kimi"], home: [], system: [], instructions: [] },
};
