import type { Harness } from "../places/harness-places.js";

export const kiloCode: Harness = {
	name: "kilo-code",
	title: "Kilo Code",
	places: {
		project: [".kilocode", ".kilo", ".kilocodemodes", ".kilocodeignore"],
		home: [".config/kilo"],
		system: [],
		instructions: [".kilocoderules"],
	},
};
