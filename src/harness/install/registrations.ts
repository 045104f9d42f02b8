/** Where each harness wants its hook registered, and how. */
import { join } from "node:path";
import { opencodePlugin } from "../hooks/opencode-plugin.js";
import { guardedCommand, guardedFile } from "./guarded-command.js";
import { folderOf, type HookStart, type Registration } from "./registration.js";

const json = ({ words, seconds }: HookStart): string => guardedCommand(words, { answers: "json", seconds });

const claudeCode: Registration = {
	harness: "claude-code",
	files: [
		{
			kind: "list",
			path: (scope, places) =>
				scope === "project"
					? join(places.project, ".claude", "settings.json")
					: join(folderOf("CLAUDE_CONFIG_DIR", places, ".claude"), "settings.json"),
			elsewhere: ({ project }) => [
				"/etc/claude-code/managed-settings.json",
				join(project, ".claude", "settings.local.json"),
			],
			leave: {},
			steps: ["hooks", "PreToolUse"],
			holds: "groups",
			entry: (start) => ({
				matcher: "Bash|Monitor|PowerShell|mcp__.*",
				hooks: [{ type: "command", command: json(start), timeout: start.patience, onFailure: "block" }],
			}),
		},
	],
	gaps: ["where `disableAllHooks` is set, or a managed setting takes only managed hooks"],
};

const codex: Registration = {
	harness: "codex",
	files: [
		{
			kind: "list",
			path: (scope, places) =>
				scope === "project"
					? join(places.project, ".codex", "hooks.json")
					: join(folderOf("CODEX_HOME", places, ".codex"), "hooks.json"),
			leave: {},
			steps: ["hooks", "PreToolUse"],
			holds: "groups",
			entry: (start) => ({
				matcher: ".*",
				hooks: [{ type: "command", command: json(start), timeout: start.patience }],
			}),
		},
	],
	trust: (scope) =>
		`Codex passes over a hook that nobody trusted, and runs every command: start \`codex\`, open \`/hooks\` and trust this one${scope === "project" ? " (and the project)" : ""}; again after every change of it. Where it must hold, manage it in \`/etc/codex/requirements.toml\``,
	gaps: [
		"while nobody trusted the hook",
		"when it is written to a program that runs already (`write_stdin`): no hook is asked",
	],
};

const geminiCli: Registration = {
	harness: "gemini-cli",
	files: [
		{
			kind: "list",
			path: (scope, { project, home }) => join(scope === "project" ? project : home, ".gemini", "settings.json"),
			elsewhere: () => ["/etc/gemini-cli/settings.json"],
			leave: { comments: true },
			steps: ["hooks", "BeforeTool"],
			holds: "groups",
			entry: (start) => ({
				matcher: "run_shell_command|mcp_.*",
				hooks: [{ name: "rules", type: "command", command: json(start), timeout: start.patience * 1000 }],
			}),
		},
	],
	trust: (scope) =>
		scope === "project"
			? "Gemini CLI reads a project's settings only in a folder that is trusted: without trust it asks, or refuses to start where nobody can answer"
			: undefined,
	gaps: ["where `hooksConfig` turns hooks, or this one, off"],
};

const qwenCode: Registration = {
	harness: "qwen-code",
	files: [
		{
			kind: "list",
			path: (scope, { project, home }) => join(scope === "project" ? project : home, ".qwen", "settings.json"),
			leave: { comments: true },
			steps: ["hooks", "PreToolUse"],
			holds: "groups",
			entry: (start) => ({
				matcher: "run_shell_command|monitor|mcp__.*",
				hooks: [{ type: "command", command: json(start), timeout: start.patience * 1000 }],
			}),
		},
	],
	gaps: [],
};

