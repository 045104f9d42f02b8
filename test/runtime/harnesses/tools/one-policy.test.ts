/**
 * One policy of twelve lines, and the same deeds by whatever tool each harness has for them: the payloads are those that were recorded (NAME.jsonl), with other
 * arguments, or those in its documents. Every harness is answered the same, by the same rule.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Decision } from "../../../../src/engine/decide/decision.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Dialect, Fields, FileText } from "../../../../src/runtime/harnesses/dialect/dialect.js";
import { isFields } from "../../../../src/runtime/harnesses/dialect/read-tool-call.js";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import { answerHook, readHook } from "../../../../src/runtime/harnesses/hooks/answer-hook.js";
import { load } from "../../../../src/runtime/load/load.js";
import { realWorld } from "../../../../src/runtime/load/world.js";
import { folder, root } from "../../../cli/cli.js";
import { type HarnessSide, type Outcome, sides } from "../hooks/harness-side.js";

const policy = `agent default {
  default deny
  govern all
  allow touch, cat within .
  allow file.read, file.list, file.search within .
  allow file.write, file.edit within .
  deny * touching **/.env because "Secrets stay where they are."
  allow web.fetch https://docs.example.com/**
  allow mcp.tiny.read_thing
  deny mcp.tiny.do_it_now because "No server runs code."
  environment accept *
}
`;
const cwd = folder({ "ws/policy.rules": policy, "ws/.env": "", "ws/notes.txt": "" });
const workspace = join(cwd, "ws");
const { tree } = load([join(workspace, "policy.rules")]) as { readonly tree: Tree };

const fileText: FileText = (path) => {
	if (path.endsWith("/.cursor/mcp.json")) return '{"mcpServers":{"tiny":{"command":"npx","args":["-y","tiny"]}}}';
	return path.endsWith("/.mcp.json") ? '{"mcpServers":{"tiny":{}}}' : undefined;
};

/** A tool and what it is given; the input alone where the harness has an event for it. */
type Does = (...said: string[]) => readonly [tool: string, input: unknown];
type Hand = "shell" | "read" | "write" | "edit" | "fetch" | "mcp";

interface Player {
	/** A file that would register another hook. */
	readonly hook: string;
	readonly does: Readonly<Partial<Record<Hand, Does>>>;
}

const add = (path: string): string => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;
const update = (path: string): string => `*** Begin Patch\n*** Update File: ${path}\n@@\n-x\n+y\n*** End Patch`;
const at = (path: string): string => join(workspace, path);
const mcp =
	(before: string, run = "do_it_now"): Does =>
	(tool = "") => [
		`${before}${tool === "do_it_now" ? run : tool}`,
		tool === "do_it_now" ? { code: "1" } : { path: "a" },
	];

const players: Readonly<Record<string, Player>> = {
	"claude-code": {
		hook: ".claude/settings.local.json",
		does: {
			shell: (command) => ["Bash", { command, description: "d" }],
			read: (path = "") => ["Read", { file_path: at(path) }],
			write: (path = "") => ["Write", { file_path: at(path), content: "x" }],
			edit: (path = "") => ["Edit", { file_path: at(path), old_string: "x", new_string: "y", replace_all: false }],
			fetch: (url) => ["WebFetch", { url, prompt: "p" }],
			mcp: mcp("mcp__tiny__", "do_it-now"),
		},
	},
	codex: {
		hook: ".codex/hooks.json",
		does: {
			shell: (command) => ["Bash", { command }],
			read: (path) => ["view_image", { path }],
			write: (path = "") => ["apply_patch", { command: add(path) }],
			edit: (path = "") => ["apply_patch", { command: update(path) }],
			mcp: mcp("mcp__tiny__"),
		},
	},
	"gemini-cli": {
		hook: ".gemini/settings.json",
		does: {
			shell: (command) => ["run_shell_command", { command }],
			read: (file_path) => ["read_file", { file_path }],
			write: (file_path) => ["write_file", { file_path, content: "x" }],
			edit: (file_path) => ["replace", { file_path, instruction: "i", old_string: "x", new_string: "y" }],
			fetch: (url) => ["web_fetch", { prompt: `what stands in ${url}?` }],
			mcp: mcp("mcp_tiny_", "do.it-now"),
		},
	},
	"qwen-code": {
		hook: ".qwen/settings.json",
		does: {
			shell: (command) => ["run_shell_command", { command, is_background: false }],
			read: (path = "") => ["read_file", { file_path: at(path) }],
			write: (path = "") => ["write_file", { file_path: at(path), content: "x" }],
			edit: (path = "") => ["edit", { file_path: at(path), old_string: "x", new_string: "y" }],
			fetch: (url) => ["web_fetch", { url, prompt: "p" }],
			mcp: mcp("mcp__tiny__", "do_it-now_0km2hh6"),
		},
	},
	opencode: {
		hook: ".opencode/plugin/other.js",
		does: {
			shell: (command) => ["bash", { command, description: "d" }],
			read: (filePath) => ["read", { filePath }],
			write: (filePath) => ["write", { filePath, content: "x" }],
			edit: (filePath) => ["edit", { filePath, oldString: "x", newString: "y" }],
			fetch: (url) => ["webfetch", { url, format: "text" }],
			mcp: mcp("tiny_", "do_it-now"),
		},
	},
	"kilo-code": {
		hook: ".kilo/plugin/other.js",
		does: {
			shell: (command) => ["bash", { command, description: "d" }],
			read: (filePath) => ["read", { filePath }],
			write: (filePath) => ["write", { filePath, content: "x" }],
			edit: (filePath) => ["edit", { filePath, oldString: "x", newString: "y" }],
			fetch: (url) => ["webfetch", { url, format: "text" }],
			mcp: mcp("tiny_", "do_it-now"),
		},
	},
	"copilot-cli": {
		hook: ".github/hooks/other.json",
		does: {
			shell: (command) => ["bash", { command, description: "d" }],
			read: (path) => ["view", { path }],
			write: (path) => ["create", { path, file_text: "x" }],
			edit: (path) => ["edit", { path, old_str: "x", new_str: "y" }],
			fetch: (url) => ["web_fetch", { url }],
			mcp: mcp("tiny-", "do-it-now"),
		},
	},
	cline: {
		hook: ".clinerules/hooks/PreToolUse",
		does: {
			shell: (command) => ["run_commands", { commands: [command] }],
			read: (path) => ["read_files", { files: [{ path }] }],
			write: (path) => ["editor", { path, new_text: "x" }],
			edit: (path) => ["editor", { path, old_text: "x", new_text: "y" }],
			fetch: (url) => ["fetch_web_content", { requests: [{ url, prompt: "p" }] }],
			mcp: mcp("tiny__"),
		},
	},
	cursor: {
		hook: ".cursor/hooks.json",
		does: {
			shell: (command) => ["Shell", { command }],
			read: (path = "") => ["Read", { file_path: at(path) }],
			write: (path = "") => ["Write", { file_path: at(path), content: "x" }],
			edit: (path = "") => ["StrReplace", { file_path: at(path) }],
			fetch: (url) => ["WebFetch", { url }],
			mcp: mcp("MCP:"),
		},
	},
	kiro: {
		hook: ".kiro/agents/other.json",
		does: {
			shell: (command) => ["execute_bash", { command }],
			read: (path) => ["fs_read", { operations: [{ mode: "Line", path }] }],
			write: (path) => ["fs_write", { command: "create", path, file_text: "x" }],
			edit: (path) => ["fs_write", { command: "str_replace", path, old_str: "x", new_str: "y" }],
			fetch: (url) => ["web_fetch", { url }],
			mcp: mcp("@tiny/"),
		},
	},
	amp: {
		hook: ".amp/settings.json",
		does: {
			shell: (cmd) => ["Bash", { cmd, cwd: workspace }],
			read: (path = "") => ["Read", { path: at(path) }],
			write: (path = "") => ["create_file", { path: at(path), content: "x" }],
			edit: (path = "") => ["edit_file", { path: at(path), old_str: "x", new_str: "y" }],
			fetch: (url) => ["read_web_page", { url }],
			mcp: mcp("mcp__tiny__"),
		},
	},
	// Of these nobody says of which server a tool is.
	"vs-code": {
		hook: ".github/hooks/other.json",
		does: {
			shell: (command) => ["run_in_terminal", { command, explanation: "e" }],
			read: (path = "") => ["read_file", { filePath: at(path), startLine: 1, endLine: 2 }],
			write: (path = "") => ["create_file", { filePath: at(path), content: "x" }],
			edit: (path = "") => ["replace_string_in_file", { filePath: at(path), oldString: "x", newString: "y" }],
			fetch: (url) => ["fetch_webpage", { urls: [url], query: "q" }],
		},
	},
	openhands: {
		hook: ".openhands/hooks.json",
		does: {
			shell: (command) => ["terminal", { command, is_input: false }],
			read: (path = "") => ["file_editor", { command: "view", path: at(path) }],
			write: (path = "") => ["file_editor", { command: "create", path: at(path), file_text: "x" }],
			edit: (path = "") => ["file_editor", { command: "str_replace", path: at(path), old_str: "x", new_str: "y" }],
			fetch: (url) => ["browser_navigate", { url }],
		},
	},
	// And these have no tool for the web, or ask nobody about it.
	windsurf: {
		hook: ".windsurf/hooks.json",
		does: {
			shell: (command) => ["run_command", { command }],
			read: (path = "") => ["read_code", { file_path: at(path) }],
			write: (path = "") => ["write_code", { file_path: at(path), edits: [] }],
			mcp: mcp("mcp__tiny__"),
		},
	},
	goose: {
		hook: ".agents/plugins/other/hooks/hooks.json",
		does: {
			shell: (command) => ["developer__shell", { command }],
			read: (source) => ["developer__read_image", { source }],
			write: (path) => ["developer__write", { path, content: "x" }],
			edit: (path) => ["developer__edit", { path, before: "x", after: "y" }],
			mcp: mcp("tiny__"),
		},
	},
};

/** What is done, by which hand; `why`: it must not happen, and the agent reads this. */
const deeds: readonly (readonly [deed: string, hand: Hand, said: (player: Player) => string, why?: string])[] = [
	["reads a file", "read", () => "notes.txt"],
	["reads the policy", "read", () => "policy.rules"],
	["reads .env", "read", () => ".env", "Secrets stay where they are."],
	["reads .env by another way", "read", () => "sub/../.env", "Secrets stay where they are."],
	["reads .env by the shell", "shell", () => "cat .env", "Secrets stay where they are."],
	["reads outside of the workspace", "read", () => "../outside", "no rule allows it"],
	["reads a file by the shell", "shell", () => "cat notes.txt"],
	["runs a command", "shell", () => "touch made"],
	["runs one that nobody allows", "shell", () => "rm notes.txt", "no rule allows it"],
	["writes a file", "write", () => "made"],
	["writes .env", "write", () => "src/.env", "Secrets stay where they are."],
	["writes outside of the workspace", "write", () => "../outside", "no rule allows it"],
	["writes the policy", "write", () => "policy.rules", "changes what governs agents"],
	["writes a hook", "write", ({ hook }) => hook, "changes what governs agents"],
	["edits a file", "edit", () => "notes.txt"],
	["edits .env", "edit", () => ".env", "Secrets stay where they are."],
	["edits the policy", "edit", () => "policy.rules", "changes what governs agents"],
	["fetches a page", "fetch", () => "https://docs.example.com/a"],
	["fetches from a forbidden host", "fetch", () => "https://evil.example.com/a", "no rule allows it"],
	["fetches by another user's name", "fetch", () => "https://docs.example.com@evil.example.com/", "no rule allows it"],
	["calls a server that reads", "mcp", () => "read_thing"],
	["calls a server that runs code", "mcp", () => "do_it_now", "No server runs code."],
];

const names = Object.keys(players);
const whole = names.filter((name) => Object.keys(players[name]?.does ?? {}).length === 6);

test("there are twelve lines, and eight harnesses and more that have every hand", () => {
	expect(policy.trim().split("\n")).toHaveLength(12);
	expect(whole.length).toBeGreaterThanOrEqual(8);
	expect(names.sort()).toEqual(hookedHarnesses.map(({ name }) => name).sort());
});

/** The message in which a harness asks: as it was recorded, where it was, with these arguments. */
function question(name: string, side: HarnessSide, tool: string, input: unknown): Fields {
	const event = { hook_event_name: "beforeMCPExecution", workspace_roots: [workspace], command: "npx -y tiny" };
	if (name === "cursor" && tool.startsWith("MCP:"))
		return { ...event, tool_name: tool.slice("MCP:".length), tool_input: JSON.stringify(input) };
	if (name === "cursor" && tool === "Shell")
		return side.shell((input as { command: string }).command, workspace) as Fields;
	if (name === "windsurf" && tool === "run_command")
		return side.shell((input as { command: string }).command, workspace) as Fields;
	if (side.tool === undefined) return input as Fields;
	return recorded(name, tool, input) ?? (side.tool(tool, input as object, workspace) as Fields);
}

/** Undefined where nothing was. */
function recorded(name: string, tool: string, input: unknown): Fields | undefined {
	let lines: readonly string[];
	try {
		lines = readFileSync(join(root, "test/runtime/harnesses/tools", `${name}.jsonl`), "utf8")
			.trim()
			.split("\n");
	} catch {
		return undefined;
	}
	const payloads = lines.map((line) => JSON.parse(line.replaceAll("/home/me/project", workspace)).payload as Fields);
	const toolOf = ({ tool_name, toolName, tool, tool_call }: Fields): unknown =>
		tool_name ?? toolName ?? tool ?? (isFields(tool_call) ? tool_call.name : undefined);
	const one = payloads.find((payload) => toolOf(payload) === tool);
	if (one === undefined) return undefined;
	const places = ["tool_input", "toolArgs", "args"].filter((field) => field in one);
	const call = isFields(one.tool_call) ? { tool_call: { ...one.tool_call, input } } : {};
	const before = isFields(one.preToolUse) ? { preToolUse: { ...one.preToolUse, parameters: input } } : {};
	return { ...one, ...call, ...before, ...Object.fromEntries(places.map((field) => [field, input])) };
}

function answered(
	name: string,
	tool: string,
	input: unknown,
): { outcome: Outcome; told: string; by: readonly unknown[] } {
	const side = sides.find((one) => one.name === name) as HarnessSide;
	const dialect = hookedHarnesses.find((one) => one.name === name)?.dialect as Dialect;
	const asked = question(name, side, tool, input);
	const message = name === "opencode" || name === "kilo-code" ? { ...asked, servers: ["tiny"] } : asked;
	const variables = side.tool === undefined ? { ...side.variables, AGENT_TOOL_NAME: tool } : { ...side.variables };
	const read = readHook(dialect, Buffer.from(JSON.stringify(message)), {}, { variables, cwd: workspace, fileText });
	if ("code" in read) return { outcome: side.outcome(read), told: read.stdout + read.stderr, by: [] };
	if ("news" in read) throw new Error("no question");
	const world = realWorld(read.workspace);
	const by: Decision[] = [];
	const reply = answerHook(dialect, read, tree, {
		decide: (request) => decide(tree, request, world),
		record: (_, decision) => {
			by.push(decision);
			return decision;
		},
		home: "/home/me",
	});
	return {
		outcome: side.outcome(reply),
		told: reply.stdout + reply.stderr,
		by: by.map(({ effect, code, rules }) => [effect, code, rules.map(({ line }) => line)]),
	};
}

test.each(deeds.map((deed) => [deed[0], deed] as const))("%s", (_, [, hand, said, why]) => {
	const answers = names.flatMap((name) => {
		const player = players[name] as Player;
		const does = player.does[hand];
		if (does === undefined) return [];
		const { outcome, told, by } = answered(name, ...does(said(player)));
		if (why !== undefined) expect([name, told]).toEqual([name, expect.stringContaining(why)]);
		return [{ name, outcome, by }];
	});
	expect(answers.filter(({ name }) => whole.includes(name))).toHaveLength(whole.length);
	const [first] = answers;
	expect(first?.by).toHaveLength(1);
	expect(answers).toEqual(
		answers.map(({ name }) => ({ name, outcome: why === undefined ? "runs" : "stops", by: first?.by })),
	);
});
