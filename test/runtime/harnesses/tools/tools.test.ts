/**
 * The tools of harnesses: what each of them is as commands, by the payloads that were measured (NAME.jsonl, one of each tool), and what comes of it under a policy
 * that governs them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Hand } from "../../../../src/language/policy/hands.js";
import type { Dialect, Fields, FileText, Reply } from "../../../../src/runtime/harnesses/dialect/dialect.js";
import { requestOfHarnessCall } from "../../../../src/runtime/harnesses/harness-call.js";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import { answerHook, readHook } from "../../../../src/runtime/harnesses/hooks/answer-hook.js";
import { shellCallOf } from "../../../../src/runtime/harnesses/hooks/shell-call.js";
import { toolUseOf } from "../../../../src/runtime/harnesses/hooks/tool-call.js";
import { list, pathOfFileUrl } from "../../../../src/runtime/harnesses/tools/tool-readers.js";
import { loadText } from "../../../../src/runtime/load/load.js";
import { realWorld } from "../../../../src/runtime/load/world.js";
import { folder, root } from "../../../cli/cli.js";
import { type HarnessSide, type Outcome, sides } from "../hooks/harness-side.js";

const measured = [
	"claude-code",
	"codex",
	"gemini-cli",
	"qwen-code",
	"opencode",
	"copilot-cli",
	"cline",
	"kilo-code",
] as const;
/** Their plugin says which servers there are. */
const byPlugin: readonly Measured[] = ["opencode", "kilo-code"];
type Measured = (typeof measured)[number];

interface Payload {
	readonly payload: Fields;
	readonly agent?: string;
	readonly scripts?: readonly string[];
	readonly commands: readonly (readonly string[])[] | { readonly unclear: string; readonly hand: Hand };
}

const dialectOf = (name: Measured): Dialect =>
	hookedHarnesses.find((harness) => harness.name === name)?.dialect as Dialect;
const sideOf = (name: Measured): HarnessSide => sides.find((side) => side.name === name) as HarnessSide;

/** One server, `tiny`, in every harness's configuration. */
const fileText: FileText = (path) => (path.endsWith("/.mcp.json") ? '{"mcpServers":{"tiny":{}}}' : undefined);

describe.each(measured)("%s", (name) => {
	const dialect = dialectOf(name);
	const lines = readFileSync(join(root, "test/runtime/harnesses/tools", `${name}.jsonl`), "utf8")
		.trim()
		.split("\n");
	const payloads = lines.map((line) => JSON.parse(line) as Payload);

	test.each(payloads.map((one) => [toolOf(one.payload), one] as const))("%s", (_, { payload, ...expected }) => {
		const told = dialect.read(payload, { HOME: "/home/me" }, "/home/me/project", fileText);
		if (typeof told === "string") throw new Error(told);
		const shell = shellCallOf(told, dialect);
		const use = toolUseOf(told, dialect);
		expect({
			...(told.agent === undefined ? {} : { agent: told.agent }),
			...(shell.kind === "none"
				? {}
				: { scripts: "commands" in shell ? shell.commands.map(({ script }) => script) : shell }),
			commands: "commands" in use ? use.commands : use,
		}).toEqual(expected);
	});
});

/** What a harness reads otherwise than it stands there, and what it may read in several ways. */
const readings = readFileSync(join(root, "test/runtime/harnesses/tool-readings.jsonl"), "utf8")
	.trim()
	.split("\n")
	.map(
		(line) =>
			JSON.parse(line) as {
				readonly why: string;
				readonly harness: string;
				readonly tool: string;
				readonly input: Fields;
				readonly use: "unclear" | readonly (readonly string[])[];
			},
	);
test.each(readings.map((one) => [one.harness, one.tool, one.why, one] as const))(
	"%s, %s: %s",
	(harness, tool, _, one) => {
		const dialect = hookedHarnesses.find(({ name }) => name === harness)?.dialect as Dialect;
		const use = toolUseOf({ tool, input: one.input }, dialect);
		expect([one.input, "unclear" in use ? "unclear" : use.commands]).toEqual([one.input, one.use]);
	},
);

test.each(hookedHarnesses.map(({ name, dialect }) => [name, dialect] as const))(
	"%s: its shell is given a text, and a list in its place is unclear",
	(_, dialect) => {
		for (const tool of dialect.shells)
			for (const input of [{ command: ["cat .env"] }, { command: ["ls", "-l"], cwd: "." }, { argv: ["ls"] }])
				expect([tool, shellCallOf({ tool, input }, dialect)]).toEqual([
					tool,
					expect.objectContaining({ kind: "unclear" }),
				]);
	},
);

