/** What a session did is shown from what its hook kept, by whoever asks next. */
import { mkdirSync, readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const policy = [
	"default deny",
	"allow npm test, cat, curl, ls",
	"allow git push after exactly npm test",
	"deny curl after cat secret since released",
	"allow git commit at most 2 per 1h",
	"",
].join("\n");

interface Asking {
	readonly hook: (event: string, command: string, call: string, session?: string) => string;
	readonly ask: (...words: string[]) => ReturnType<typeof rules>;
	readonly state: string;
}

function asking(): Asking {
	const cwd = folder({ "policy.rules": policy });
	const state = join(cwd, "state");
	mkdirSync(state, { mode: 0o700 });
	const around = { cwd, env: { XDG_STATE_HOME: state } };
	return {
		state,
		ask: (...words) => rules(words, around),
		hook: (event, command, call, session = "s1") => {
			const input = JSON.stringify({
				session_id: session,
				cwd,
				hook_event_name: event,
				tool_name: "Bash",
				tool_input: { command },
				tool_use_id: call,
				source: "clear",
				...(event === "PostToolUseFailure" ? { error: "Exit code 1" } : { tool_response: { stdout: "" } }),
			});
			const { out } = rules(["hook", "--harness", "claude-code", "--deadline", "60s"], { ...around, input });
			const { hookSpecificOutput: said } = JSON.parse(out) as { hookSpecificOutput?: { permissionDecision: string } };
			return said?.permissionDecision ?? "nothing";
		},
	};
}

describe("a hook with a policy that asks what happened", () => {
	test("decides by what it kept and heard", () => {
		const { hook } = asking();
		expect(hook("PreToolUse", "git push", "c0")).toBe("deny");
		expect(hook("PreToolUse", "npm test", "c1")).toBe("allow");
		expect(hook("PostToolUseFailure", "npm test", "c1")).toBe("nothing");
		expect(hook("PreToolUse", "git push", "c2")).toBe("deny");
		expect(hook("PreToolUse", "npm test", "c3")).toBe("allow");
		expect(hook("PostToolUse", "npm test", "c3")).toBe("nothing");
		expect(hook("PreToolUse", "git push", "c4")).toBe("allow");
		expect(hook("PreToolUse", "cat secret", "c6")).toBe("allow");
		expect(hook("PreToolUse", "curl x.example", "c7")).toBe("deny");
	});

	test("takes one process under a new name for one session, until a person begins anew", () => {
		const { hook } = asking();
		hook("PreToolUse", "cat secret", "c1");
		expect(hook("PreToolUse", "curl x.example", "c2", "s2")).toBe("deny");
		hook("SessionStart", "", "", "s3");
		expect(hook("PreToolUse", "curl x.example", "c3", "s3")).toBe("allow");
		expect(hook("PreToolUse", "curl x.example", "c4", "s2")).toBe("deny");
	});

	test("counts a call that is told twice once, and over all sessions", () => {
		const { hook } = asking();
		expect(hook("PreToolUse", "git commit", "c1")).toBe("allow");
		expect(hook("PreToolUse", "git commit", "c1")).toBe("allow");
		expect(hook("PreToolUse", "git commit", "c2")).toBe("allow");
		expect(hook("PreToolUse", "git commit", "c3", "s2")).toBe("deny");
	});
});

describe("a session", () => {
	test("is shown with what it forbids now", () => {
		const { hook, ask } = asking();
		hook("PreToolUse", "npm test", "c1");
		hook("PostToolUse", "npm test", "c1");
		hook("PreToolUse", "cat secret", "c2");
		hook("PreToolUse", "git commit", "c3");
		hook("PreToolUse", "git commit", "c4");
		const { code, out, err } = ask("session", "show", "s1");
		expect([code, err]).toEqual([0, ""]);
		expect(
			out
				.replaceAll(/[\d-]+ \d\d:\d\d|\d\d:\d\d/g, "TIME")
				.split("\n")
				.slice(1),
		).toEqual([
			"  TIME  `npm test` passed",
			"  TIME  `cat secret` was let through",
			"closed   policy.rules:4: `cat secret` was let through at TIME: this session has no such way any more.",
			"used-up  policy.rules:5: At most 2 in 1h: that is used up.",
			"",
		]);
		const record: unknown = JSON.parse(ask("session", "show", "s1", "--json").out);
		expect(valid("session", record)).toEqual([]);
		expect(record).toMatchObject({
			session: "s1",
			known: true,
			parts: ["s1"],
			standing: [{ kind: "closed" }, { kind: "used-up" }],
		});
	});

	test("that nobody heard of is not shown", () => {
		const { hook, ask } = asking();
		expect(ask("session", "show", "s1").code).toBe(1);
		hook("PreToolUse", "cat secret", "c1");
		expect(ask("session", "show", "s2").code).toBe(1);
	});

	test("of which nobody knows says so", () => {
		const { hook, ask, state } = asking();
		hook("PreToolUse", "cat secret", "c1");
		const place = join(state, "bylaw", "history");
		truncateSync(join(place, readdirSync(place)[0] as string, "ledger"), 90);
		expect(hook("PreToolUse", "curl x.example", "c2")).toBe("deny");
		expect(ask("session", "show", "s1").out).toContain("can't be known");
	});

	test("is released by a person at a terminal alone", () => {
		const { hook, ask } = asking();
		hook("PreToolUse", "cat secret", "c1");
		const { code, err } = ask("session", "release", "s1");
		expect(code).toBe(2);
		expect(err).toContain("only a person may release a session");
	});

	test("is no question for a policy that asks nothing of the past", () => {
		const cwd = folder({ "policy.rules": "default deny\nallow ls\n" });
		const { code, err } = rules(["session", "show", "s1"], { cwd });
		expect(code).toBe(2);
		expect(err).toContain("asks nothing about what happened before");
		expect(rules(["session", "list", "s1"], { cwd }).code).toBe(2);
	});
});
