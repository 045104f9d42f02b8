import { join } from "node:path";
import { launchedCommand, launcherFile } from "../install/launcher.js";
import { folderOf, jsonCommand, type ListIn, type Places, type Registration } from "../install/registration.js";

const own = (places: Places, ...names: readonly string[]): string =>
	join(folderOf("COPILOT_HOME", places, ".copilot"), ...names);

const list = {
	kind: "list",
	leave: {},
	steps: ["hooks", "preToolUse"],
	holds: "hooks",
	beside: { version: 1 },
} as const satisfies Partial<ListIn>;

export const registration: Registration = {
	files: [
		{
			...list,
			path: (scope, places) =>
				scope === "project"
					? join(places.project, ".github", "hooks", "rules.json")
					: own(places, "hooks", "rules.json"),
			entry: (start) => ({ type: "command", bash: jsonCommand(start), timeoutSec: start.patience }),
		},
	],
	scopes: [
		{ scope: "managed", path: () => "/etc/github-copilot/policy.d", form: "json", isFolder: true },
		{
			scope: "local",
			path: ({ project }) => join(project, ".github", "copilot", "settings.local.json"),
			form: "json",
		},
		{ scope: "local", path: ({ project }) => join(project, ".claude", "settings.local.json"), form: "json" },
		{ scope: "project", path: ({ project }) => join(project, ".github", "copilot", "settings.json"), form: "json" },
		{ scope: "project", path: ({ project }) => join(project, ".claude", "settings.json"), form: "json" },
		{ scope: "project", path: ({ project }) => join(project, ".github", "hooks"), form: "json", isFolder: true },
		{ scope: "user", path: (places) => own(places, "settings.json"), form: "json" },
		{ scope: "user", path: (places) => own(places, "hooks"), form: "json", isFolder: true },
	],
	switches: [{ steps: ["disableAllHooks"], off: true, counts: "any", sparesManaged: true }],
	managed: {
		files: [
			launcherFile("copilot-cli"),
			{
				...list,
				path: () => "/etc/github-copilot/policy.d/bylaw.json",
				entry: (start) => ({ type: "command", bash: launchedCommand(start), timeoutSec: start.patience }),
			},
		],
		gaps: [
			"where a person trusts the folder of a repository that brings hooks or servers of its own: Copilot starts those, and such a hook changes a command after it was decided",
		],
	},
	trust: (scope) =>
		scope === "project"
			? "Copilot passes over the hooks of a folder that is not trusted, and runs every command: trust the folder when it asks, or start it with `--trust-folder`"
			: undefined,
	gaps: ["in a folder that is not trusted"],
};
