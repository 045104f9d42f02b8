/** What an agent asks its client over the Agent Client Protocol, by the messages of the protocol's pages. */
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadText } from "../../../src/runtime/load/load.js";
import {
	type AcpPermissionRequest,
	type AcpToolCall,
	acpMethod,
	acpPermission,
} from "../../../src/runtime/tools/acp.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { folder } from "../../cli/cli.js";

const cwd = folder({ "notes.txt": "", ".env": "", "sub/a": "" });
const rules = (govern: string) =>
	guard(
		loadText(
			"p.rules",
			`agent default {
  default deny
  ${govern}
  deny * touching **/.env because "Secrets stay."
  allow file.*, web.search, ls, cat
  allow web.fetch /https:\\/\\/good\\.example\\/.*/
  allow mcp.tiny.look, tool.Juggle
  deny file.delete because "Nothing goes."
  ask file.write because "A person looks."
  ask npm publish because "A person looks."
}
agent other {
  default deny
  govern all
}
`,
		),
		{ workspace: cwd },
	);
const guarded = rules("govern all");
const shellAlone = rules("");

const options: AcpPermissionRequest["options"] = [
	{ optionId: "always", kind: "allow_always" },
	{ optionId: "once", kind: "allow_once" },
	{ optionId: "never", kind: "reject_always" },
	{ optionId: "no", kind: "reject_once" },
];
const at = (...names: readonly string[]) => names.map((name) => ({ path: join(cwd, name), line: 1 }));
const yes = { outcome: "selected", optionId: "once" };
const no = { outcome: "selected", optionId: "no" };
const person = undefined;

const calls: readonly (readonly [AcpToolCall, typeof yes | undefined])[] = [
	[{ kind: "read", locations: at("notes.txt") }, yes],
	[{ kind: "read", locations: at(".env") }, no],
	[{ kind: "read", locations: at("notes.txt", ".env") }, no],
	[{ kind: "read", locations: at("notes.txt"), rawInput: { file_path: join(cwd, ".env") } }, no],
	[{ kind: "read", rawInput: { path: "sub/../.env" } }, no],
	[{ kind: "read" }, no],
	[{ kind: "edit", locations: at("notes.txt") }, yes],
	[{ kind: "edit", content: [{ type: "diff", path: join(cwd, "notes.txt"), oldText: "x", newText: "y" }] }, yes],
	[{ kind: "edit", content: [{ type: "diff", path: join(cwd, "new.txt"), oldText: null, newText: "y" }] }, person],
	[{ kind: "edit", content: [{ type: "diff", path: join(cwd, ".env"), oldText: null, newText: "y" }] }, no],
	[
		{
			kind: "edit",
			locations: at(".env"),
			content: [{ type: "diff", path: join(cwd, "a"), oldText: "x", newText: "" }],
		},
		no,
	],
	[{ kind: "edit", content: [{ type: "content" }] }, no],
	[{ kind: "delete", locations: at("notes.txt") }, no],
	[{ kind: "move", locations: at("notes.txt", "b") }, yes],
	[{ kind: "move", locations: at("notes.txt", ".env") }, no],
	[{ kind: "move", rawInput: { from: "notes.txt", to: ".env" } }, no],
	[{ kind: "move", rawInput: { source: "notes.txt", destination: "b" } }, yes],
	[{ kind: "move", locations: at("notes.txt") }, no],
	[{ kind: "search", rawInput: { pattern: "x", path: "notes.txt" } }, yes],
	// Whatever lies below, `.env` as well.
	[{ kind: "search", rawInput: { pattern: "x" } }, no],
	[{ kind: "search", rawInput: { pattern: "x", path: ".env" } }, no],
	[{ kind: "execute", rawInput: { command: "ls -l", description: "d" } }, yes],
	[{ kind: "execute", rawInput: { command: "cat .env" } }, no],
	[{ kind: "execute", rawInput: { command: ["bash", "-lc", "cat .env"], cwd } }, no],
	[{ kind: "execute", rawInput: { command: "cat ../.env", cwd: "sub" } }, no],
	[{ kind: "execute", rawInput: { command: "cat a", cwd: join(cwd, "sub") } }, yes],
	[{ kind: "execute", rawInput: { command: "git push" } }, no],
	[{ kind: "execute", rawInput: { command: "npm publish" } }, person],
	[{ kind: "execute", title: "ls -l", locations: at("notes.txt") }, no],
	[{ kind: "execute", rawInput: { command: 7 } }, no],
	[{ kind: "fetch", rawInput: { url: "https://good.example/a", prompt: "p" } }, yes],
	[{ kind: "fetch", rawInput: { urls: ["https://good.example/a", "https://evil.example"] } }, no],
	[{ kind: "fetch", rawInput: { query: "weather" } }, yes],
	[{ kind: "fetch", rawInput: { prompt: "look at it" } }, no],
	[{ kind: "think", title: "t" }, person],
	[{ kind: "switch_mode", title: "t", rawInput: { plan: "p" } }, person],
	[{ kind: "other", title: "Juggle", rawInput: { balls: 3 } }, yes],
	[{ kind: "other", title: "Ride" }, no],
	[{ title: "Juggle" }, yes],
	[{ kind: "other", title: "mcp__tiny__look" }, yes],
	[{ kind: "other", title: "mcp__tiny__erase" }, no],
	[{ kind: "other", title: "run_shell", rawInput: { command: "git push" } }, no],
	[{ kind: "read", locations: "x" as never }, no],
];

