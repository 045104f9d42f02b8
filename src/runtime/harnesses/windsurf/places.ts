import type { HarnessPlaces } from "../places/harness-places.js";

export const places: HarnessPlaces = {
	project: [".windsurf/hooks.json", ".windsurf/workflows", ".windsurf/skills", ".windsurf/rules", ".codeiumignore"],
	home: [".codeium"],
	credentials: [".codeium/config.json"],
	system: ["/etc/windsurf", "/Library/Application Support/Windsurf"],
	folders: [".windsurf"],
	instructions: [".windsurfrules"],
};
