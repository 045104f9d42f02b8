import { join } from "node:path";
import type { Json } from "../../../language/source/json-tree.js";
import { sessionStart } from "../dialect/post-tool-use.js";
import { launchedCommand, launcherFile } from "../install/launcher.js";
import { type HookStart, jsonCommand, type ListIn, type Places, type Registration } from "../install/registration.js";
import { codexHome } from "./codex-home.js";

const own = (places: Places, name: string): string => join(codexHome(places), name);

const list = {
	kind: "list",
	leave: {},
	steps: ["hooks", "PreToolUse"],
	holds: "groups",
} as const satisfies Partial<ListIn>;

const group = (command: string, { patience }: HookStart): Json => ({
	matcher: ".*",
	hooks: [{ type: "command", command, timeout: patience }],
});

const hooksFile: ListIn["path"] = (scope, places) =>
	scope === "project" ? join(places.project, ".codex", "hooks.json") : own(places, "hooks.json");

export const registration: Registration = {
	files: [
		{
			...list,
			path: hooksFile,
			entry: (start) => group(jsonCommand(start), start),
		},
	],
	// It tells how sessions begin, and not how calls end.
	news: [
		{
			...list,
			steps: ["hooks", sessionStart],
			path: hooksFile,
			entry: (start) => group(jsonCommand(start), start),
		},
	],
	scopes: [
		{ scope: "managed", path: () => "/etc/codex/requirements.toml", form: "toml" },
		{ scope: "managed", path: () => "/etc/codex/hooks.json", form: "json" },
		{ scope: "project", path: ({ project }) => join(project, ".codex", "config.toml"), form: "toml" },
		{ scope: "project", path: ({ project }) => join(project, ".codex", "hooks.json"), form: "json" },
		{ scope: "user", path: (places) => own(places, "config.toml"), form: "toml" },
		{ scope: "user", path: (places) => own(places, "hooks.json"), form: "json" },
		{ scope: "defaults", path: () => "/etc/codex/config.toml", form: "toml" },
	],
	switches: [
		{ steps: ["features", "hooks"], off: false, counts: "highest" },
		{ steps: ["features", "codex_hooks"], off: false, counts: "highest" },
		{ steps: ["allow_managed_hooks_only"], off: true, counts: "any", in: "managed", sparesManaged: true },
	],
	environment: { files: (places) => [own(places, ".env")] },
	managed: {
		files: [
			launcherFile("codex"),
			{ ...list, path: () => "/etc/codex/hooks.json", entry: (start) => group(launchedCommand(start), start) },
			{
				kind: "toml",
				path: () => "/etc/codex/requirements.toml",
				locks: [
					{
						steps: ["allow_managed_hooks_only"],
						value: true,
						against: "and then hooks of a project, which run before each command, are started",
					},
					{ steps: ["mcp_servers"], value: {}, mayDiffer: true },
					{ steps: ["features", "hooks"], value: true, against: "and then a project turns all hooks off" },
				],
			},
		],
		news: [
			{
				...list,
				steps: ["hooks", sessionStart],
				path: () => "/etc/codex/hooks.json",
				entry: (start) => group(launchedCommand(start), start),
			},
		],
		gaps: [
			"when it is written to a program that runs already (`write_stdin`): no hook is asked, so the rules deny shells and consoles",
		],
		notes: [
			"no MCP server is started but those that you put into `mcp_servers` of `/etc/codex/requirements.toml`: a project's would run whatever it names",
		],
	},
	trust: (scope) =>
		`Codex passes over a hook that nobody trusted, and runs every command: start \`codex\`, open \`/hooks\` and trust this one${scope === "project" ? " (and the project)" : ""}; again after every change of it. Where it must hold, \`rules install --managed\``,
	gaps: [
		"while nobody trusted the hook",
		"when it is written to a program that runs already (`write_stdin`): no hook is asked",
	],
};
