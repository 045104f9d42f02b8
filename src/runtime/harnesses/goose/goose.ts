import type { Harness } from "../harness.js";

export const goose: Harness = {
	name: "goose",
	title: "Goose",
	places: {
		project: [".goose", ".gooseignore"],
		home: [".config/goose"],
		credentials: [".config/goose/secrets.yaml"],
		system: [],
		instructions: [".goosehints"],
	},
};
