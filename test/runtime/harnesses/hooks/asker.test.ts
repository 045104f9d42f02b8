/** Whose call it is, as each harness tells it: by the recorded messages of agents that another one started, and by documented ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Asker, Fields } from "../../../../src/runtime/harnesses/dialect/dialect.js";
import { hookedHarnesses } from "../../../../src/runtime/harnesses/harnesses.js";
import { root } from "../../../cli/cli.js";
import { sides } from "./harness-side.js";

function askerOf(name: string, payload: Fields, variables: Readonly<Record<string, string>> = {}): Asker | undefined {
	const dialect = hookedHarnesses.find((harness) => harness.name === name)?.dialect;
	const call = dialect?.read(payload, variables, "/p", () => undefined);
	if (typeof call !== "object") throw new Error(call);
	return call.asker;
}

function recorded(name: string): readonly Fields[] {
	const lines = readFileSync(join(root, "test/runtime/harnesses/tools", `${name}.jsonl`), "utf8")
		.trim()
		.split("\n");
	return lines.map((line) => JSON.parse(line).payload as Fields);
}

test.each<readonly [string, Asker]>([
	["claude-code", { session: "s1", subagent: "a1" }],
	["codex", { session: "s1", subagent: "a1" }],
	["qwen-code", { session: "s1", subagent: "a1" }],
	["copilot-cli", { session: "s2", subagent: "a1" }],
	["cline", { session: "s3", parent: "s2", subagent: "a2" }],
])("%s tells agents that another one started", (name, asker) => {
	const payloads = recorded(name);
	const of = (one: Fields): boolean =>
		typeof (one.agentId ?? one.parent_agent_id ?? (name === "cline" ? undefined : one.agent_id)) === "string";
	expect(askerOf(name, payloads.find(of) as Fields)).toEqual(asker);
	const first = askerOf(name, payloads.find((one) => !of(one)) as Fields);
	expect(first).toEqual(name === "cline" ? { session: "s1", parent: "s2" } : { session: "s1" });
});

test.each<readonly [string, Asker | undefined]>([
	["gemini-cli", { session: "f00d" }],
	["cursor", { session: "c", harnessVersion: "1" }],
	["kiro", undefined],
	["amp", { session: "T-1" }],
	["vs-code", { session: "s" }],
	["windsurf", { session: "t" }],
	["goose", { session: "abc-123" }],
	["openhands", { session: "s" }],
])("%s tells the session, where it tells one", (name, asker) => {
	const side = sides.find((one) => one.name === name);
	expect(askerOf(name, side?.shell("ls", "/p") as Fields, side?.variables)).toEqual(asker);
});

test.each(["opencode", "kilo-code"])("%s: the plugin tells the session and the one that started it", (name) => {
	const asked = { tool: "read", args: { filePath: "a" }, directory: "/p", servers: [] };
	expect(askerOf(name, { ...asked, session: "s2", parent: "s1" })).toEqual({ session: "s2", parent: "s1" });
	expect(askerOf(name, { ...asked, session: "s1" })).toEqual({ session: "s1" });
	expect(askerOf(name, asked)).toBeUndefined();
});
