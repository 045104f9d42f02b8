import { join } from "node:path";
import { guardedFile } from "../install/guarded-command.js";
import type { Registration } from "../install/registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "file",
			path: (scope, { project, home }) =>
				scope === "project"
					? join(project, ".clinerules", "hooks", "PreToolUse")
					: join(home, ".cline", "hooks", "PreToolUse"),
			text: ({ words, seconds, resident }) =>
				guardedFile(words, {
					answers: "json",
					seconds,
					resident,
					refusal: '{"cancel":true,"errorMessage":"the rules gave no answer"}',
				}),
			mode: 0o755,
		},
	],
	news: [
		{
			kind: "file",
			name: "PostToolUse",
			path: (scope, { project, home }) =>
				scope === "project"
					? join(project, ".clinerules", "hooks", "PostToolUse")
					: join(home, ".cline", "hooks", "PostToolUse"),
			text: ({ words, seconds, resident }) => guardedFile(words, { answers: "json", seconds, resident, refusal: "{}" }),
			mode: 0o755,
		},
	],
	gaps: [],
};
