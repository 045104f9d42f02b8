/** Sessions of a harness in the log of its hook: a session is asked about with those that belong to it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

test("what the harness tells of a session is on record, and is asked for", () => {
	const cwd = folder({
		"policy.rules": "agent default {\n  default deny\n  govern all\n  allow ls, file.read\n}\n",
		"stricter.rules": "agent default {\n  default deny\n  govern all\n  allow ls\n}\n",
	});
	const run = (words: readonly string[], input = "") => rules([...words], { cwd, input });
	const asks = (task: string, path: string, agent: object): number | null =>
		run(
			["hook", "--harness", "cline", "--deadline", "60s", "--audit", "log.jsonl"],
			JSON.stringify({
				hookName: "tool_call",
				taskId: task,
				sessionContext: { rootSessionId: task === "alone" ? "alone" : "root" },
				workspaceRoots: [cwd],
				tool_call: { id: "1", name: "read_files", input: { files: [{ path }] } },
				...agent,
			}),
		).code;
	expect(asks("first", "a", { agent_id: "lead", parent_agent_id: null })).toBe(0);
	expect(asks("second", "b", { agent_id: "helper", parent_agent_id: "lead" })).toBe(0);
	expect(asks("alone", "c", { agent_id: "lead", parent_agent_id: null })).toBe(0);
	const records = readFileSync(join(cwd, "log.jsonl"), "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	for (const record of records) expect(valid("audit", record)).toEqual([]);
	expect(records.map(({ session, parent, subagent }) => [session, parent, subagent])).toEqual([
		["first", "root", undefined],
		["second", "root", "helper"],
		["alone", undefined, undefined],
	]);
	const tail = (id: string): string => run(["audit", "tail", "log.jsonl", "--session", id]).out;
	expect(tail("root")).toMatch(/file\.read a\n.*file\.read b\n/);
	expect(tail("root")).not.toContain("file.read c");
	expect(tail("second")).not.toContain("file.read a");
	const replayed = (id: string) => run(["replay", "log.jsonl", "--session", id, "--rules", "stricter.rules", "--json"]);
	expect(JSON.parse(replayed("root").out)).toMatchObject({ decisions: 2, stricter: 2 });
	expect(JSON.parse(replayed("alone").out)).toMatchObject({ decisions: 1, stricter: 1 });
	expect(replayed("nobody")).toMatchObject({
		code: 2,
		err: expect.stringContaining("no decision of session `nobody`"),
	});
});

test("records say which machine, build, harness and repository, and how long deciding took", () => {
	const cwd = folder({ "policy.rules": "agent default {\n  default deny\n  allow ls\n}\n", "sub/x": "" });
	execFileSync("git", ["init", "-q", cwd]);
	execFileSync("git", ["-C", cwd, "remote", "add", "origin", "https://me:t0ken@git.example/acme/app.git"]);
	const asked = {
		hook_event_name: "beforeShellExecution",
		conversation_id: "c",
		cursor_version: "9.1",
		workspace_roots: [cwd],
	};
	rules(["hook", "--harness", "cursor", "--deadline", "60s", "--audit", "log.jsonl"], {
		cwd,
		input: JSON.stringify({ ...asked, command: "ls", cwd: join(cwd, "sub") }),
	});
	rules(["run", "--audit", "log.jsonl", "--", "ls"], { cwd });
	const records = readFileSync(join(cwd, "log.jsonl"), "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	expect(records.flatMap((record) => valid("audit", record))).toEqual([]);
	const common = {
		machine: hostname(),
		engine: expect.stringMatching(/^0\.1\.0\+[0-9a-f]+$/),
		repository: "git.example/acme/app",
		latency: expect.any(Number),
	};
	expect(records).toEqual([
		expect.objectContaining({ ...common, seq: 1, harness: "cursor", harnessVersion: "9.1", surface: "hook" }),
		expect.objectContaining({ ...common, seq: 2, surface: "run" }),
		expect.objectContaining({ type: "outcome", machine: hostname(), seq: 3 }),
	]);
	expect(records[1]).not.toHaveProperty("harness");
	const [{ latency: inHook }, { latency: inRun }] = records as { latency: number }[] as [
		{ latency: number },
		{ latency: number },
	];
	for (const latency of [inHook, inRun]) expect(latency > 0 && latency < 60_000_000).toBe(true);
});
