/** What a hook hears of harnesses besides questions. */
import { describe, expect, test } from "@jest/globals";
import { dialect as cline } from "../../../../src/runtime/harnesses/cline/dialect.js";
import { postToolUseNews } from "../../../../src/runtime/harnesses/dialect/post-tool-use.js";
import { opencode as record } from "../../../../src/runtime/harnesses/opencode/opencode.js";

const call = { session_id: "s1", tool_use_id: "c1", tool_name: "Bash", tool_input: { command: "npm test" } };
const after = (more: object, event = "PostToolUse"): unknown =>
	postToolUseNews({ ...call, hook_event_name: event, tool_response: { stdout: "" }, ...more });

test("a call that passed, and one that failed", () => {
	expect(after({})).toEqual({ kind: "ended", session: "s1", call: "c1", code: 0 });
	expect(after({ tool_response: "text" })).toEqual({ kind: "ended", session: "s1", call: "c1", code: 0 });
	expect(after({ error: "Exit code 3" }, "PostToolUseFailure")).toEqual({
		kind: "ended",
		session: "s1",
		call: "c1",
		failed: true,
	});
});

test("what runs on in the background has not ended", () => {
	expect(after({ tool_input: { command: "x", run_in_background: true } })).toEqual({ kind: "none" });
	expect(after({ tool_response: { backgroundTaskId: "b1" } })).toEqual({ kind: "none" });
});

test("what was interrupted, or says an error, did not surely pass", () => {
	expect(after({ tool_response: { interrupted: true } })).toEqual({ kind: "ended", session: "s1", call: "c1" });
	expect(after({ tool_response: { error: "no" } })).toEqual({ kind: "ended", session: "s1", call: "c1" });
});

test("how a session began: by a person, with nothing before it, or going on", () => {
	const began = { kind: "began", session: "s1" };
	expect(after({ source: "clear" }, "SessionStart")).toEqual({ ...began, how: "anew" });
	expect(after({ source: "startup" }, "SessionStart")).toEqual({ ...began, how: "new" });
	for (const source of ["resume", "compact", "fork", "whatever comes"])
		expect(after({ source }, "SessionStart")).toEqual({ ...began, how: "going-on" });
	expect(after({ source: undefined }, "SessionStart")).toEqual({ kind: "none" });
});

test("a question is no news, and what has no name is of no use", () => {
	expect(after({}, "PreToolUse")).toBeUndefined();
	expect(postToolUseNews({})).toBeUndefined();
	expect(after({ session_id: "" })).toEqual({ kind: "none" });
	expect(after({ tool_use_id: undefined })).toEqual({ kind: "none" });
});

describe("of opencode", () => {
	const { dialect: opencode } = record;
	const ended = (more: object): unknown =>
		opencode.news?.({ ended: { session: "s1", call: "c1", ...more }, directory: "/w" });
	const end = { kind: "ended", session: "s1", call: "c1" };

	test("a shell's exit code, where it is told", () => {
		expect(ended({ tool: "bash", exit: 0 })).toEqual({ ...end, code: 0 });
		expect(ended({ tool: "bash", exit: 3 })).toEqual({ ...end, code: 3 });
		expect(ended({ tool: "bash", exit: null })).toEqual(end);
	});

	test("a tool of its own did not fail, and of a server's nobody knows", () => {
		expect(ended({ tool: "read" })).toEqual({ ...end, code: 0 });
		expect(ended({ tool: "files_read" })).toEqual(end);
		expect(ended({ tool: "toString" })).toEqual(end);
	});

	test("a question is no news, and what has no name is of no use", () => {
		expect(opencode.news?.({ tool: "bash", args: {}, directory: "/w" })).toBeUndefined();
		expect(ended({ tool: "bash", exit: 0, call: undefined })).toEqual({ kind: "none" });
	});

	test("news beside a question is a question", () => {
		for (const question of [{ tool: "bash", args: { command: "x" } }, { tool: "bash" }, { args: {} }])
			for (const news of [{}, { tool: "bash", session: "s1", call: "c1" }])
				expect(opencode.news?.({ ended: news, directory: "/w", ...question })).toBeUndefined();
	});
});

describe("of Cline", () => {
	const ended = (output: unknown, more: object = {}): unknown =>
		cline.news?.({
			hookName: "tool_result",
			taskId: "s1",
			tool_result: { id: "c1", name: "run_commands", output },
			...more,
		});
	const end = { kind: "ended", session: "s1", call: "c1" };

	test("whether the one command passed", () => {
		expect(ended([{ query: "ls", result: "", success: true }])).toEqual({ ...end, code: 0 });
		expect(ended([{ query: "x", error: "Command exited with code 3", success: false }])).toEqual({
			...end,
			failed: true,
		});
		expect(ended({ query: "edit:/w/a", result: "Edited", success: true })).toEqual({ ...end, code: 0 });
	});

	test("of several commands nobody knows which did", () => {
		expect(ended([{ success: true }, { success: false }])).toEqual(end);
		expect(ended([{ success: true }, { success: true }])).toEqual(end);
		expect(ended("text")).toEqual(end);
		expect(ended([])).toEqual(end);
	});

	test("a question is no news, and what has no name is of no use", () => {
		expect(cline.news?.({ hookName: "tool_call", taskId: "s1", tool_call: { id: "c1" } })).toBeUndefined();
		expect(ended([{ success: true }], { taskId: "" })).toEqual({ kind: "none" });
		expect(ended([{ success: true }], { tool_call: { name: "run_commands" } })).toBeUndefined();
		expect(ended([{ success: true }], { preToolUse: { toolName: "run_commands" } })).toBeUndefined();
	});
});
