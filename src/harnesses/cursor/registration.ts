import { join } from "node:path";
import { jsonCommand, type Registration } from "../registration.js";

export const registration: Registration = {
	files: (["beforeShellExecution", "preToolUse"] as const).map((event) => ({
		kind: "list",
		path: (scope, { project, home }) => join(scope === "project" ? project : home, ".cursor", "hooks.json"),
		leave: {},
		steps: ["hooks", event],
		holds: "hooks",
		entry: (start) => ({ command: jsonCommand(start), timeout: start.patience, failClosed: true }),
		beside: { version: 1 },
	})),
	gaps: [],
	untried: true,
};
