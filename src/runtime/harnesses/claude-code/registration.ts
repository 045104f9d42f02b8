import { join } from "node:path";
import type { Json } from "../../../language/source/json-tree.js";
import { newsEvents } from "../dialect/post-tool-use.js";
import { launchedCommand, launcherFile, machineFile } from "../install/launcher.js";
import {
	folderOf,
	type HookStart,
	jsonCommand,
	type ListIn,
	type Lock,
	type Places,
	type Registration,
} from "../install/registration.js";

const own = (places: Places): string => join(folderOf("CLAUDE_CONFIG_DIR", places, ".claude"), "settings.json");
const managedFile = machineFile(
	"/etc/claude-code/managed-settings.json",
	"/Library/Application Support/ClaudeCode/managed-settings.json",
);
const managedFolder = machineFile(
	"/etc/claude-code/managed-settings.d",
	"/Library/Application Support/ClaudeCode/managed-settings.d",
);

const list = {
	kind: "list",
	leave: {},
	steps: ["hooks", "PreToolUse"],
	holds: "groups",
} as const satisfies Partial<ListIn>;

const group = (command: string, { patience }: HookStart): Json => ({
	matcher: "*",
	hooks: [{ type: "command", command, timeout: patience, onFailure: "block" }],
});

const settingsFile: ListIn["path"] = (scope, places) =>
	scope === "project" ? join(places.project, ".claude", "settings.json") : own(places);

export const registration: Registration = {
	files: [
		{
			...list,
			path: settingsFile,
			entry: (start) => group(jsonCommand(start), start),
		},
	],
	news: newsEvents.map((event) => ({
		...list,
		steps: ["hooks", event],
		path: settingsFile,
		entry: (start) => group(jsonCommand(start), start),
	})),
	scopes: [
		{ scope: "managed", path: (places) => managedFolder(undefined, places), form: "json", isFolder: true },
		{ scope: "managed", path: (places) => managedFile(undefined, places), form: "json" },
		{ scope: "local", path: ({ project }) => join(project, ".claude", "settings.local.json"), form: "json" },
		{ scope: "project", path: ({ project }) => join(project, ".claude", "settings.json"), form: "json" },
		{ scope: "user", path: own, form: "json" },
	],
	switches: [
		{ steps: ["disableAllHooks"], off: true, counts: "highest", sparesManaged: true, countsBesideHook: true },
		{ steps: ["allowManagedHooksOnly"], off: true, counts: "any", in: "managed", sparesManaged: true },
	],
	environment: { settings: true },
	toolLists: ["allow", "ask", "deny"].map((list) => ["permissions", list]),
	managed: {
		files: [
			launcherFile("claude-code"),
			{
				...list,
				path: managedFile,
				entry: (start) => group(launchedCommand(start), start),
				locks: [
					{
						steps: ["allowManagedHooksOnly"],
						value: true,
						against: "and then hooks of a project, which run before each command, are started",
					},
					{
						steps: ["disableSkillShellExecution"],
						value: true,
						against: "and then commands in a skill run, and no hook is asked",
					},
					{
						steps: ["allowManagedMcpServersOnly"],
						value: true,
						against: "and then a project allows its own servers",
					},
					{ steps: ["allowedMcpServers"], value: [], mayDiffer: true },
					{ steps: ["apiKeyHelper"], value: "", mayDiffer: true },
					// What is set here, no settings below set: how the hook itself is started, and what is loaded into it.
					...["CLAUDE_CODE_SHELL_PREFIX", "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH"].map(
						(name): Lock => ({ steps: ["env", name], value: "", mayDiffer: true }),
					),
				],
			},
		],
		news: newsEvents.map((event) => ({
			...list,
			steps: ["hooks", event],
			path: managedFile,
			entry: (start) => group(launchedCommand(start), start),
		})),
		gaps: ["where somebody chooses what the harness is started with, or another harness"],
		notes: [
			"no MCP server is started but those that you put into `allowedMcpServers`, and no `apiKeyHelper` but yours: a project's would run whatever it names",
		],
	},
	gaps: ["where `disableAllHooks` is set, or a managed setting takes only managed hooks"],
};
