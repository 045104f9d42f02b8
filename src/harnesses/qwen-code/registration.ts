import { join } from "node:path";
import { jsonCommand, type Registration } from "../registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "list",
			path: (scope, { project, home }) => join(scope === "project" ? project : home, ".qwen", "settings.json"),
			leave: { comments: true },
			steps: ["hooks", "PreToolUse"],
			holds: "groups",
			entry: (start) => ({
				matcher: "run_shell_command|monitor|mcp__.*",
				hooks: [{ type: "command", command: jsonCommand(start), timeout: start.patience * 1000 }],
			}),
		},
	],
	gaps: [],
};
