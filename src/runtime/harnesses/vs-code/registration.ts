import { join } from "node:path";
import { jsonCommand, type Registration } from "../install/registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "list",
			leave: {},
			steps: ["hooks", "PreToolUse"],
			holds: "hooks",
			path: (scope, { project, home }) =>
				scope === "project"
					? join(project, ".github", "hooks", "rules-vs-code.json")
					: join(home, ".copilot", "hooks", "rules-vs-code.json"),
			entry: (start) => ({ type: "command", command: jsonCommand(start), timeout: start.patience }),
		},
	],
	gaps: [
		"where `chat.hookFilesLocations` leaves this file out, or `chat.useHooks` or the organisation has turned hooks off",
		"where the hook stands in a person's folder, and a project brings hooks of its own for the same event",
		"on a machine without `/bin/sh`",
	],
	untried: true,
};
