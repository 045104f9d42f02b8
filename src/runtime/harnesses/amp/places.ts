import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".amp"],
	home: [".config/amp"],
	credentials: [".local/share/amp/secrets.json"],
	system: ["/etc/ampcode", "/Library/Application Support/ampcode"],
	instructions: ["AGENT.md"],
};
