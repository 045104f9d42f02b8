import type { Harness } from "../harness.js";

export const windsurf: Harness = {
	name: "windsurf",
	title: "Windsurf",
	places: {
		project: [".windsurf/hooks.json", ".windsurf/workflows", ".windsurf/skills", ".windsurf/rules", ".codeiumignore"],
		home: [".codeium"],
		credentials: [".codeium/config.json"],
		system: ["/etc/windsurf"],
		folders: [".windsurf"],
		instructions: [".windsurfrules"],
	},
};
