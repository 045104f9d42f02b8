import type { Harness } from "../places/harness-places.js";

export const augment: Harness = {
	name: "augment",
	title: "Augment",
	places: { project: [".augment"], home: [], system: ["/etc/augment"], instructions: [".augment-guidelines"] },
};
