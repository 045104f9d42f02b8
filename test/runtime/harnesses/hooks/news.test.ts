/** What a hook hears of Claude Code and Qwen Code besides questions. */
import { expect, test } from "@jest/globals";
import { postToolUseNews } from "../../../../src/runtime/harnesses/dialect/post-tool-use.js";

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

test("a person's new start, and what is none", () => {
	expect(after({ source: "clear" }, "SessionStart")).toEqual({ kind: "began", session: "s1" });
	for (const source of ["startup", "resume", "compact", undefined])
		expect(after({ source }, "SessionStart")).toEqual({ kind: "none" });
});

test("a question is no news, and what has no name is of no use", () => {
	expect(after({}, "PreToolUse")).toBeUndefined();
	expect(postToolUseNews({})).toBeUndefined();
	expect(after({ session_id: "" })).toEqual({ kind: "none" });
	expect(after({ tool_use_id: undefined })).toEqual({ kind: "none" });
});
