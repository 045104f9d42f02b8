import { join } from "node:path";
import { guardedCommand } from "../install/guarded-command.js";
import type { Registration } from "../install/registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "list",
			leave: {},
			holds: "groups",
			steps: ["hooks", "PreToolUse"],
			path: (scope, { project, home }) => join(scope === "project" ? project : home, ".openhands", "hooks.json"),
			entry: ({ words, seconds, patience, resident }) => ({
				matcher: "*",
				hooks: [
					{
						type: "command",
						command: guardedCommand(words, { answers: ["0"], seconds, resident }),
						timeout: patience,
					},
				],
			}),
		},
	],
	gaps: [
		"where the hook stands in a person's folder, and a project has a file of hooks: OpenHands reads the first that it finds",
		"where its time is up, or there is no `/bin/sh`",
	],
	untried: true,
};
