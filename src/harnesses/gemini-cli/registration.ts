import { join } from "node:path";
import { jsonCommand, type Registration } from "../registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "list",
			path: (scope, { project, home }) => join(scope === "project" ? project : home, ".gemini", "settings.json"),
			elsewhere: () => ["/etc/gemini-cli/settings.json"],
			leave: { comments: true },
			steps: ["hooks", "BeforeTool"],
			holds: "groups",
			entry: (start) => ({
				matcher: "run_shell_command|mcp_.*",
				hooks: [{ name: "rules", type: "command", command: jsonCommand(start), timeout: start.patience * 1000 }],
			}),
		},
	],
	trust: (scope) =>
		scope === "project"
			? "Gemini CLI reads a project's settings only in a folder that is trusted: without trust it asks, or refuses to start where nobody can answer"
			: undefined,
	gaps: ["where `hooksConfig` turns hooks, or this one, off"],
};
