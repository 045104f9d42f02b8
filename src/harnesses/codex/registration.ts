import { join } from "node:path";
import { folderOf, jsonCommand, type Registration } from "../registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "list",
			path: (scope, places) =>
				scope === "project"
					? join(places.project, ".codex", "hooks.json")
					: join(folderOf("CODEX_HOME", places, ".codex"), "hooks.json"),
			leave: {},
			steps: ["hooks", "PreToolUse"],
			holds: "groups",
			entry: (start) => ({
				matcher: ".*",
				hooks: [{ type: "command", command: jsonCommand(start), timeout: start.patience }],
			}),
		},
	],
	trust: (scope) =>
		`Codex passes over a hook that nobody trusted, and runs every command: start \`codex\`, open \`/hooks\` and trust this one${scope === "project" ? " (and the project)" : ""}; again after every change of it. Where it must hold, manage it in \`/etc/codex/requirements.toml\``,
	gaps: [
		"while nobody trusted the hook",
		"when it is written to a program that runs already (`write_stdin`): no hook is asked",
	],
};
