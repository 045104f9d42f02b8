import type { Harness } from "../places/harness-places.js";

export const factory: Harness = {
	name: "factory",
	title: "Factory Droid",
	places: { project: [".factory"], home: [], system: ["/etc/factory"], instructions: [] },
};
