import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".clinerules/hooks", ".clinerules/workflows", ".clinerules/skills", ".cline", ".clineignore"],
	home: ["Documents/Cline"],
	credentials: [".cline/data/secrets.json"],
	system: [],
	folders: [".clinerules"],
	instructions: [".clinerules"],
};
