import { join } from "node:path";
import type { Json } from "../../../language/source/json-tree.js";
import { newsEvents } from "../dialect/post-tool-use.js";
import { settingsFiles } from "../gemini-cli/settings-files.js";
import { launchedCommand, launcherFile } from "../install/launcher.js";
import { type HookStart, jsonCommand, type ListIn, type Places, type Registration } from "../install/registration.js";

const files = settingsFiles({
	own: ".qwen",
	system: "qwen-code",
	mac: "QwenCode",
	variable: "QWEN_CODE_SYSTEM_SETTINGS_PATH",
});

const list = {
	kind: "list",
	leave: { comments: true },
	steps: ["hooks", "PreToolUse"],
	holds: "groups",
} as const satisfies Partial<ListIn>;

const group = (command: string, { patience }: HookStart): Json => ({
	matcher: ".*",
	hooks: [{ type: "command", command, timeout: patience * 1000 }],
});

/** Where Qwen Code looks for variables. */
const environmentFiles = ({ project, home }: Places): readonly string[] => [
	join(project, ".qwen", ".env"),
	join(project, ".env"),
	join(home, ".qwen", ".env"),
	join(home, ".env"),
];

export const registration: Registration = {
	noResident: "puts variables into the text of its settings, so a `.env` would say where the resident is",
	files: [
		{
			...list,
			path: files.own,
			entry: (start) => group(jsonCommand(start), start),
		},
	],
	news: newsEvents.map((event) => ({
		...list,
		steps: ["hooks", event],
		path: files.own,
		entry: (start) => group(jsonCommand(start), start),
	})),
	scopes: files.scopes,
	switches: [{ steps: ["disableAllHooks"], off: true, counts: "highest" }],
	switchVariables: ["QWEN_CODE_SAFE_MODE", "QWEN_CODE_SIMPLE"].map((name) => ({ name, files: environmentFiles })),
	environment: { settings: true, files: environmentFiles },
	toolLists: ["core", "allowed", "exclude"].map((list) => ["tools", list]),
	managed: {
		files: [
			launcherFile("qwen-code"),
			{
				...list,
				path: files.ofMachine,
				entry: (start) => group(launchedCommand(start), start),
				locks: [
					{ steps: ["disableAllHooks"], value: false, against: "and then a project turns all hooks off" },
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
				path: (_, { platform }) => (platform === "darwin" ? undefined : "/etc/profile.d/bylaw-qwen-code.sh"),
				// What is set, Qwen Code takes from no file. Anything but 1 and true leaves the hooks on.
				variables: {
					QWEN_CODE_SAFE_MODE: "0",
					QWEN_CODE_SIMPLE: "0",
					QWEN_CODE_SYSTEM_SETTINGS_PATH: "/etc/qwen-code/settings.json",
				},
			},
		],
		news: newsEvents.map((event) => ({
			...list,
			steps: ["hooks", event],
			path: files.ofMachine,
			entry: (start) => group(launchedCommand(start), start),
		})),
		gaps: [
			"where a person trusts the folder of a repository that brings hooks of its own: Qwen Code starts those, and asks nobody",
			"where Qwen Code is started without the variables of `/etc/profile.d`: then a `.env` turns all hooks off",
		],
		notes: [
			"whoever is logged in has to log in again, and what no login shell starts needs the variables in `/etc/environment`: without them a `.env` of a project turns all hooks off",
			"no MCP server is started but those that you name in `mcp.allowed`, and no `tools.discoveryCommand` but yours: a project's would run whatever it names",
		],
	},
	gaps: ["where `disableAllHooks` is set, or a `.env` turns on a mode without hooks: a project's settings can"],
};
