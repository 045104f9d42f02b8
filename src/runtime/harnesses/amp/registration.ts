import { join } from "node:path";
import { guardedFile } from "../install/guarded-command.js";
import type { Registration } from "../install/registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "file",
			path: (scope, { project, home }) =>
				scope === "project" ? join(project, ".amp", "rules-amp") : join(home, ".config", "amp", "rules-amp"),
			text: ({ words, seconds, resident }) => guardedFile(words, { answers: ["0", "1ask"], seconds, resident }),
			mode: 0o755,
		},
		{
			kind: "list",
			path: (scope, { project, home }) =>
				scope === "project" ? join(project, ".amp", "settings.json") : join(home, ".config", "amp", "settings.json"),
			leave: { comments: true, trailingCommas: true },
			steps: ["amp.permissions"],
			holds: "hooks",
			entry: ({ everyTool }, own) => ({
				tool: everyTool === true ? "*" : "Bash",
				action: "delegate",
				to: own ?? "rules-amp",
			}),
			first: true,
		},
	],
	gaps: ["where an earlier permission fits"],
	untried: true,
};
