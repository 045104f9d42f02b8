import { guardedCommand } from "../install/guarded-command.js";
import type { Registration } from "../install/registration.js";

export const registration: Registration = {
	files: [
		{
			kind: "list",
			// Each agent has a file: which, has to be said.
			path: () => undefined,
			leave: {},
			steps: ["hooks", "preToolUse"],
			holds: "hooks",
			entry: ({ words, seconds, patience, resident }) => ({
				matcher: "*",
				command: guardedCommand(words, { answers: ["0"], seconds, resident }),
				timeout_ms: patience * 1000,
				cache_ttl_seconds: 0,
			}),
		},
	],
	gaps: ["for agents of other files"],
	untried: true,
};