test("cursor: what is handed over beside a file is read as well", () => {
	const { dialect } = hookedHarnesses.find(({ name }) => name === "cursor") as { dialect: Dialect };
	const read = (attachments: unknown) => {
		const event = { hook_event_name: "beforeReadFile", file_path: "a", content: "", workspace_roots: ["/w"] };
		const told = dialect.read({ ...event, attachments }, {}, "/w", fileText);
		return typeof told === "string" ? told : toolUseOf(told, dialect);
	};
	expect(read([])).toEqual({ commands: [["file.read", "a"]] });
	expect(read([{ type: "rule", filePath: ".env" }, { file_path: "b" }])).toEqual({
		commands: [
			["file.read", "a"],
			["file.read", ".env"],
			["file.read", "b"],
		],
	});
	expect(read({ filePath: ".env" })).toEqual({
		commands: [
			["file.read", "a"],
			["file.read", ".env"],
		],
	});
	for (const attachments of [[{ type: "file" }], [7], 7]) expect(read(attachments)).toHaveProperty("unclear");
});

test("of a call that holds more than a function takes at once, what it holds is read or said to be unclear", () => {
	const dialect = dialectOf("claude-code");
	const many = Array.from({ length: 200_000 }, () => "x");
	const asked = (tool: string, input: Fields) => shellCallOf({ tool, input }, dialect);
	expect(asked("look", { list: [...many, {}] })).toEqual({ kind: "none" });
	expect(asked("look", { list: [...many, { command: "x" }] })).toMatchObject({ kind: "unclear" });
	expect(asked("run_shell", { commands: many })).toMatchObject({ kind: "commands" });
	expect(list({ glob: "pattern" })({ pattern: `{${many.join(",")}}` })).toMatchObject({ unclear: expect.any(String) });
});

test.each([
	["{../x,b}/**", ["src", "src/../x"]],
	["{a,{~/.ssh,/etc}}/*", ["src", "~/.ssh", "/etc"]],
	["{a,b}/*", ["src"]],
])("alternatives of a glob lead where each of them leads: %s", (pattern, paths) => {
	const read = list({ folder: "path", glob: "pattern" })({ path: "src", pattern });
	expect("commands" in read ? read.commands.map(([, path]) => path) : read).toEqual(paths);
});

test("more alternatives than anybody writes are unclear", () => {
	expect(list({ glob: "pattern" })({ pattern: "{a,b}".repeat(12) })).toHaveProperty("unclear");
});

test.each([
	["file:///a%20b", "/a b"],
	[" file:///a", "/a"],
	["fi\nle:///a", "/a"],
	["http://a", undefined],
])("the path of an address: %j", (address, path) => {
	expect(pathOfFileUrl(address)).toBe(path);
});

test("a server's tool that is a shell is no call alone", () => {
	expect(requestOfHarnessCall("claude-code", "mcp__x__run_command", { command: "cat .env" })).toMatch(/`script`/);
});

function toolOf({ tool, tool_name, toolName, tool_call }: Fields): string {
	return String(tool_name ?? toolName ?? tool ?? (tool_call as Fields).name);
}

const rules = `	default allow
	deny * touching **/.env because "Secrets stay."
	deny web.fetch /.*evil.*/ because "Not there."
	deny mcp.tiny.erase because "Nothing is erased."
	deny agent.start root because "Not that one."
	deny tool.Juggle because "No juggling."
	syntax heredocs
`;
const cwd = folder({ "policy.rules": `agent default {\n${rules}}\n`, "notes.txt": "", ".env": "" });

function governing(govern: string): Tree {
	const { tree } = loadText(join(cwd, "policy.rules"), `agent default {\n\tgovern ${govern}\n${rules}}\n`);
	return { ...(tree as Tree), policyPaths: [join(cwd, "policy.rules")] };
}
const policies = { all: governing("all"), shell: governing("shell") };

function replyTo(name: Measured, tool: string, input: unknown, governed: keyof typeof policies = "all"): Reply {
	const dialect = dialectOf(name);
	const side = sideOf(name);
	const told = side.tool?.(tool, input as object, cwd) as object;
	const question = byPlugin.includes(name) ? { ...told, servers: ["tiny"] } : told;
	const read = readHook(dialect, Buffer.from(JSON.stringify(question)), {}, { variables: {}, cwd, fileText });
	if ("code" in read) return read;
	if ("news" in read) throw new Error("no question");
	const decisions = policies[governed];
	const world = realWorld(read.workspace);
	return answerHook(dialect, read, decisions, {
		decide: (one) => decide(decisions, one, world),
		record: (_, decision) => decision,
		home: "/home/me",
	});
}
function outcome(name: Measured, tool: string, input: unknown, governed?: keyof typeof policies): Outcome {
	return sideOf(name).outcome(replyTo(name, tool, input, governed));
}

