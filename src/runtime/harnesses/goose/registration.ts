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
			path: (scope, { project, home }) =>
				join(scope === "project" ? project : home, ".agents", "plugins", "rules", "hooks", "hooks.json"),
			entry: ({ words, seconds, patience, resident }) => ({
				// An expression: a star alone is none, and the hook would be passed over.
				matcher: ".*",
				hooks: [
					{
						type: "command",
						command: guardedCommand(words, { answers: ["0"], seconds, resident }),
						timeout: patience,
						on_failure: "block",
					},
				],
			}),
		},
	],
	gaps: [
		"where a setting turns the plugin `rules` off (`disabledPlugins`, `plugins` in `config.yaml`): a project's settings can",
		"where the hook stands in a person's folder, and a project brings a plugin of the same name",
	],
	untried: true,
};
