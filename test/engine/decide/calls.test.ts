/** Calls of an agent's other tools: commands of reserved names, decided by the same rules. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { permit } from "../../../src/engine/decide/permit.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import { callOptions, mcpCallName, toolCallName } from "../../../src/engine/request/calls.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Call } from "../../../src/engine/request/request.js";
import { askedByLine, requestText } from "../../../src/engine/request/request-text.js";
import { loadText } from "../../../src/runtime/load/load.js";

const links: Readonly<Record<string, string>> = { "/ws/link": "/ws/deep/inner" };
const world: World = {
	workspace: "/ws",
	home: "/home/me",
	entriesOf: () => [],
	kindAt: () => "none",
	linkAt: (path) => (links[path] === undefined ? "none" : { target: links[path] }),
};

function governing(text: string, govern = "all"): Tree {
	const { tree, diagnostics } = loadText("p.rules", text.replace("default deny", `default deny\n  govern ${govern}`));
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}

const policy = `program mcp.my-server.get_issue can network {
  option --id N
  option --file PATH read
}
agent default {
  default deny
  locked deny * touching **/.env, ~/.ssh, secret because "secrets stay out of sight"
  constrain writes of * to .
  allow file.*, cat, ls, mcp.github.*, agent.start reviewer, ./tool.sh
  allow web.fetch except web.fetch http://*
  ask agent.skill deploy
  allow mcp.my-server.get_issue only --id
}
`;

const answers: readonly (readonly [call: Call, effect: string])[] = [
	[["file.read", "src/a"], "allow"],
	[["file.read", ".env"], "deny"],
	[["file.read", "/ws/src/../.env"], "deny"],
	[["file.read", "a", "b/.env"], "deny"],
	// What a tilde is to the tool, nobody says: the home folder, or a name.
	[["file.read", "~/.ssh/id"], "deny"],
	[["file.read", "~/notes"], "allow"],
	[["file.read", "--help"], "allow"],
	// Folded, it is \`secret\` in the workspace; link by link, \`deep/secret\`.
	[["file.read", "link/../secret"], "deny"],
	[["file.list", "~"], "deny"],
	[["file.list", "src"], "allow"],
	[["file.search", "x", "/home/me"], "deny"],
	[["file.search", ".env", "src"], "allow"],
	[["file.write", "src/a"], "allow"],
	[["file.write", "../a"], "deny"],
	[["file.write", "/etc/passwd"], "deny"],
	[["file.edit", "/etc/passwd"], "deny"],
	[["file.delete", "/"], "deny"],
	[["file.move", "a", "/tmp/b"], "deny"],
	[["file.move", ".env", "b"], "deny"],
	[["web.fetch", "https://example.com"], "allow"],
	[["web.fetch", "http://example.com"], "deny"],
	[["web.search", "x"], "deny"],
	[["agent.start", "reviewer"], "allow"],
	[["agent.start", "other"], "deny"],
	[["agent.skill", "deploy"], "ask"],
	[["mcp.github.create_issue", "--title=x"], "allow"],
	[["mcp.github.create_issue", "--path=.env"], "deny"],
	[["mcp.github.create_issue", "--a.b=/etc/x"], "deny"],
	[["mcp.gitlab.create_issue"], "deny"],
	[["mcp.my-server.get_issue", "--id=1"], "allow"],
	[["mcp.my_server.get.issue", "--id=1"], "allow"],
	[["mcp.my-server.get_issue", "--file=a"], "deny"],
	[["tool.anything"], "deny"],
	// Several commands of one call: the strictest answers.
	[
		[
			["file.edit", "a"],
			["file.write", "b"],
		],
		"allow",
	],
	[
		[
			["file.edit", "a"],
			["file.delete", "../b"],
		],
		"deny",
	],
	// What governs the agent is out of reach for every hand.
	[["file.write", "policy.rules"], "deny"],
	[["file.edit", ".claude/settings.json"], "deny"],
	[["file.move", "a", "bylaw.config.yaml"], "deny"],
	[["mcp.github.save", "--to=policy.rules"], "deny"],
];

describe("a call is decided as the command that it is", () => {
	const tree = governing(policy);
	test.each(answers)("%j: %s", (call, effect) => {
		const decision = decide(tree, { call }, world);
		expect([decision.effect, decision.code]).toEqual([effect, expect.not.stringMatching("^fault$|unreadable")]);
	});

	test("what it says is what decided", () => {
		const { message, rules, commands } = decide(tree, { call: ["file.read", ".env"] }, world);
		expect({ message, line: rules[0]?.line, argv: commands[0]?.argv }).toEqual({
			message: "secrets stay out of sight",
			line: 8,
			argv: ["file.read", ".env"],
		});
	});

	test("no permit is made of one", () => {
		const decision = decide(tree, { call: ["file.read", "a"] }, world);
		expect([decision.effect, permit(decision)]).toEqual(["allow", undefined]);
	});
});

describe("a call that the rules do not govern is left to the harness", () => {
	test.each<[string, Call, string]>([
		["shell", ["file.read", ".env"], "ungoverned"],
		["shell, files", ["file.read", ".env"], "rule"],
		["files", ["file.read", ".env"], "rule"],
		["files", ["web.fetch", "http://x.example"], "ungoverned"],
		["mcp", ["mcp.a.b"], "default"],
		["mcp, agents, web, files", ["tool.x"], "ungoverned"],
		["all", ["tool.x"], "default"],
		// Of several commands those that are governed decide.
		[
			"web",
			[
				["file.read", ".env"],
				["web.fetch", "http://x.example"],
			],
			"default",
		],
	])("govern %s: %j is %s", (govern, call, code) => {
		const decision = decide(governing(policy, govern), { call }, world);
		expect([decision.code, decision.effect]).toEqual([code, code === "ungoverned" ? "allow" : "deny"]);
	});

	test("and the shell is decided whatever is named", () => {
		expect(decide(governing(policy, "files"), { argv: ["rm", "x"] }, world).effect).toBe("deny");
	});
});

describe("a program that is called like a tool is none", () => {
	const tree = governing(`${policy.slice(0, -2)}  allow /usr/bin/tool.sh\n}\n`);
	test.each([
		[["file.read", "a"], "deny"],
		[["env", "file.read", "a"], "deny"],
		[["/usr/bin/file.read", "a"], "deny"],
		[["mcp.github.x"], "deny"],
		[["./tool.sh"], "allow"],
		[["/usr/bin/tool.sh"], "allow"],
	])("%j: %s", (argv, effect) => {
		expect(decide(tree, { argv }, world).effect).toBe(effect);
		expect(decide(tree, { script: argv.join(" ") }, world).effect).toBe(effect);
	});

	test("and a call is no program", () => {
		expect(decide(tree, { call: ["cat", "a"] }, world)).toMatchObject({ effect: "deny", code: "unreadable" });
		// One that does nothing outside of the conversation.
		expect(decide(tree, { call: [] }, world)).toMatchObject({ effect: "allow", code: "nothing" });
	});
});

describe("a line that is nothing but a call speaks of it", () => {
	test.each([
		["file.read .env", { call: ["file.read", ".env"] }],
		["file.read 'a b' ~/.ssh/id", { call: ["file.read", "a b", "~/.ssh/id"] }],
		["file.list src/**/*.ts", { call: ["file.list", "src/**/*.ts"] }],
		["mcp.a.b --x=1", { call: ["mcp.a.b", "--x=1"] }],
		["file.read a > b", { script: "file.read a > b" }],
		["file.read a; rm b", { script: "file.read a; rm b" }],
		['file.read "$x"', { script: 'file.read "$x"' }],
		["cat file.read", { script: "cat file.read" }],
		["file.red a", { call: ["file.red", "a"] }],
	])("%s", (line, request) => {
		expect(askedByLine(line)).toEqual(request);
		expect(askedByLine(requestText(askedByLine(line)))).toEqual(request);
	});
});

test("arguments in JSON are options", () => {
	expect(callOptions({ a: "x y", b: { c: [1, true, null], "d.e": "f" }, "g=h": "" })).toEqual([
		"--a=x y",
		"--b.c=1",
		"--b.c=true",
		"--b.c=null",
		"--b=d.e",
		"--b.d%2Ee=f",
		"--=g=h",
		"--g%3Dh=",
	]);
	expect(callOptions(undefined)).toEqual([]);
	let deep: unknown = "x";
	for (let at = 0; at < 100; at++) deep = [deep];
	expect([callOptions(deep), callOptions(Array(6_000).fill("x"))]).toEqual([undefined, undefined]);
	expect([mcpCallName("my server", "a/b.c"), toolCallName("Do It")]).toEqual(["mcp.my_server.a_b_c", "tool.Do_It"]);
});

describe("a tool with its input is the command with its operands", () => {
	const tree = governing(policy);
	test.each([
		["file.read", { path: ".env" }, "file.read .env"],
		["file.read", { path: ["a", "b"], offset: 3 }, "file.read a b"],
		["file.list", {}, "file.list ."],
		["file.search", { pattern: "x", path: "src" }, "file.search x src"],
		["file.move", { from: "a", to: "b" }, "file.move a b"],
		["web.fetch", { url: "https://example.com" }, "web.fetch https://example.com"],
		["agent.start", { name: "reviewer" }, "agent.start reviewer"],
		[
			"mcp.github.create_issue",
			{ title: "x", labels: ["a", "b"] },
			"mcp.github.create_issue --title=x --labels=a --labels=b",
		],
		["tool.other", undefined, "tool.other"],
	])("%s %j: %s", (tool, input, line) => {
		const call = { tool, ...(input === undefined ? {} : { input }) };
		const [asked, told] = [decide(tree, { call }, world), decide(tree, askedByLine(line), world)];
		expect(asked.commands.map(({ argv, effect }) => ({ argv, effect }))).toEqual(
			told.commands.map(({ argv, effect }) => ({ argv, effect })),
		);
		expect(asked.commands).toHaveLength(1);
		expect(requestText({ call })).toBe(line);
	});

	test.each([
		[{ tool: "file.read" }, "`file.read` needs `path`"],
		[{ tool: "file.read", input: { path: 3 } }, "`path` of `file.read` is a text"],
		[{ tool: "cat", input: { path: "a" } }, "`cat` is no name of a tool's call"],
		[{ tool: "mcp.a.b", input: ["a"] }, "`call.input` is an object"],
		[{}, "`call.tool` is the name of a tool"],
		[7, "`call` is a tool with its input, a list of strings, or of such lists"],
	])("%j: %s", (call, why) => {
		const decision = decide(tree, { call } as never, world);
		expect(decision.effect).toBe("deny");
		expect(decision.message).toContain(why);
	});
});

describe("names of servers and tools in patterns are those of calls", () => {
	test.each([
		["mcp.foo@bar.*", mcpCallName("foo@bar", "x")],
		["mcp.g\u00eft.do", mcpCallName("g\u00eft", "do")],
		["mcp.a.{x:y,z}", mcpCallName("a", "x:y")],
		["tool.my:tool", toolCallName("my:tool")],
	])("%s", (pattern, name) => {
		const tree = governing(`agent default {\n  default deny\n  allow *\n  deny ${pattern}\n}\n`);
		expect(decide(tree, { call: [name] }, world).effect).toBe("deny");
	});
});

test("a key that may be a path is judged as one", () => {
	const tree = governing("agent default {\n  default deny\n  allow mcp.*\n  deny * touching **/.env\n}\n");
	const effect = (input: Readonly<Record<string, unknown>>) =>
		decide(tree, { call: { tool: "mcp.a.push", input } }, world).effect;
	expect(effect({ files: { "src/a": "text" } })).toBe("allow");
	expect(effect({ files: { "src/.env": "text" } })).toBe("deny");
	expect(effect({ ".env": 1 })).toBe("deny");
});

test("a text may have the line ends of Windows, and hides nothing else", () => {
	const tree = governing("agent default {\n  default deny\n  allow mcp.*\n}\n");
	const code = (text: string) => decide(tree, { call: { tool: "mcp.a.b", input: { text } } }, world).code;
	expect(code("a\r\nb")).toBe("rule");
	expect(code("a\rb")).toBe("unreadable");
});
