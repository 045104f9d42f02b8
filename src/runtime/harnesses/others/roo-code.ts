import type { Harness } from "../places/harness-places.js";

export const rooCode: Harness = {
	name: "roo-code",
	title: "Roo Code",
	places: { project: [".roo", ".roomodes", ".rooignore"], home: [], system: [], instructions: [".roorules"] },
};
