/** What harnesses' permissions say of files, the web, agents and servers' tools, as rules about calls. */
import { describe, expect, test } from "@jest/globals";
import type { Imported, ImportFault } from "../../../../src/authoring/exchange/imported.js";
import { importAmpPermissions } from "../../../../src/authoring/exchange/imports/amp-permissions.js";
import { importClaudePermissions } from "../../../../src/authoring/exchange/imports/claude-permissions.js";
import { importCopilotFlags } from "../../../../src/authoring/exchange/imports/copilot-flags.js";
import { importCursorPermissions } from "../../../../src/authoring/exchange/imports/cursor-permissions.js";
import { importGeminiPolicy } from "../../../../src/authoring/exchange/imports/gemini/gemini-policy.js";
import { importOpencodePermissions } from "../../../../src/authoring/exchange/imports/opencode-permissions.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import { askedByLine } from "../../../../src/engine/request/request-text.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const world = { workspace: "/work/it", home: "/home/me", linkAt: () => "none" as const, entriesOf: () => [] };

function imported(read: Imported | ImportFault): Imported {
	if ("message" in read) throw new Error(read.message);
	return read;
}

/** `free`: no rule of the agent decides it. */
function answers({ policy }: Imported): (line: string, agent?: string) => string {
	const { tree, diagnostics } = loadText("policy.rules", policy, {});
	if (tree === undefined) throw new Error(`${diagnostics.map(({ message }) => message).join("\n")}\n${policy}`);
	return (line, agent = "default") => {
		const { effect, code } = decide(tree, { ...askedByLine(line), agent }, world);
		return code === "ungoverned" ? "free" : effect;
	};
}

/** Lines, each with its answer before it: `deny file.read .env`. */
function expectAnswers(read: Imported, lines: readonly string[]): void {
	const effectOf = answers(read);
	expect(lines.map((line) => `${effectOf(line.slice(line.indexOf(" ") + 1))}${line.slice(line.indexOf(" "))}`)).toEqual(
		lines,
	);
}

