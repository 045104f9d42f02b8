import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const windsurf: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places: {
		project: [".windsurf/hooks.json", ".windsurf/workflows", ".windsurf/skills", ".windsurf/rules", ".codeiumignore"],
		home: [".codeium"],
		credentials: [".codeium/config.json"],
		system: ["/etc/windsurf", "/Library/Application Support/Windsurf"],
		folders: [".windsurf"],
		instructions: [".windsurfrules"],
	},
	dialect,
	registration,
	contract,
};
