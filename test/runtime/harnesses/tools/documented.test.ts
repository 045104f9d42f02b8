/**
 * The tools of the harnesses that could not be run, by the messages in their documents: what a call is as commands, and what comes of it under a policy that governs them.
 */
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Hand } from "../../../../src/language/policy/hands.js";
import type { Dialect, FileText, Reply, ToolUse } from "../../../../src/runtime/harnesses/dialect/dialect.js";
import { requestOfHarnessCall } from "../../../../src/runtime/harnesses/harness-call.js";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import { answerHook, readHook } from "../../../../src/runtime/harnesses/hooks/answer-hook.js";
import { toolUseOf } from "../../../../src/runtime/harnesses/hooks/tool-call.js";
import { load } from "../../../../src/runtime/load/load.js";
import { realWorld } from "../../../../src/runtime/load/world.js";
import { folder } from "../../../cli/cli.js";
import { type HarnessSide, type Outcome, sides } from "../hooks/harness-side.js";

type Documented = "cursor" | "kiro" | "amp" | "vs-code" | "windsurf" | "goose" | "openhands";

const cwd = folder({
	"policy.rules": `agent default {
	default allow
	deny * touching **/.env because "Secrets stay."
	deny web.fetch /.*evil.*/ because "Not there."
	deny mcp.tiny.erase because "Nothing is erased."
	deny agent.start root because "Not that one."
	ask mcp.tiny.pay because "A person looks."
}
`,
	"notes.txt": "",
	".env": "",
});
const { tree } = load([join(cwd, "policy.rules")]) as { readonly tree: Tree };
const dialectOf = (name: Documented): Dialect => hookedHarnesses.find((one) => one.name === name)?.dialect as Dialect;
const sideOf = (name: Documented): HarnessSide => sides.find((side) => side.name === name) as HarnessSide;

/** Cursor's configuration: one server by its program, one by its address. */
const fileText: FileText = (path) =>
	path.endsWith("/.cursor/mcp.json")
		? JSON.stringify({
				mcpServers: {
					tiny: { command: "npx", args: ["-y", "tiny"] },
					far: { url: "https://far.example/mcp" },
				},
			})
		: undefined;

/** A call as the harness tells it: Amp in the environment, the others in their message. */
function told(name: Documented, tool: string, input: object): { question: object; variables: Record<string, string> } {
	const side = sideOf(name);
	return side.tool === undefined
		? { question: input, variables: { ...side.variables, AGENT_TOOL_NAME: tool } }
		: { question: side.tool(tool, input, cwd), variables: { ...side.variables } };
}

function useOf(name: Documented, question: object, variables: Record<string, string> = {}): ToolUse | string {
	const dialect = dialectOf(name);
	const call = dialect.read(question as Record<string, unknown>, variables, cwd, fileText);
	return typeof call === "string" ? call : toolUseOf(call, dialect);
}

function governing(governed: readonly Hand[] | readonly ["all"]): Tree {
	const agents = Object.entries(tree.agents).map(([name, one]) => [
		name,
		{ ...one, agent: { ...one.agent, govern: governed } },
	]);
	return { ...tree, agents: Object.fromEntries(agents) };
}

function replyTo(
	name: Documented,
	question: object,
	variables: Record<string, string>,
	governed: readonly Hand[] | readonly ["all"] = ["all"],
): Reply {
	const dialect = dialectOf(name);
	const read = readHook(dialect, Buffer.from(JSON.stringify(question)), {}, { variables, cwd, fileText });
	if ("code" in read) return read;
	if ("news" in read) throw new Error("no question");
	const decisions = governing(governed);
	const world = realWorld(read.workspace);
	return answerHook(dialect, read, decisions, {
		decide: (one) => decide(decisions, one, world),
		record: (_, decision) => decision,
		home: "/home/me",
	});
}
function outcome(name: Documented, tool: string, input: object, governed?: readonly Hand[]): Outcome {
	const { question, variables } = told(name, tool, input);
	return sideOf(name).outcome(replyTo(name, question, variables, governed));
}