const add = (path: string): string => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;
const update = (path: string): string => `*** Begin Patch\n*** Update File: ${path}\n@@\n-x\n+y\n*** End Patch`;
const remove = (path: string): string => `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch`;
const moved = (from: string, to: string): string =>
	`*** Begin Patch\n*** Update File: ${from}\n*** Move to: ${to}\n@@\n-x\n+y\n*** End Patch`;

type ByPath = readonly [harness: Measured, tool: string, input: (path: string) => unknown];

const reading: readonly ByPath[] = [
	["claude-code", "Read", (path) => ({ file_path: path })],
	["claude-code", "Grep", (path) => ({ pattern: "x", path })],
	["claude-code", "Bash", (path) => ({ command: `cat ${path}` })],
	["claude-code", "ReadMcpResourceTool", (path) => ({ server: "tiny", uri: `file://${join(cwd, path)}` })],
	["codex", "view_image", (path) => ({ path })],
	["codex", "spawn_agent", (path) => ({ message: "m", items: [{ path }] })],
	["codex", "Bash", (path) => ({ command: `cat ${path}` })],
	["gemini-cli", "read_file", (path) => ({ file_path: path })],
	["gemini-cli", "grep_search", (path) => ({ pattern: "x", dir_path: path })],
	["gemini-cli", "run_shell_command", (path) => ({ command: `cat ${path}` })],
	["qwen-code", "read_file", (path) => ({ file_path: join(cwd, path) })],
	["qwen-code", "zoom_image", (path) => ({ file_path: join(cwd, path) })],
	["qwen-code", "grep_search", (path) => ({ pattern: "x", path: join(cwd, path) })],
	["opencode", "read", (path) => ({ filePath: path })],
	["opencode", "grep", (path) => ({ pattern: "x", path })],
	["opencode", "lsp", (path) => ({ operation: "hover", filePath: path, line: 1, character: 1 })],
	["kilo-code", "read", (path) => ({ filePath: path })],
	["kilo-code", "semantic_search", (path) => ({ query: "x", path })],
	["kilo-code", "send_file", (path) => ({ path })],
	["opencode", "read_mcp_resource", (path) => ({ server: "tiny", uri: `file://${join(cwd, path)}` })],
	["copilot-cli", "view", (path) => ({ path })],
	["copilot-cli", "grep", (path) => ({ pattern: "x", paths: path })],
	["copilot-cli", "grep", (path) => ({ pattern: "x", paths: ["notes.txt", path] })],
	["cline", "read_files", (path) => ({ files: [{ path: "notes.txt" }, { path }] })],
	["cline", "read_files", (path) => ({ file_paths: [path] })],
	["cline", "read_files", (path) => ({ paths: path })],
	["cline", "read_files", (path) => ({ files: { filePath: path } })],
	["cline", "read_files", (path) => ({ file_path: path })],
	["cline", "read_files", (path) => [path]],
	["cline", "read_files", (path) => path],
	["cline", "run_commands", (path) => ({ commands: [`cat ${path}`] })],
	["cline", "run_commands", (path) => ({ command: "cat", args: [path] })],
	["cline", "run_commands", (path) => `cat ${path}`],
];

const writing: readonly ByPath[] = [
	["claude-code", "Write", (path) => ({ file_path: path, content: "x" })],
	["claude-code", "Edit", (path) => ({ file_path: path, old_string: "x", new_string: "y" })],
	["claude-code", "NotebookEdit", (path) => ({ notebook_path: path, new_source: "x" })],
	["codex", "apply_patch", (path) => ({ command: add(path) })],
	["codex", "apply_patch", (path) => ({ command: update(path) })],
	["codex", "apply_patch", (path) => ({ command: remove(path) })],
	["codex", "apply_patch", (path) => ({ command: moved("notes.txt", path) })],
	["codex", "Bash", (path) => ({ command: `apply_patch <<'E'\n${add(path)}\nE` })],
	["gemini-cli", "write_file", (path) => ({ file_path: path, content: "x" })],
	["gemini-cli", "replace", (path) => ({ file_path: path, instruction: "i", old_string: "x", new_string: "y" })],
	["qwen-code", "write_file", (path) => ({ file_path: join(cwd, path), content: "x" })],
	["qwen-code", "edit", (path) => ({ file_path: join(cwd, path), old_string: "x", new_string: "y" })],
	["qwen-code", "notebook_edit", (path) => ({ notebook_path: join(cwd, path), new_source: "x" })],
	["opencode", "write", (path) => ({ filePath: path, content: "x" })],
	["opencode", "edit", (path) => ({ filePath: path, oldString: "x", newString: "y" })],
	["kilo-code", "write", (path) => ({ filePath: path, content: "x" })],
	["kilo-code", "generate_image", (path) => ({ prompt: "p", path })],
	["opencode", "apply_patch", (path) => ({ patchText: moved(path, "other.txt") })],
	["copilot-cli", "create", (path) => ({ path, file_text: "x" })],
	["copilot-cli", "edit", (path) => ({ path, old_str: "x", new_str: "y" })],
	["copilot-cli", "apply_patch", (path) => update(path)],
	["cline", "editor", (path) => ({ path, new_text: "x" })],
	["cline", "editor", (path) => ({ path, old_text: "x", new_text: "y" })],
	["cline", "apply_patch", (path) => ({ input: add(path) })],
	["cline", "apply_patch", (path) => add(path)],
];

