import type { Harness } from "../places/harness-places.js";

export const mistralVibe: Harness = {
	name: "mistral-vibe",
	title: "Mistral Vibe",
	places: { project: [".vibe"], home: [], system: [], instructions: [] },
};