describe("a call is", () => {
	test.each<readonly [Documented, string, object, readonly (readonly string[])[]]>([
		["cursor", "Read", { file_path: "/p/a" }, [["file.read", "/p/a"]]],
		["cursor", "Read", { path: "a" }, [["file.read", "a"]]],
		["cursor", "Write", { file_path: "/p/a", content: "x" }, [["file.write", "/p/a"]]],
		["cursor", "Delete", { file_path: "/p/a" }, [["file.delete", "/p/a"]]],
		["cursor", "Grep", { pattern: "x" }, [["file.search", "x", "."]]],
		["cursor", "Grep", { pattern: "x", path: "/etc" }, [["file.search", "x", "/etc"]]],
		["cursor", "Task", { subagent_type: "explore", prompt: "p" }, [["agent.start", "explore"]]],
		["cursor", "MCP:look", { a: 1 }, []],
		["cursor", "Shell", { command: "ls" }, []],
		["cursor", "Juggle", { balls: 3 }, [["tool.Juggle", "--balls=3"]]],
		[
			"kiro",
			"fs_read",
			{
				operations: [
					{ mode: "Line", path: "a" },
					{ mode: "Directory", path: "b" },
					{ mode: "Search", path: "c", pattern: "x" },
					{ mode: "Image", image_paths: ["d", "e"] },
				],
			},
			[
				["file.read", "a"],
				["file.list", "b"],
				["file.search", "x", "c"],
				["file.read", "c"],
				["file.read", "d"],
				["file.read", "e"],
			],
		],
		["kiro", "read", { mode: "Directory", path: "b" }, [["file.read", "b"]]],
		["kiro", "read", { path: "a" }, [["file.read", "a"]]],
		["kiro", "fs_write", { command: "create", path: "a", file_text: "x" }, [["file.write", "a"]]],
		["kiro", "write", { command: "str_replace", path: "a" }, [["file.edit", "a"]]],
		["kiro", "write", { command: "whatever", path: "a" }, [["file.edit", "a"]]],
		["kiro", "web_fetch", { url: "https://x.example" }, [["web.fetch", "https://x.example"]]],
		["kiro", "subagent", { agent_name: "root" }, [["agent.start", "root"]]],
		["kiro", "use_aws", { service_name: "s3" }, [["tool.aws", "--service_name=s3"]]],
		["kiro", "@git/status", { repo: "." }, [["mcp.git.status", "--repo=."]]],
		["kiro", "thinking", { thought: "x" }, []],
		["amp", "Bash", { cmd: "ls" }, []],
		["amp", "Read", { path: "/p/a", read_range: [1, 2] }, [["file.read", "/p/a"]]],
		["amp", "create_file", { path: "a", content: "x" }, [["file.write", "a"]]],
		["amp", "edit_file", { path: "a", old_str: "x", new_str: "y" }, [["file.edit", "a"]]],
		["amp", "read_web_page", { url: "https://x.example" }, [["web.fetch", "https://x.example"]]],
		["amp", "Task", { prompt: "p" }, [["agent.start", "Task"]]],
		[
			"amp",
			"oracle",
			{ task: "t", files: ["a", "b"] },
			[
				["agent.start", "oracle"],
				["file.read", "a"],
				["file.read", "b"],
			],
		],
		["amp", "mcp__tiny__look", { a: 1 }, [["mcp.tiny.look", "--a=1"]]],
		["vs-code", "run_in_terminal", { command: "ls" }, []],
		["vs-code", "read_file", { filePath: "/p/a", startLine: 1, endLine: 2 }, [["file.read", "/p/a"]]],
		["vs-code", "create_file", { filePath: "/p/a", content: "x" }, [["file.write", "/p/a"]]],
		["vs-code", "replace_string_in_file", { filePath: "/p/a" }, [["file.edit", "/p/a"]]],
		[
			"vs-code",
			"multi_replace_string_in_file",
			{ replacements: [{ filePath: "a" }, { filePath: "b" }] },
			[
				["file.edit", "a"],
				["file.edit", "b"],
			],
		],
		[
			"vs-code",
			"editFiles",
			{ files: ["src/main.ts", "b"] },
			[
				["file.edit", "src/main.ts"],
				["file.edit", "b"],
			],
		],
		["vs-code", "apply_patch", { input: "*** Delete File: /p/a\n" }, [["file.delete", "/p/a"]]],
		["vs-code", "list_dir", { path: "/etc" }, [["file.list", "/etc"]]],
		[
			"vs-code",
			"file_search",
			{ query: "/etc/**/x" },
			[
				["file.list", "."],
				["file.list", "/etc"],
			],
		],
		["vs-code", "grep_search", { query: "x", isRegexp: false }, [["file.search", "x", "."]]],
		[
			"vs-code",
			"fetch_webpage",
			{ urls: ["https://x.example", "https://y.example"], query: "q" },
			[
				["web.fetch", "https://x.example"],
				["web.fetch", "https://y.example"],
			],
		],
		["vs-code", "open_simple_browser", { url: "file:///p/a" }, [["file.read", "/p/a"]]],
		["vs-code", "runSubagent", { agentName: "root", prompt: "p" }, [["agent.start", "root"]]],
		["vs-code", "runTests", { files: ["a"] }, [["tool.runTests", "--files=a"]]],
		["vs-code", "execution_subagent", { query: "q" }, [["agent.start", "execution_subagent"]]],
		["vs-code", "switch_agent", { agentName: "root" }, [["agent.start", "root"]]],
		["vs-code", "skill", { skill: "demo" }, [["agent.skill", "demo"]]],
		["vs-code", "test_search", { filePaths: ["/p/a"] }, [["file.list", "."]]],
		["vs-code", "read_notebook_cell_output", { filePath: "/p/a.ipynb", cellId: "1" }, [["file.read", "/p/a.ipynb"]]],
		["vs-code", "navigate_page", { url: "http://evil.example/" }, [["web.fetch", "http://evil.example/"]]],
		["vs-code", "navigate_page", { type: "back" }, [["tool.navigate_page", "--type=back"]]],
		[
			"vs-code",
			"memory",
			{ command: "view", path: "/memories/a" },
			[["tool.memory", "--command=view", "--path=/memories/a"]],
		],
		["windsurf", "read_code", { file_path: "/p/a" }, [["file.read", "/p/a"]]],
		["windsurf", "write_code", { file_path: "/p/a", edits: [] }, [["file.write", "/p/a"]]],
		["windsurf", "mcp__github__create_issue", { title: "t" }, [["mcp.github.create_issue", "--title=t"]]],
		["goose", "developer__shell", { command: "ls" }, []],
		["goose", "developer__write", { path: "a", content: "x" }, [["file.write", "a"]]],
		["goose", "developer__edit", { path: "a", before: "x", after: "y" }, [["file.edit", "a"]]],
		["goose", "developer__tree", { path: "/etc", depth: 2 }, [["file.list", "/etc"]]],
		["goose", "developer__tree", {}, [["file.list", "."]]],
		["goose", "developer__read_image", { source: "a.png" }, [["file.read", "a.png"]]],
		["goose", "developer__read_image", { source: "https://x.example/a" }, [["web.fetch", "https://x.example/a"]]],
		["goose", "developer__read_image", { source: "file:///p/a%20b" }, [["file.read", "/p/a b"]]],
		["goose", "developer__text_editor", { command: "view", path: "a" }, [["file.read", "a"]]],
		["goose", "tiny__look", { a: 1 }, [["mcp.tiny.look", "--a=1"]]],
		["openhands", "terminal", { command: "ls", is_input: false }, []],
		["openhands", "terminal", { command: "", is_input: false }, []],
		["openhands", "terminal", { command: "C-c", is_input: true }, []],
		["openhands", "file_editor", { command: "view", path: "/p/a" }, [["file.read", "/p/a"]]],
		["openhands", "file_editor", { command: "create", path: "/p/a", file_text: "x" }, [["file.write", "/p/a"]]],
		["openhands", "file_editor", { command: "insert", path: "/p/a" }, [["file.edit", "/p/a"]]],
		["openhands", "grep", { pattern: "x", path: "/etc" }, [["file.search", "x", "/etc"]]],
		["openhands", "browser_navigate", { url: "https://x.example" }, [["web.fetch", "https://x.example"]]],
		["openhands", "browser_click", { index: 3 }, [["tool.browser_click", "--index=3"]]],
		[
			"openhands",
			"delegate",
			{ command: "spawn", agent_types: ["a", "b"] },
			[
				["agent.start", "a"],
				["agent.start", "b"],
			],
		],
		["openhands", "think", { thought: "x" }, []],
	])("%s: %s %j", (name, tool, input, commands) => {
		const { question, variables } = told(name, tool, input);
		expect(useOf(name, question, variables)).toEqual({ commands });
	});

	test.each<readonly [Documented, string, object, Hand]>([
		["cursor", "Write", { content: "x" }, "files"],
		["kiro", "fs_read", { operations: [{ mode: "Line" }] }, "files"],
		["kiro", "fs_read", {}, "files"],
		["amp", "Read", {}, "files"],
		["vs-code", "apply_patch", { input: "no patch" }, "files"],
		["vs-code", "mcp_github_create_issue", {}, "mcp"],
		["windsurf", "read_code", {}, "files"],
		["goose", "developer__write", { content: "x" }, "files"],
		["openhands", "create_issue", { title: "t" }, "mcp"],
	])("%s: %s %j can't be told", (name, tool, input, hand) => {
		const { question, variables } = told(name, tool, input);
		expect(useOf(name, question, variables)).toMatchObject({ unclear: expect.any(String), hand });
		expect(outcome(name, tool, input)).toBe("stops");
		expect(outcome(name, tool, input, ["shell"])).not.toBe("stops");
	});
});