/** What each harness keeps its hook in, of those files that lie in a project. */
const settings: Readonly<Record<Measured, string>> = {
	"claude-code": ".claude/settings.json",
	codex: ".codex/hooks.json",
	"gemini-cli": ".gemini/settings.json",
	"qwen-code": ".qwen/settings.json",
	opencode: ".opencode/plugin/rules.js",
	"kilo-code": ".kilo/plugin/rules.js",
	"copilot-cli": ".github/hooks/rules.json",
	cline: ".clinerules/hooks/PreToolUse",
};

describe("governed", () => {
	test.each([...reading, ...writing])(
		"%s: %s does not touch what it may not, and the agent is told why",
		(name, tool, input) => {
			for (const path of [".env", "sub/../.env", "sub/.env"]) {
				const reply = replyTo(name, tool, input(path));
				expect([path, sideOf(name).outcome(reply)]).toEqual([path, "stops"]);
				expect(reply.stdout).toContain("Secrets stay.");
			}
		},
	);
	test.each(reading)("%s: %s reads what it may", (name, tool, input) => {
		expect(outcome(name, tool, input("notes.txt"))).toBe("runs");
	});
	test.each(writing)("%s: %s writes what it may, and nothing that governs it", (name, tool, input) => {
		expect(outcome(name, tool, input("notes.txt"))).toBe("runs");
		for (const path of ["policy.rules", settings[name]])
			expect([path, outcome(name, tool, input(path))]).toEqual([path, "stops"]);
	});
	test.each(measured)("%s: a tool without its path is stopped", (name) => {
		const own = [...reading, ...writing].filter(
			([harness, tool]) => harness === name && !dialectOf(name).shells.includes(tool) && !/agent|grep/i.test(tool),
		);
		for (const [, tool] of own) expect([tool, outcome(name, tool, {})]).toEqual([tool, "stops"]);
	});
	test.each<readonly [Measured, string, (url: string) => unknown]>([
		["claude-code", "WebFetch", (url) => ({ url, prompt: "p" })],
		["claude-code", "Monitor", (url) => ({ description: "d", ws: { url: url.replace("https", "wss") } })],
		["gemini-cli", "web_fetch", (url) => ({ prompt: `look at ${url}, please` })],
		["gemini-cli", "web_fetch", (url) => ({ prompt: `(${url})` })],
		["gemini-cli", "web_fetch", (url) => ({ url })],
		["qwen-code", "web_fetch", (url) => ({ url, prompt: "p" })],
		["opencode", "webfetch", (url) => ({ url, format: "text" })],
		["kilo-code", "webfetch", (url) => ({ url, format: "text" })],
		["copilot-cli", "web_fetch", (url) => ({ url })],
		[
			"cline",
			"fetch_web_content",
			(url) => ({
				requests: [
					{ url: "https://good.example", prompt: "p" },
					{ url, prompt: "p" },
				],
			}),
		],
	])("%s: %s fetches what it may", (name, tool, input) => {
		expect(outcome(name, tool, input("https://good.example/a"))).toBe("runs");
		expect(outcome(name, tool, input("https://www.evil.example/a"))).toBe("stops");
	});
	test("an address in a text is found, wherever it stands, and one that is not there can't be known", () => {
		for (const prompt of [
			"https://good.example,https://www.evil.example",
			"x:https://www.evil.example!",
			"good.example",
			"",
		])
			expect([prompt, outcome("gemini-cli", "web_fetch", { prompt })]).toEqual([prompt, "stops"]);
	});
	test.each<readonly [Measured, (tool: string) => readonly [tool: string, more?: Fields]]>([
		["claude-code", (tool) => [`mcp__tiny__${tool}`]],
		["codex", (tool) => [`mcp__tiny__${tool}`]],
		["qwen-code", (tool) => [`mcp__tiny__${tool}`]],
		["opencode", (tool) => [`tiny_${tool}`]],
		["kilo-code", (tool) => [`tiny_${tool}`]],
		["copilot-cli", (tool) => [`tiny-${tool}`]],
		["cline", (tool) => [`tiny__${tool}`]],
	])("%s: a server's tools are told apart", (name, nameOf) => {
		const [erase] = nameOf("erase");
		expect(replyTo(name, erase, {}).stdout).toContain("Nothing is erased.");
		expect(replyTo(name, nameOf("look")[0], {}).stdout).not.toContain("Nothing is erased.");
	});
	test.each<readonly [Measured, string, (agent: string) => unknown]>([
		["claude-code", "Agent", (agent) => ({ prompt: "p", subagent_type: agent })],
		["codex", "collaborationspawn_agent", (agent) => ({ message: "m", agent_type: agent })],
		["gemini-cli", "invoke_agent", (agent) => ({ prompt: "p", agent_name: agent })],
		["qwen-code", "agent", (agent) => ({ prompt: "p", subagent_type: agent })],
		["opencode", "task", (agent) => ({ prompt: "p", subagent_type: agent })],
		["kilo-code", "task", (agent) => ({ prompt: "p", subagent_type: agent })],
		["copilot-cli", "task", (agent) => ({ prompt: "p", agent_type: agent })],
		["cline", "team_run_task", (agent) => ({ task: "t", agentId: agent })],
	])("%s: %s starts whom it may", (name, tool, input) => {
		expect(outcome(name, tool, input("other"))).toBe("runs");
		expect(outcome(name, tool, input("root"))).toBe("stops");
	});
	test("what no record knows is named", () => {
		expect(replyTo("claude-code", "Juggle", { balls: 3 }).stdout).toContain("No juggling.");
	});
});