describe("a request for a permission", () => {
	test.each(calls)("%j: %j", async (toolCall, outcome) => {
		const answer = await acpPermission(guarded, { sessionId: "s", toolCall, options }, { cwd });
		expect(answer.outcome).toEqual(outcome);
		if (outcome === no) expect(answer.message).toMatch(/./);
	});

	test("says why, and what was decided", async () => {
		const toolCall = { kind: "read", locations: at(".env") };
		const answer = await acpPermission(guarded, { toolCall, options }, { cwd });
		expect(answer).toMatchObject({ message: "Secrets stay.", decisions: [{ effect: "deny" }] });
	});

	test("is the person's where the rules do not govern it, but for commands", async () => {
		const others = calls.filter(([{ kind, title }]) => kind !== "execute" && title !== "run_shell");
		for (const [toolCall] of others) {
			const answer = await acpPermission(shellAlone, { toolCall, options }, { cwd });
			expect([toolCall, answer]).toEqual([toolCall, { decisions: [] }]);
		}
		const answer = await acpPermission(
			shellAlone,
			{ toolCall: { kind: "execute", rawInput: { command: "git push" } }, options },
			{ cwd },
		);
		expect(answer.outcome).toEqual(no);
	});

	test("is allowed once and never for ever, and rejected as is offered", async () => {
		const ask = async (name: string, kinds: readonly string[]): Promise<unknown> => {
			const offered = options.filter(({ kind }) => kinds.includes(kind));
			const toolCall = { kind: "read", locations: at(name) };
			return (await acpPermission(guarded, { toolCall, options: offered }, { cwd })).outcome;
		};
		expect(await ask("notes.txt", ["allow_always", "reject_once"])).toBe(undefined);
		expect(await ask(".env", ["allow_once", "reject_always"])).toEqual({ outcome: "selected", optionId: "never" });
		expect(await ask(".env", ["allow_once"])).toEqual({ outcome: "cancelled" });
	});

	test("a question may be put by the program itself", async () => {
		const toolCall = { kind: "execute", rawInput: { command: "npm publish" } };
		const answered = async (name: string | undefined): Promise<unknown> =>
			(await acpPermission(guarded, { toolCall, options }, { cwd, approve: () => name })).outcome;
		expect(await answered("kim")).toEqual(yes);
		expect(await answered(undefined)).toEqual(no);
	});

	test("is decided for the agent that it names", async () => {
		const toolCall = { kind: "read", locations: at("notes.txt") };
		expect((await acpPermission(guarded, { toolCall, options }, { cwd, agent: "other" })).outcome).toEqual(no);
		expect((await acpPermission(guarded, { toolCall, options }, { cwd, agent: "nobody" })).outcome).toEqual(no);
	});
});

describe("what a client does for an agent", () => {
	test.each<readonly [string, object, boolean]>([
		["fs/read_text_file", { sessionId: "s", path: join(cwd, "notes.txt"), line: 1 }, true],
		["fs/read_text_file", { path: join(cwd, ".env") }, false],
		["fs/read_text_file", {}, false],
		["fs/write_text_file", { path: join(cwd, "notes.txt"), content: "x" }, false],
		["terminal/create", { command: "ls", args: ["-l"], env: [], cwd }, true],
		["terminal/create", { command: "ls -l", cwd: null }, true],
		["terminal/create", { command: "cat", args: [".env"] }, false],
		["terminal/create", { command: "cat", args: ["../.env"], cwd: join(cwd, "sub") }, false],
		["terminal/create", { command: "ls; git push" }, false],
		["terminal/create", { command: "ls", env: [{ name: "LD_PRELOAD", value: "./x.so" }] }, false],
		["terminal/create", { command: "ls", env: ["A=b"] }, false],
		["terminal/create", {}, false],
		["terminal/output", { terminalId: "t" }, true],
		["terminal/kill", { terminalId: "t" }, true],
		["session/update", {}, true],
	])("%s %j: %s", async (method, params, allowed) => {
		expect(await acpMethod(guarded, method, params, { cwd })).toMatchObject({ allowed });
	});

	test("is done where the rules do not govern it, and a person may say yes", async () => {
		const write = { path: join(cwd, "notes.txt"), content: "x" };
		expect(await acpMethod(shellAlone, "fs/write_text_file", write, { cwd })).toEqual({ allowed: true, decisions: [] });
		expect(await acpMethod(shellAlone, "terminal/create", { command: "git" }, { cwd })).toMatchObject({
			allowed: false,
		});
		expect(await acpMethod(guarded, "fs/write_text_file", write, { cwd, approve: () => "kim" })).toMatchObject({
			allowed: true,
		});
		expect(await acpMethod(guarded, "fs/write_text_file", write, { cwd })).toMatchObject({
			message: `A person looks. The worst of a yes: \`${join(cwd, "notes.txt")}\` is changed.`,
		});
	});
});