describe("Cursor's other events", () => {
	const event = (hook_event_name: string, more: object): object => ({
		hook_event_name,
		conversation_id: "c",
		generation_id: "g",
		workspace_roots: [cwd],
		...more,
	});
	const mcp = (more: object): object => event("beforeMCPExecution", { tool_input: "{}", ...more });

	test("a file that is read is one, and its text decides nothing", () => {
		const question = event("beforeReadFile", { file_path: join(cwd, ".env"), content: "x", attachments: [] });
		expect(useOf("cursor", question)).toEqual({ commands: [["file.read", join(cwd, ".env")]] });
		expect(sideOf("cursor").outcome(replyTo("cursor", question, {}))).toBe("stops");
		expect(useOf("cursor", event("beforeReadFile", { content: "x" }))).toMatch(/`file_path`/);
	});
	test.each<readonly [object, ToolUse | string]>([
		[
			{ tool_name: "look", tool_input: '{"a":[1,2]}', command: "npx -y tiny" },
			{ commands: [["mcp.tiny.look", "--a=1", "--a=2"]] },
		],
		[{ tool_name: "MCP:look", url: "https://far.example/mcp" }, { commands: [["mcp.far.look"]] }],
		[
			{ tool_name: "look", tool_input: { a: 1 }, url: "https://far.example/mcp" },
			{ commands: [["mcp.far.look", "--a=1"]] },
		],
		[
			{ tool_name: "look", command: "npx" },
			{ unclear: expect.stringContaining("just as it is told") as never, hand: "mcp" },
		],
		[
			{ tool_name: "look", url: "https://else.example" },
			{ unclear: expect.any(String) as never, hand: "mcp" },
		],
		[{ tool_name: "look" }, { unclear: expect.any(String) as never, hand: "mcp" }],
		[
			{ tool_name: "Read", tool_input: '{"file_path":"a"}', command: "npx -y tiny" },
			{ commands: [["mcp.tiny.Read", "--file_path=a"]] },
		],
		[{ tool_name: "look", tool_input: "{", command: "npx -y tiny" }, expect.stringMatching(/`tool_input`/) as never],
		[{ command: "npx -y tiny" }, expect.stringMatching(/`tool_name`/) as never],
	])("a call of a server, by how that is started: %j", (more, use) => {
		expect(useOf("cursor", mcp(more))).toEqual(use);
	});
	test("and a question is put there", () => {
		const asked = (tool_name: string): Outcome =>
			sideOf("cursor").outcome(replyTo("cursor", mcp({ tool_name, command: "npx -y tiny" }), {}));
		expect([asked("look"), asked("erase"), asked("pay")]).toEqual(["runs", "stops", "asks"]);
	});
	test("a server's shell is decided in both", () => {
		const denied = (question: object): Outcome => sideOf("cursor").outcome(replyTo("cursor", question, {}));
		for (const command of ["cat .env", "cat notes.txt"]) {
			const expected = command === "cat .env" ? "stops" : "runs";
			expect(
				denied(mcp({ tool_name: "run_shell", tool_input: JSON.stringify({ command }), command: "npx -y tiny" })),
			).toBe(expected);
			expect(outcome("cursor", "MCP:run_shell", { command })).toBe(expected);
		}
	});
});

