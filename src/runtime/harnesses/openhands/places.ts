import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".openhands"],
	home: [".openhands"],
	credentials: [".openhands/agent_settings.json"],
	system: [],
	instructions: [],
};
