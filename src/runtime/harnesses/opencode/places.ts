import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".opencode", "opencode.json", "opencode.jsonc"],
	home: [".config/opencode"],
	credentials: [".local/share/opencode/auth.json"],
	system: ["/etc/opencode"],
	instructions: [],
};
