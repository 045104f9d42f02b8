import type { Harness } from "../places/harness-places.js";

export const trae: Harness = {
	name: "trae",
	title: "Trae",
	places: { project: [".trae"], home: [], system: [], instructions: [] },
};
