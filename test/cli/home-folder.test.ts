/** What a policy says of `~` holds for a home folder that is known; where none is, nothing is decided. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { rules } from "./cli.js";

const cwd = mkdtempSync(join(tmpdir(), "bylaw-home-"));
writeFileSync(join(cwd, "policy.rules"), "agent default {\n  default allow\n  deny * touching ~/.ssh\n}\n");

describe.each([
	["", "`HOME` is empty"],
	["rel", "`HOME` is no absolute path: `rel`"],
])("HOME=%j", (home, why) => {
	test.each([
		["check", "--", "cat", "/root/.ssh/id"],
		["run", "--", "true"],
		["check", "--jsonl"],
	])("rules %s: an error that says so", (...words) => {
		const { code, out, err } = rules(words, { cwd, apart: true, env: { HOME: home }, input: '{"argv":["ls"]}\n' });
		expect({ code, out, err }).toEqual({
			code: 2,
			out: "",
			err: `error: ${why}\nhelp: set \`HOME\` to an absolute path\n`,
		});
	});

	test("a hook denies", () => {
		const input = JSON.stringify({
			session_id: "s",
			cwd,
			hook_event_name: "PreToolUse",
			tool_name: "Bash",
			tool_input: { command: "ls" },
		});
		const { out } = rules(["hook", "--harness", "claude-code", "--rules", "policy.rules"], {
			cwd,
			apart: true,
			env: { HOME: home },
			input,
		});
		expect(out).toContain('"permissionDecision":"deny"');
		expect(out).toContain(why);
	});
});

test("with a home, `~` is known", () => {
	const asked = (path: string) =>
		rules(["check", "--", "cat", path], { cwd, apart: true, env: { HOME: "/home/u" } }).code;
	expect([asked("/home/u/.ssh/id"), asked("/home/u/x")]).toEqual([1, 0]);
});

test.each(["token", "resident/1", "resident/socket"])("nobody reads ~/.bylaw/%s", (name) => {
	const asked = rules(["check", "--", "cat", `/home/u/.bylaw/${name}`], { cwd, apart: true, env: { HOME: "/home/u" } });
	expect([asked.code, asked.out]).toEqual([1, expect.stringContaining("reads or writes the keys and the state")]);
});

test.each([
	["/home/u/.local/state/bylaw/history/x", {}],
	["/var/state/bylaw/keys/x", { XDG_STATE_HOME: "/var/state" }],
])("nor what happened and the keys of approvals: %s", (path, more) => {
	const asked = rules(["check", "--", "cat", path], { cwd, apart: true, env: { HOME: "/home/u", ...more } });
	expect([asked.code, asked.out]).toEqual([1, expect.stringContaining("reads or writes the keys and the state")]);
});
