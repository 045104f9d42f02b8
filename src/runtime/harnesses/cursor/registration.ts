import { join } from "node:path";
import { launchedCommand, launcherFile, machineFile } from "../install/launcher.js";
import { jsonCommand, type ListIn, type Registration } from "../install/registration.js";

const managedFile = machineFile("/etc/cursor/hooks.json", "/Library/Application Support/Cursor/hooks.json");

const events = ["beforeShellExecution", "preToolUse", "beforeMCPExecution", "beforeReadFile"] as const;

const list = { kind: "list", leave: {}, holds: "hooks", beside: { version: 1 } } as const satisfies Partial<ListIn>;

export const registration: Registration = {
	files: events.map((event) => ({
		...list,
		path: (scope, { project, home }) => join(scope === "project" ? project : home, ".cursor", "hooks.json"),
		steps: ["hooks", event],
		entry: (start) => ({ command: jsonCommand(start), timeout: start.patience, failClosed: true }),
	})),
	scopes: [
		{ scope: "managed", path: (places) => managedFile(undefined, places), form: "json" },
		{ scope: "project", path: ({ project }) => join(project, ".cursor", "hooks.json"), form: "json" },
		{ scope: "user", path: ({ home }) => join(home, ".cursor", "hooks.json"), form: "json" },
	],
	managed: {
		files: [
			launcherFile("cursor"),
			...events.map(
				(event): ListIn => ({
					...list,
					path: managedFile,
					steps: ["hooks", event],
					entry: (start) => ({ command: launchedCommand(start), timeout: start.patience, failClosed: true }),
				}),
			),
		],
		gaps: [
			"where a person trusts a folder whose hooks run something themselves: Cursor has no setting that takes managed hooks alone",
		],
		untried: true,
	},
	gaps: [],
	untried: true,
};