describe("governed", () => {
	test.each<readonly [Documented, string, (path: string) => object]>([
		["cursor", "Read", (path) => ({ file_path: join(cwd, path) })],
		["cursor", "Write", (path) => ({ file_path: join(cwd, path), content: "x" })],
		["cursor", "Delete", (path) => ({ file_path: join(cwd, path) })],
		["cursor", "Grep", (path) => ({ pattern: "x", path })],
		[
			"kiro",
			"fs_read",
			(path) => ({
				operations: [
					{ mode: "Line", path: "notes.txt" },
					{ mode: "Line", path },
				],
			}),
		],
		["kiro", "fs_write", (path) => ({ command: "create", path, file_text: "x" })],
		["vs-code", "read_file", (path) => ({ filePath: join(cwd, path) })],
		["vs-code", "create_file", (path) => ({ filePath: join(cwd, path), content: "x" })],
		["vs-code", "editFiles", (path) => ({ files: ["notes.txt", path] })],
		["vs-code", "run_in_terminal", (path) => ({ command: `cat ${path}`, explanation: "e" })],
		["windsurf", "read_code", (path) => ({ file_path: join(cwd, path) })],
		["windsurf", "write_code", (path) => ({ file_path: join(cwd, path), edits: [] })],
		["goose", "developer__write", (path) => ({ path, content: "x" })],
		["goose", "developer__edit", (path) => ({ path, before: "x", after: "y" })],
		["goose", "developer__read_image", (path) => ({ source: path })],
		["openhands", "file_editor", (path) => ({ command: "view", path: join(cwd, path) })],
		["openhands", "terminal", (path) => ({ command: `cat ${path}` })],
	])("%s: %s does not touch what it may not, and the agent is told why", (name, tool, input) => {
		for (const path of [".env", "sub/../.env", "sub/.env"]) {
			const { question, variables } = told(name, tool, input(path));
			const reply = replyTo(name, question, variables);
			expect([path, sideOf(name).outcome(reply)]).toEqual([path, "stops"]);
			expect(reply.stdout + reply.stderr).toContain("Secrets stay.");
		}
		expect(outcome(name, tool, input("notes.txt"))).toBe("runs");
		if (!dialectOf(name).shells.includes(tool)) expect(outcome(name, tool, input(".env"), ["shell"])).toBe("runs");
	});
	test.each<readonly [Documented, string, object]>([
		["cursor", "Task", { subagent_type: "root" }],
		["kiro", "subagent", { agent_name: "root" }],
		["kiro", "@tiny/erase", {}],
		["amp", "mcp__tiny__erase", {}],
		["amp", "Read", { path: ".env" }],
		["vs-code", "runSubagent", { agentName: "root" }],
		["windsurf", "mcp__tiny__erase", {}],
		["goose", "tiny__erase", {}],
		["openhands", "task", { subagent_type: "root" }],
		["openhands", "browser_navigate", { url: "https://www.evil.example" }],
		// A shell without its command, and what is typed into one.
		["vs-code", "run_task", { id: "build" }],
		["vs-code", "create_and_run_task", { task: { label: "l", type: "shell", command: "ls" } }],
		["openhands", "terminal", { command: "git push", is_input: true }],
	])("%s: %s %j is stopped", (name, tool, input) => {
		expect(outcome(name, tool, input)).toBe("stops");
	});
	test("amp asks about what the rules do not govern", () => {
		expect(outcome("amp", "Read", { path: ".env" }, ["shell"])).toBe("asks");
		expect(outcome("amp", "Read", { path: "notes.txt" })).toBe("runs");
	});
	test("what is typed into a terminal of VS Code is a question", () => {
		expect(outcome("vs-code", "send_to_terminal", { id: "1", command: "cat notes.txt" })).toBe("asks");
	});
});