const copilotCli: Registration = {
	harness: "copilot-cli",
	files: [
		{
			kind: "list",
			path: (scope, places) =>
				scope === "project"
					? join(places.project, ".github", "hooks", "rules.json")
					: join(folderOf("COPILOT_HOME", places, ".copilot"), "hooks", "rules.json"),
			leave: {},
			steps: ["hooks", "preToolUse"],
			holds: "hooks",
			entry: (start) => ({ type: "command", bash: json(start), timeoutSec: start.patience }),
			beside: { version: 1 },
		},
	],
	trust: (scope) =>
		scope === "project"
			? "Copilot passes over the hooks of a folder that is not trusted, and runs every command: trust the folder when it asks, or start it with `--trust-folder`"
			: undefined,
	gaps: ["in a folder that is not trusted"],
};

const cline: Registration = {
	harness: "cline",
	files: [
		{
			kind: "file",
			path: (scope, { project, home }) =>
				scope === "project"
					? join(project, ".clinerules", "hooks", "PreToolUse")
					: join(home, ".cline", "hooks", "PreToolUse"),
			text: ({ words, seconds }) =>
				guardedFile(words, {
					answers: "json",
					seconds,
					refusal: '{"cancel":true,"errorMessage":"the rules gave no answer"}',
				}),
			mode: 0o755,
		},
	],
	gaps: [],
};

const cursor: Registration = {
	harness: "cursor",
	files: (["beforeShellExecution", "preToolUse"] as const).map((event) => ({
		kind: "list",
		path: (scope, { project, home }) => join(scope === "project" ? project : home, ".cursor", "hooks.json"),
		leave: {},
		steps: ["hooks", event],
		holds: "hooks",
		entry: (start) => ({ command: json(start), timeout: start.patience, failClosed: true }),
		beside: { version: 1 },
	})),
	gaps: [],
	untried: true,
};

const kiro: Registration = {
	harness: "kiro",
	files: [
		{
			kind: "list",
			// Each agent has a file: which, has to be said.
			path: () => undefined,
			leave: {},
			steps: ["hooks", "preToolUse"],
			holds: "hooks",
			entry: ({ words, seconds, patience }) => ({
				matcher: "*",
				command: guardedCommand(words, { answers: ["0"], seconds }),
				timeout_ms: patience * 1000,
				cache_ttl_seconds: 0,
			}),
		},
	],
	gaps: ["for agents of other files"],
	untried: true,
};

const amp: Registration = {
	harness: "amp",
	files: [
		{
			kind: "file",
			path: (scope, { project, home }) =>
				scope === "project" ? join(project, ".amp", "rules-amp") : join(home, ".config", "amp", "rules-amp"),
			text: ({ words, seconds }) => guardedFile(words, { answers: ["0", "1ask"], seconds }),
			mode: 0o755,
		},
		{
			kind: "list",
			path: (scope, { project, home }) =>
				scope === "project" ? join(project, ".amp", "settings.json") : join(home, ".config", "amp", "settings.json"),
			leave: { comments: true, trailingCommas: true },
			steps: ["amp.permissions"],
			holds: "hooks",
			entry: (_, own) => ({ tool: "Bash", action: "delegate", to: own ?? "rules-amp" }),
			first: true,
		},
	],
	trust: (_, file) =>
		`Amp looks for the program on the \`PATH\`: if it takes no path in \`to\`, link the \`rules-amp\` beside \`${file}\` into a folder of the \`PATH\``,
	gaps: ["where an earlier permission fits"],
	untried: true,
};

const opencode: Registration = {
	harness: "opencode",
	files: [
		{
			kind: "file",
			path: (scope, { project, home, variables }) =>
				scope === "project"
					? join(project, ".opencode", "plugin", "rules.js")
					: join(
							folderOf("XDG_CONFIG_HOME", { home, project, variables }, ".config"),
							"opencode",
							"plugin",
							"rules.js",
						),
			text: ({ words, seconds }) => opencodePlugin(words, seconds),
			mode: 0o644,
		},
	],
	gaps: ["when opencode can't load the plugin, and when it is started without plugins"],
};

export const registrations: readonly Registration[] = [
	claudeCode,
	codex,
	geminiCli,
	qwenCode,
	copilotCli,
	cline,
	cursor,
	kiro,
	amp,
	opencode,
];