describe("Claude Code", () => {
	const read = (permissions: object, origin = ".claude/settings.json", trusting = false): Imported =>
		imported(importClaudePermissions(JSON.stringify({ permissions }), origin, { trusting }));

	test.each<[string, object, readonly string[]]>([
		["nothing but the shell", { allow: ["Bash(ls *)"] }, ["free file.read x", "free mcp.a.b", "allow ls"]],
		[
			"a denial of reading, everywhere",
			{ deny: ["Read(.env)"] },
			[
				"deny file.read .env",
				"deny file.read a/.env",
				"deny cat .env",
				"deny file.edit .env",
				"allow file.read x",
				"ask file.edit x",
				"ask file.read /etc/x",
				"free web.fetch https://a.example",
			],
		],
		[
			"the roots of paths",
			{ deny: ["Read(//etc/secret)", "Read(~/.ssh/**)", "Read(/own/**)", "Read(./here/x)"] },
			[
				"deny file.read /etc/secret",
				"deny file.read ~/.ssh/id",
				"deny file.read own/a/b",
				"allow file.read a/own/b",
				"deny file.read here/x",
			],
		],
		[
			"changes",
			{ allow: ["Edit(src/**)"], deny: ["Edit(package.json)"] },
			[
				"allow file.edit src/a/b.ts",
				"allow file.write src/x",
				"deny file.write package.json",
				"deny file.edit src/package.json",
				"ask file.edit x",
				"ask file.delete src/x",
				"allow file.read package.json",
			],
		],
		["a path that `Write` has", { allow: ["Write(a)"], deny: ["Write(b)"] }, ["ask file.write a", "deny file.write b"]],
		[
			"a tool as a whole",
			{ allow: ["Edit"], deny: ["Read"] },
			["allow file.write /x", "deny file.read x", "deny file.search x ."],
		],
		[
			"what it edits by itself",
			{ defaultMode: "acceptEdits", deny: ["Edit(b)"] },
			["allow file.edit a", "deny file.edit b", "ask file.edit ../a"],
		],
		[
			"where nobody is asked",
			{ defaultMode: "dontAsk", ask: ["Edit(a)"], allow: ["Read(src/**)"] },
			["deny file.edit a", "allow file.read src/x", "deny file.read x"],
		],
		[
			"hosts",
			{
				allow: ["WebFetch(domain:docs.example.com)", "WebFetch(domain:*.corp.example)"],
				deny: ["WebFetch(domain:evil.example)"],
			},
			[
				"allow web.fetch https://docs.example.com",
				"allow web.fetch https://docs.example.com/a/b?c=d",
				"allow web.fetch https://a.corp.example/",
				"ask web.fetch https://corp.example/",
				"ask web.fetch https://docs.example.com.other.example/",
				"ask web.fetch https://other.example/?docs.example.com",
				"deny web.fetch https://docs.example.com@evil.example/",
				"deny web.fetch https://EVIL.example:443/x",
				"deny web.fetch https://%65vil.example",
				"ask web.search x",
			],
		],
		[
			"a denial of a host that no pattern says",
			{ deny: ["WebFetch(domain:a?b)"] },
			["deny web.fetch https://x.example"],
		],
		[
			"servers",
			{
				allow: ["mcp__git-hub__get_*", "mcp__files", "mcp__*"],
				deny: ["mcp__git-hub__get_secret"],
				ask: ["mcp__other__*"],
			},
			[
				"allow mcp.git_hub.get_issue --x=y",
				"allow mcp.files.read",
				"deny mcp.git_hub.get_secret",
				"ask mcp.other.x",
				"ask mcp.third.x",
			],
		],
		[
			"agents and skills",
			{ deny: ["Agent(Explore)", "Skill(deploy)"] },
			["deny agent.start Explore", "allow agent.start reviewer", "deny agent.skill deploy", "ask agent.skill x"],
		],
		[
			"the shell alone where the shell is allowed",
			{ allow: ["Bash"], ask: ["mcp__a"] },
			["allow ls", "ask mcp.a.b", "ask mcp.c.d"],
		],
		[
			"signs",
			{ deny: ["Read(a b, c)", "Read(x/[ab].txt)", "Read(*.{pem,key})"] },
			["deny file.read 'a b, c'", "deny file.read x/a.txt", "deny file.read k/a.key", "allow file.read x/ab.txt"],
		],
	])("%s", (_, permissions, lines) => expectAnswers(read(permissions), lines));

	test("says what is no longer said", () => {
		const { remarks } = imported(
			importClaudePermissions(
				JSON.stringify({
					hooks: {},
					sandbox: { enabled: true },
					model: "x",
					permissions: { allow: ["Write(x)", "mcp__*", "Unknown"] },
				}),
				"settings.json",
				{ trusting: false },
			),
		);
		expect(remarks.filter(({ verdict }) => verdict === "left-out").map(({ place }) => place)).toEqual([
			"permissions.allow[0]",
			"permissions.allow[1]",
			"permissions.allow[2]",
			"hooks",
			"sandbox",
		]);
	});

	test("a path below the settings' own folder is granted for a project alone", () => {
		const permissions = { allow: ["Edit(/src/**)"], deny: ["Edit(/x)"] };
		expectAnswers(read(permissions), ["allow file.edit src/a"]);
		expectAnswers(read(permissions, "/home/me/.claude/settings.json"), ["ask file.edit src/a", "deny file.edit x"]);
	});
});

test.each<[string, object, readonly string[]]>([
	[
		"files",
		{
			allow: ["Read(src/**/*.ts)", "Write(package.json)", "Shell(ls)"],
			deny: ["Read(.env*)", "Write(**/*.key)", "Shell(rm)"],
		},
		[
			"allow file.read src/a/b.ts",
			"ask file.read src/a.js",
			"allow file.edit package.json",
			"deny file.read a/.env.x",
			"deny file.write a/b.key",
			"allow ls",
			"deny rm x",
			"free mcp.a.b",
		],
	],
	[
		"the web and servers",
		{ allow: ["WebFetch(docs.example.com)", "Mcp(gh:get_*)", "Mcp(files:*)"], deny: ["Mcp(gh:get_x)", "WebFetch(*)"] },
		[
			"deny web.fetch https://docs.example.com/",
			"allow mcp.gh.get_a",
			"deny mcp.gh.get_x",
			"allow mcp.files.x",
			"ask mcp.other.x",
		],
	],
	[
		"arguments",
		{ allow: ["Shell(git:status*)"], deny: ["Shell(git:push *)"] },
		["allow git status", "deny git push x", "ask git log"],
	],
])("Cursor: %s", (_, permissions, lines) => {
	expectAnswers(
		imported(importCursorPermissions(JSON.stringify({ permissions }), "cli.json", { trusting: false })),
		lines,
	);
});

