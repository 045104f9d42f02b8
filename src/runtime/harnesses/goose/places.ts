import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".goose", ".gooseignore", ".config/goose", ".agents/plugins"],
	home: [".config/goose", ".agents/plugins"],
	credentials: [".config/goose/secrets.yaml"],
	system: [],
	instructions: [".goosehints"],
};