describe("not governed", () => {
	test.each([...reading, ...writing].filter(([name, tool]) => !dialectOf(name).shells.includes(tool)))(
		"%s: %s is nobody's affair",
		(name, tool, input) => {
			const reply = replyTo(name, tool, input(".env"), "shell");
			expect(reply).toEqual(dialectOf(name).answer({ kind: "none" }, {}));
		},
	);
	test.each(measured)("%s: a tool that changes nothing is, too, whoever governs", (name) => {
		const plain = Object.entries(dialectOf(name).tools).filter(([, { says }]) => says === "");
		expect(plain.length).toBeGreaterThan(3);
		for (const [tool] of plain) expect(replyTo(name, tool, {})).toEqual(dialectOf(name).answer({ kind: "none" }, {}));
	});
});

describe("gemini-cli: what follows links before the hook is asked is made anew with the allowance", () => {
	const asked = (tool: string, file_path: string) => {
		const input = { file_path, instruction: "i", old_string: "x", new_string: "y" };
		const said = JSON.parse(replyTo("gemini-cli", tool, input).stdout) as Fields;
		const output = said.hookSpecificOutput as Fields | undefined;
		expect(output === undefined || output.hookEventName === "BeforeTool").toBe(true);
		const given = output?.tool_input as Fields | undefined;
		if (given !== undefined) expect(given).toEqual({ ...input, file_path: given.file_path });
		return [said.decision, given?.file_path];
	};
	test.each([
		["notes.txt", join(cwd, "notes.txt")],
		["sub/../not-there.txt", join(cwd, "not-there.txt")],
		["@notes.txt", join(cwd, "@notes.txt")],
		["~/notes.txt", join(cwd, "~/notes.txt")],
		[join(cwd, "notes.txt"), join(cwd, "notes.txt")],
	])("%s: `replace` is handed the whole path, since another file of that name would be taken for it", (path, whole) => {
		expect(asked("replace", path)).toEqual(["allow", whole]);
		for (const tool of ["read_file", "write_file"]) expect(asked(tool, path)).toEqual(["allow", path]);
		expect(asked("glob", path)[1]).toBeUndefined();
	});
	test.each([".env", "@.env", "%2eenv"])("%s: what is denied is not made anew", (path) => {
		for (const tool of ["read_file", "write_file", "replace"]) expect(asked(tool, path)).toEqual(["deny", undefined]);
	});
	test("what is not governed is left to the harness", () => {
		const input = { file_path: "notes.txt", old_string: "x", new_string: "y" };
		expect(JSON.parse(replyTo("gemini-cli", "replace", input, "shell").stdout)).toEqual({});
	});
});