describe("Gemini CLI", () => {
	const rule = (fields: Readonly<Record<string, unknown>>): string =>
		`[[rule]]\n${Object.entries(fields)
			.map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
			.join("")}`;
	const deny = (priority: number) => ({ decision: "deny", priority });
	const allow = (priority: number) => ({ decision: "allow", priority });
	const ask = (priority: number) => ({ decision: "ask_user", priority });
	test.each<[string, readonly object[], readonly string[]]>([
		[
			"tools",
			[{ toolName: ["write_file", "replace"], ...deny(1) }],
			["deny file.write a", "deny file.edit a", "allow file.read a", "free web.fetch https://a.example"],
		],
		[
			"the web",
			[
				{ toolName: "web_fetch", ...allow(1) },
				{ toolName: "google_web_search", ...deny(1) },
			],
			["allow web.fetch https://a.example", "deny web.search x"],
		],
		[
			"servers",
			[
				{ mcpName: "git-hub", toolName: "get_*", ...allow(9) },
				{ mcpName: "git-hub", ...deny(5) },
				{ toolName: "mcp_other_do_it", ...allow(1) },
			],
			[
				"allow mcp.git_hub.get_a",
				"deny mcp.git_hub.drop",
				"allow mcp.other.do_it",
				"allow mcp.other_do.it",
				"ask mcp.other.x",
			],
		],
		[
			"the higher one",
			[
				{ toolName: "replace", ...deny(1) },
				{ toolName: "replace", ...allow(2) },
			],
			["allow file.edit a"],
		],
		[
			"everything",
			[
				{ toolName: "*", ...deny(1) },
				{ toolName: "read_file", ...allow(2) },
			],
			["allow file.read a", "deny file.list .", "deny mcp.a.b", "deny ls"],
		],
		[
			"more than a tool",
			[
				{ toolName: "write_file", argsPattern: "x", ...allow(9) },
				{ toolName: "read_file", argsPattern: "x", ...deny(1) },
			],
			["ask file.write x", "deny file.read y"],
		],
		[
			"a question at times lifts nothing",
			[
				{ toolName: "replace", modes: ["plan"], ...ask(9) },
				{ toolName: "replace", ...deny(1) },
			],
			["deny file.edit a"],
		],
		[
			"commands alone",
			[
				{ toolName: "*", commandPrefix: "ls", ...deny(1) },
				{ toolName: "replace", ...allow(1) },
			],
			["deny ls", "allow file.edit ls"],
		],
	])("%s", (_, rules, lines) => {
		const text = rules.map((one) => rule(one as Readonly<Record<string, unknown>>)).join("\n");
		expectAnswers(imported(importGeminiPolicy(text, "own.toml", { trusting: false })), lines);
	});
});

