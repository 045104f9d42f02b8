import { join } from "node:path";
import { folderOf, jsonCommand, type Registration } from "../registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "list",
			path: (scope, places) =>
				scope === "project"
					? join(places.project, ".claude", "settings.json")
					: join(folderOf("CLAUDE_CONFIG_DIR", places, ".claude"), "settings.json"),
			elsewhere: ({ project }) => [
				"/etc/claude-code/managed-settings.json",
				join(project, ".claude", "settings.local.json"),
			],
			leave: {},
			steps: ["hooks", "PreToolUse"],
			holds: "groups",
			entry: (start) => ({
				matcher: "Bash|Monitor|PowerShell|mcp__.*",
				hooks: [{ type: "command", command: jsonCommand(start), timeout: start.patience, onFailure: "block" }],
			}),
		},
	],
	gaps: ["where `disableAllHooks` is set, or a managed setting takes only managed hooks"],
};
