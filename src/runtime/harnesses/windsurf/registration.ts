import { join } from "node:path";
import { guardedCommand } from "../install/guarded-command.js";
import type { ListIn, Registration } from "../install/registration.js";

const events = ["pre_run_command", "pre_read_code", "pre_write_code", "pre_mcp_tool_use"] as const;

export const registration: Registration = {
	files: events.map(
		(event): ListIn => ({
			kind: "list",
			leave: {},
			holds: "hooks",
			steps: ["hooks", event],
			path: (scope, { project, home }) =>
				scope === "project"
					? join(project, ".windsurf", "hooks.json")
					: join(home, ".codeium", "windsurf", "hooks.json"),
			entry: ({ words, seconds, resident }) => ({
				command: guardedCommand(words, { answers: ["0"], seconds, resident }),
				show_output: true,
			}),
		}),
	),
	gaps: ["where it takes longer than Windsurf waits, of which its pages say nothing"],
	untried: true,
};
