import { join } from "node:path";
import type { Json } from "../../../language/source/json-tree.js";
import { launchedCommand, launcherFile } from "../install/launcher.js";
import { type HookStart, jsonCommand, type ListIn, type Registration } from "../install/registration.js";
import { settingsFiles } from "./settings-files.js";

const files = settingsFiles({
	own: ".gemini",
	system: "gemini-cli",
	mac: "GeminiCli",
	variable: "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
});

const list = {
	kind: "list",
	leave: { comments: true },
	steps: ["hooks", "BeforeTool"],
	holds: "groups",
} as const satisfies Partial<ListIn>;

const group = (command: string, { patience }: HookStart): { readonly [key: string]: Json } => ({
	matcher: ".*",
	hooks: [{ name: "rules", type: "command", command, timeout: patience * 1000 }],
});

export const registration: Registration = {
	noResident: "puts variables into the text of its settings, so a `.env` would say where the resident is",
	files: [
		{
			...list,
			path: files.own,
			entry: (start) => group(jsonCommand(start), start),
		},
	],
	scopes: files.scopes,
	switches: [
		{ steps: ["hooksConfig", "enabled"], off: false, counts: "highest" },
		{ steps: ["hooksConfig", "disabled"], off: "ours", counts: "any" },
	],
	environment: {
		files: ({ project, home }) =>
			[project, home].flatMap((folder) => [join(folder, ".gemini", ".env"), join(folder, ".env")]),
	},
	toolLists: ["core", "allowed", "exclude"].map((list) => ["tools", list]),
	managed: {
		files: [
			launcherFile("gemini-cli"),
			{
				...list,
				path: files.ofMachine,
				// One after the other: so it sees the command as the hooks before it, such as a project's, left it.
				entry: (start) => ({ ...group(launchedCommand(start), start), sequential: true }),
				locks: [
					{
						// Lists of names are joined over all scopes, and what is no object takes the place of them all.
						steps: ["hooksConfig"],
						value: [],
						against: "and then a project turns this hook off by its name",
					},
					{ steps: ["tools", "discoveryCommand"], value: "", mayDiffer: true },
					{ steps: ["tools", "callCommand"], value: "", mayDiffer: true },
					{ steps: ["mcp", "allowed"], value: ["none"], mayDiffer: true },
					{
						steps: ["security", "folderTrust", "enabled"],
						value: true,
						against: "and then every repository is trusted, with the hooks that it brings",
					},
				],
			},
			{
				kind: "profile",
				path: (_, { platform }) => (platform === "darwin" ? undefined : "/etc/profile.d/bylaw-gemini-cli.sh"),
				// What is set, if to nothing, Gemini CLI takes from no `.env`: these load something else into the hook's own shell.
				variables: { LD_PRELOAD: null, LD_AUDIT: null, LD_LIBRARY_PATH: null },
			},
		],
		gaps: [
			"where Gemini CLI is started without the variables of `/etc/profile.d`: then `LD_PRELOAD` of a `.env` gets into the hook's own shell",
			"where a person trusts the folder of a repository that brings hooks of its own: Gemini CLI starts those, and asks nobody",
			"where `GEMINI_CLI_SYSTEM_SETTINGS_PATH` names another file when Gemini CLI is started",
		],
		notes: [
			"Gemini CLI may say that `hooksConfig` should be an object: it is a list so that nobody below can name hooks that are off",
			"no MCP server is started but those that you name in `mcp.allowed`, and no `tools.discoveryCommand` but yours: a project's would run whatever it names",
		],
	},
	trust: (scope) =>
		scope === "project"
			? "Gemini CLI reads a project's settings only in a folder that is trusted: without trust it asks, or refuses to start where nobody can answer"
			: undefined,
	gaps: ["where `hooksConfig` turns hooks, or this one, off: a project's settings can"],
};
