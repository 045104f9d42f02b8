import { join } from "node:path";
import { folderOf, jsonCommand, type Registration } from "../registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "list",
			path: (scope, places) =>
				scope === "project"
					? join(places.project, ".github", "hooks", "rules.json")
					: join(folderOf("COPILOT_HOME", places, ".copilot"), "hooks", "rules.json"),
			leave: {},
			steps: ["hooks", "preToolUse"],
			holds: "hooks",
			entry: (start) => ({ type: "command", bash: jsonCommand(start), timeoutSec: start.patience }),
			beside: { version: 1 },
		},
	],
	trust: (scope) =>
		scope === "project"
			? "Copilot passes over the hooks of a folder that is not trusted, and runs every command: trust the folder when it asks, or start it with `--trust-folder`"
			: undefined,
	gaps: ["in a folder that is not trusted"],
};