describe("opencode", () => {
	const read = (config: object): Imported =>
		imported(importOpencodePermissions(JSON.stringify(config), "opencode.json", { trusting: false }));
	test.each<[string, object, readonly string[]]>([
		[
			"the shell alone",
			{ bash: { "ls *": "allow" } },
			["allow ls", "free file.read a", "free web.fetch https://a.example"],
		],
		[
			"changes",
			{ edit: "deny" },
			[
				"deny file.edit a",
				"deny file.write a",
				"deny file.delete a",
				"allow file.read a",
				"deny file.read .env",
				"allow file.read .env.example",
				"ask file.read ../a",
			],
		],
		[
			"the last that matches",
			{ edit: { "*": "deny", "src/*": "allow", "src/*.key": "deny" } },
			["allow file.edit src/a/b.ts", "deny file.edit src/a/b.key", "deny file.edit x"],
		],
		[
			"stars across folders",
			{ edit: { "*": "allow", "a*z": "deny" } },
			["deny file.edit abz", "deny file.edit a/b/z", "allow file.edit b/a", "ask file.edit ../x"],
		],
		[
			"addresses",
			{ webfetch: { "*": "deny", "https://a.example/*": "allow" } },
			["allow web.fetch https://a.example/b/c", "deny web.fetch https://b.example"],
		],
		["agents", { task: { "*": "allow", "plan*": "deny" } }, ["deny agent.start planner", "allow agent.start x"]],
		["servers", { "gh_*": "deny", gh_get: "allow" }, ["allow mcp.gh.get", "deny mcp.gh.drop", "ask mcp.x.y"]],
		[
			"everything",
			{ "*": "ask", read: "allow" },
			["allow file.read a", "ask file.list .", "ask mcp.a.b", "ask file.edit a"],
		],
		[
			"everything denied",
			{ "*": "deny", webfetch: "ask" },
			["ask web.fetch https://a.example", "deny file.read a", "deny ls"],
		],
		["more than a path", { grep: { "*": "allow", password: "deny" } }, ["deny file.search x ."]],
		["outside", { edit: { "~/x/*": "allow", "/etc/*": "deny" } }, ["ask file.edit ~/x/a", "deny file.edit /etc/a"]],
	])("%s", (_, permission, lines) => expectAnswers(read({ permission }), lines));

	test("an agent of its own", () => {
		const effectOf = answers(
			read({ permission: { edit: "deny" }, agent: { writer: { permission: { edit: { "docs/*": "allow" } } } } }),
		);
		expect([
			effectOf("file.edit docs/a"),
			effectOf("file.edit docs/a", "writer"),
			effectOf("file.edit a", "writer"),
		]).toEqual(["deny", "allow", "deny"]);
	});
});

test.each<[string, readonly object[], readonly string[]]>([
	[
		"the first that matches",
		[
			{ tool: "edit_file", action: "allow" },
			{ tool: "*", action: "reject" },
		],
		["allow file.edit a", "deny file.write a", "deny mcp.a.b", "deny ls"],
	],
	[
		"servers",
		[
			{ tool: "mcp__gh__get", action: "allow" },
			{ tool: "mcp__*", action: "ask" },
		],
		["allow mcp.gh.get", "ask mcp.gh.x", "free file.read a"],
	],
	[
		"more than a tool",
		[
			{ tool: "Read", matches: { path: "*.env" }, action: "reject" },
			{ tool: "edit_file", matches: { path: "a" }, action: "allow" },
		],
		["deny file.read a", "ask file.edit a"],
	],
	[
		"commands alone",
		[
			{ tool: "*", matches: { cmd: "rm *" }, action: "reject" },
			{ tool: "Read", action: "allow" },
		],
		["deny rm x", "allow file.read /a"],
	],
	["one context", [{ tool: "*", context: "subagent", action: "reject" }], ["deny file.read a"]],
])("Amp: %s", (_, list, lines) => {
	const text = JSON.stringify({ "amp.permissions": list });
	expectAnswers(imported(importAmpPermissions(text, "settings.json", { trusting: false })), lines);
});

test.each<[string, string, readonly string[]]>([
	[
		"changes",
		"--allow-tool=write",
		[
			"allow file.write a",
			"allow file.edit a",
			"ask file.write ../a",
			"allow file.read a",
			"free web.fetch https://a.example",
		],
	],
	[
		"some changes",
		"--allow-tool='write(src/**)' --deny-tool='write(**/*.key)'",
		["allow file.edit src/a", "deny file.edit src/a.key", "ask file.edit x"],
	],
	[
		"servers",
		"--allow-tool='git-hub' --deny-tool='git-hub(drop)'",
		["allow mcp.git_hub.get", "deny mcp.git_hub.drop", "ask mcp.x.y"],
	],
	[
		"addresses",
		"--allow-url=docs.example.com --deny-url=https://evil.example",
		[
			"allow web.fetch https://docs.example.com/a",
			"deny web.fetch https://evil.example/a",
			"ask web.fetch https://x.example",
		],
	],
	[
		"what is taken away",
		"--deny-tool=x --excluded-tools view web_fetch my-server-do",
		["deny file.read a", "deny web.fetch https://a.example", "deny mcp.my.server_do", "deny mcp.my_server.do"],
	],
	[
		"all but one",
		"--allow-all-tools --deny-tool=write",
		["deny file.write a", "deny file.edit a", "allow ls", "free mcp.a.b", "allow file.read a"],
	],
])("Copilot CLI: %s", (_, line, lines) => {
	expectAnswers(imported(importCopilotFlags(`copilot ${line}\n`, "flags", { trusting: false })), lines);
});