test("VS Code is told of an allow only where rules decide alone, and of either writing of the event", () => {
	const dialect = dialectOf("vs-code");
	expect(dialect.answer({ kind: "allow", alone: false }, {}).stdout).toBe("{}\n");
	expect(dialect.answer({ kind: "allow", alone: true }, {}).stdout).toContain('"allow"');
	const question = told("vs-code", "read_file", { filePath: ".env" }).question as Record<string, unknown>;
	const { hook_event_name, ...others } = question;
	expect(useOf("vs-code", { ...others, hookEventName: hook_event_name })).toEqual({
		commands: [["file.read", ".env"]],
	});
	expect(useOf("vs-code", { ...others, hookEventName: "PostToolUse" })).toMatch(/PostToolUse/);
});

test("Kiro CLI writes its event in either way", () => {
	const { question } = told("kiro", "fs_write", { command: "create", path: ".env" });
	expect(useOf("kiro", { ...question, hook_event_name: "PreToolUse" })).toEqual({ commands: [["file.write", ".env"]] });
	expect(useOf("kiro", { ...question, hook_event_name: "PostToolUse" })).toMatch(/PostToolUse/);
});

test("Windsurf's commands run in their folder, and its files are told from the project's", () => {
	const read = (question: object) => dialectOf("windsurf").read(question as never, {}, "/work/it", fileText);
	const side = sideOf("windsurf");
	expect(read(side.shell("ls", "/work/it/sub"))).toMatchObject({ cwd: "/work/it/sub", project: "/work/it" });
	expect(read(side.tool?.("read_code", { file_path: "a" }, "/else") as object)).toMatchObject({
		cwd: "/work/it",
		project: "/work/it",
	});
	expect(read({ agent_action_name: "pre_user_prompt", tool_info: { user_prompt: "p" } })).toMatch(/pre_user_prompt/);
	expect(read({ agent_action_name: "pre_mcp_tool_use", tool_info: { mcp_tool_name: "t" } })).toMatchObject({
		mcp: expect.stringContaining("mcp_server_name"),
	});
});

test("a mark of the order of bytes is no part of the message", () => {
	const { question } = told("cursor", "Write", { file_path: join(cwd, "notes.txt") });
	const read = readHook(
		dialectOf("cursor"),
		Buffer.from(`\uFEFF${JSON.stringify(question)}`),
		{},
		{ variables: {}, cwd },
	);
	expect(read).toMatchObject({ use: { commands: [["file.write", join(cwd, "notes.txt")]] } });
});

test.each<readonly [Documented, string, object, unknown]>([
	["vs-code", "run_in_terminal", { command: "ls" }, { request: { script: "ls" }, mayBeDriven: false }],
	["kiro", "@git/status", {}, { request: { call: [["mcp.git.status"]] }, mayBeDriven: false }],
	["goose", "developer__tree", {}, { request: { call: [["file.list", "."]] }, mayBeDriven: false }],
	["cursor", "MCP:look", {}, expect.stringContaining("of which server")],
	["openhands", "create_issue", {}, expect.stringContaining("may be a tool of a server")],
])("a request may name a call of %s: %s", (name, tool, input, asked) => {
	expect(requestOfHarnessCall(name, tool, input)).toEqual(asked);
});
