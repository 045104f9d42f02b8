/** What harnesses' own permissions say besides words: conditions, regular expressions, agents, options. Nothing of it is guessed, and all of it is told. */
import { describe, expect, test } from "@jest/globals";
import type { Imported, ImportFault } from "../../../../src/authoring/exchange/imported.js";
import { importAmpPermissions } from "../../../../src/authoring/exchange/imports/amp-permissions.js";
import { importCopilotFlags } from "../../../../src/authoring/exchange/imports/copilot-flags.js";
import { importGeminiPolicy } from "../../../../src/authoring/exchange/imports/gemini/gemini-policy.js";
import { leadingTexts } from "../../../../src/authoring/exchange/imports/leading-texts.js";
import { importOpencodePermissions } from "../../../../src/authoring/exchange/imports/opencode-permissions.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import { loadText } from "../../../../src/runtime/load/load.js";

const world = { workspace: "/work/it", home: "/home/me", linkAt: () => "none" as const, entriesOf: () => [] };

function imported(read: Imported | ImportFault): Imported {
	if ("message" in read) throw new Error(read.message);
	return read;
}

function effectOf({ policy }: Imported, line: string, agent = "default"): string {
	const { tree, diagnostics } = loadText("policy.rules", policy, {});
	if (tree === undefined) throw new Error(`${diagnostics.map(({ message }) => message).join("\n")}\n${policy}`);
	return decide(tree, { script: line, agent }, world).effect;
}

const told = ({ remarks }: Imported): readonly string[] => remarks.map(({ verdict, place }) => `${verdict} ${place}`);

describe("the beginning of what a regular expression fits", () => {
	test.each([
		["git status", [{ text: "git status", follows: "any" }]],
		['git status"', [{ text: "git status", follows: "nothing" }]],
		["git (status|log)(\\s|$)", ["git status", "git log"].map((text) => ({ text, follows: "word" }))],
		["git\\s+push\\b.*-f", [{ text: "git push", follows: "any" }]],
		["git push.*-f", [{ text: "git push", follows: "unread" }]],
		["rm\\s+.*", [{ text: "rm ", follows: "any" }]],
		["[a-z]+", [{ text: "", follows: "unread" }]],
		["gits?", [{ text: "git", follows: "unread" }]],
		["git|rm", [{ text: "", follows: "unread" }]],
		["a[|]b|c", [{ text: "", follows: "unread" }]],
		["\\./run\\.sh", [{ text: "./run.sh", follows: "any" }]],
		["run.sh", [{ text: "run", follows: "unread" }]],
	] as const)("%s", (source, texts) => {
		expect(leadingTexts(source, '"')).toEqual(texts);
	});
});

describe("Gemini CLI's policies", () => {
	const rule = (lines: string): string => `[[rule]]\ntoolName = "run_shell_command"\n${lines}\n`;
	const read = (...rules: readonly string[]): Imported =>
		imported(importGeminiPolicy(rules.map(rule).join(""), "it", { trusting: false }));

	test.each([
		'commandPrefix = "ls"\ndecision = "allow"\npriority = 1\nmodes = ["autoEdit"]',
		'commandPrefix = "ls"\ndecision = "allow"\npriority = 1\ninteractive = true',
		'commandPrefix = "ls"\ndecision = "allow"\npriority = 1\nsubagent = "x"',
		'commandPrefix = "ls"\ndecision = "allow"\npriority = 1\nmcpName = "x"',
		'commandPrefix = "ls "\ndecision = "allow"\npriority = 1',
		'commandPrefix = "ls; rm"\ndecision = "allow"\npriority = 1',
		'commandRegex = "l[st]"\ndecision = "allow"\npriority = 1',
		'argsPattern = "ls"\ndecision = "allow"\npriority = 1',
	])("a grant that holds at times only, or that no pattern says, is left out: %s", (lines) => {
		const found = read(lines);
		expect([effectOf(found, "ls"), told(found)[0]]).toEqual(["ask", "left-out rule 1"]);
	});

	test("a denial that holds at times only holds always", () => {
		const found = read('commandPrefix = "rm"\ndecision = "deny"\npriority = 1\nmodes = ["plan"]\ndenyMessage = "No."');
		expect([effectOf(found, "rm x"), told(found)[0]]).toEqual(["deny", "tighter rule 1"]);
		expect(found.policy).toContain('deny rm because "No."');
	});

	test.each(['modes = ["plan"]', 'modes = ["default", "autoEdit", "plan"]', "interactive = true", 'subagent = "x"'])(
		"a question that holds at times only lifts no denial that comes after it: %s",
		(condition) => {
			const asked = `commandPrefix = "rm"\ndecision = "ask_user"\npriority = 100\n${condition}`;
			const denied = 'decision = "deny"\npriority = 1';
			expect(effectOf(read(asked, denied), "rm x")).toBe("deny");
			expect(effectOf(read(asked.replace('commandPrefix = "rm"\n', ""), denied), "rm x")).toBe("deny");
			expect(effectOf(read(asked, denied.replace("deny", "allow")), "rm x")).toBe("ask");
			const found = read(
				asked,
				'commandPrefix = "rm x"\ndecision = "allow"\npriority = 9',
				'commandPrefix = "ls"\ndecision = "allow"\npriority = 8',
				denied,
			);
			expect(["rm x", "rm y", "ls", "cat"].map((line) => effectOf(found, line))).toEqual([
				"ask",
				"deny",
				"allow",
				"deny",
			]);
			expect(told(found)[0]).toBe("tighter rule 1");
		},
	);

	test("the priority decides, and not the place", () => {
		const found = read(
			'commandPrefix = "ls"\ndecision = "allow"\npriority = 5',
			'decision = "deny"\npriority = 1',
			'commandPrefix = "cat"\ndecision = "allow"\npriority = 0',
		);
		expect(["ls", "cat x", "rm"].map((line) => effectOf(found, line))).toEqual(["allow", "deny", "deny"]);
	});

	test.each([
		['decision = "maybe"\npriority = 1', /none of `allow`/],
		['decision = "deny"', /`priority` should be/],
		['decision = "deny"\npriority = 1000', /`priority` should be/],
		['decision = "deny"\npriority = 1\nunless = 1', /`unless` is not known/],
		['decision = "deny"\npriority = 1\ncommandPrefix = 1', /should be a text/],
		['decision = "deny"\npriority = 1\ncommandPrefix = "a"\ncommandRegex = "a"', /exclude each other/],
	])("refuses %j as a whole", (lines, message) => {
		expect(importGeminiPolicy(rule(lines), "it", { trusting: false })).toMatchObject({
			message: expect.stringMatching(message),
		});
	});
});

describe("the place of what is wrong in a policy of Gemini CLI", () => {
	const fine = '[[rule]]\ntoolName = "x"\ndecision = "allow"\npriority = 1\n\n';

	test.each([
		["a value", `${fine}[[rule]]\ntoolName = "x"\ndecision = "maybe"\n`, 8],
		["a key that is not there", `${fine}[[rule]]\ntoolName = "x"\n`, 6],
		["a key that is not known", `${fine}[[rule]]\ntoolName = "x"\npriority = 1\nunless = 1\n`, 9],
		["a table that is not known", `${fine}[other]\nx = 1\n`, 6],
		["a table in a table", `${fine}[a.b]\nx = 1\n`, 6],
		["a rule that is no table", "\nrule = [1]\n", 2],
		["a rule in one line", `\nrule = [\n{ toolName = "x", decision = "maybe" }]\n`, 3],
		["a condition", `${fine}[[rule]]\ntoolName = "x"\ndecision = "allow"\npriority = 1\nmodes = 1\n`, 10],
	])("is its line: %s", (_name, text, line) => {
		const read = importGeminiPolicy(text, "it", { trusting: false });
		expect("at" in read ? text.slice(0, read.at).split("\n").length : read).toBe(line);
	});
});

describe("opencode's permissions", () => {
	const read = (value: object): Imported =>
		imported(importOpencodePermissions(JSON.stringify(value), "it", { trusting: false }));

	test("an agent has what holds for all, and its own behind it", () => {
		const found = read({
			permission: { bash: { "*": "ask", "ls *": "allow", "rm *": "deny" } },
			agent: { review: { permission: { bash: { "*": "deny", "ls *": "allow" } } }, "a b": { permission: "allow" } },
		});
		expect(["ls", "rm x", "pwd"].map((line) => effectOf(found, line))).toEqual(["allow", "deny", "ask"]);
		expect(["ls", "rm x", "pwd"].map((line) => effectOf(found, line, "review"))).toEqual(["allow", "deny", "deny"]);
		expect(told(found)).toContain("left-out agent.a b.permission");
	});

	test("a permission may be a word, and a name of one a pattern", () => {
		expect(effectOf(read({ permission: "deny" }), "ls")).toBe("deny");
		expect(effectOf(read({ permission: { "*": "deny" } }), "ls")).toBe("deny");
		expect(effectOf(read({ permission: { "*": "deny", bash: "allow" } }), "ls")).toBe("allow");
		expect(effectOf(read({ permission: { edit: "allow" } }), "ls")).toBe("ask");
	});

	test.each([
		["{}", /no `permission`/],
		['{"permission":{"bash":"maybe"}}', /none of `allow`/],
		['{"permission":{"bash":{"ls":true}}}', /none of `allow`/],
		['{"permission":[]}', /should be an object/],
	])("refuses %s", (text, message) => {
		expect(importOpencodePermissions(text, "it", { trusting: false })).toMatchObject({
			message: expect.stringMatching(message),
		});
	});
});

describe("Amp's permissions", () => {
	const read = (...entries: readonly object[]): Imported =>
		imported(importAmpPermissions(JSON.stringify({ "amp.permissions": entries }), "it", { trusting: false }));

	test("an allowed text is no gate for what stands behind it in the line", () => {
		const found = read({ tool: "Bash", matches: { cmd: "ls *" }, action: "allow" });
		expect(["ls x", "ls x; rm y", "ls $(rm y)"].map((line) => effectOf(found, line))).toEqual(["allow", "ask", "deny"]);
	});

	test.each([
		[{ tool: "Bash", matches: { cmd: "ls *" }, action: "allow", context: "thread" }, "left-out"],
		[{ tool: "Bash", matches: { cmd: "ls *", timeout: 1 }, action: "allow" }, "left-out"],
		[{ tool: "Bash", matches: { cmd: "/ls/" }, action: "allow" }, "left-out"],
		[{ tool: "unknown", action: "allow" }, "left-out"],
		[{ tool: "Bash", matches: { cmd: "ls *" }, action: "delegate", to: "x" }, "tighter"],
	])("%j is told, and allows nothing", (entry, verdict) => {
		const found = read(entry);
		expect([effectOf(found, "ls x"), found.remarks[0]?.verdict]).toEqual(["ask", verdict]);
	});

	test.each([
		{ context: "subagent" },
		{ matches: { cwd: "/x" } },
		{ matches: { cmd: "rm *", cwd: "/x" } },
		{ tool: "async_shell_command" },
	])("a question that holds at times only lifts no denial that comes after it: %j", (condition) => {
		const found = read({ tool: "Bash", action: "ask", ...condition }, { tool: "Bash", action: "reject" });
		expect([effectOf(found, "rm x"), found.remarks[0]?.verdict]).toEqual(["deny", "tighter"]);
	});

	test("what is allowed under one name of the shell is left out, and under all of them carried over", () => {
		const entry = { action: "allow", matches: { cmd: "ls *" } };
		expect(effectOf(read({ tool: "async_shell_command", ...entry }), "ls x")).toBe("ask");
		expect(effectOf(read({ tool: "*shell_command", ...entry }), "ls x")).toBe("allow");
	});

	test("a denial under further conditions holds without them", () => {
		const found = read({
			tool: "*",
			matches: { cmd: "rm *", x: 1 },
			action: "reject",
			context: "subagent",
			message: "No.",
		});
		expect(effectOf(found, "rm x")).toBe("deny");
	});

	test.each([
		["{}", /no `amp.permissions`/],
		['[{"tool":"Bash","action":"maybe"}]', /none of `allow`/],
		['[{"action":"allow"}]', /tool` should be a text/],
		['[{"tool":"Bash","action":"allow","matches":{"cmd":1}}]', /should be a text/],
	])("refuses %s", (text, message) => {
		expect(importAmpPermissions(text, "it", { trusting: false })).toMatchObject({
			message: expect.stringMatching(message),
		});
	});
});

describe("Copilot CLI's options", () => {
	const read = (text: string): Imported => imported(importCopilotFlags(text, "it", { trusting: false }));

	test("are read from a command line, denials first", () => {
		const found = read(
			"#!/bin/sh\ncopilot --allow-tool='shell(git:*)' \\\n  --allow-tool \"shell(ls)\" --deny-tool 'shell(git push)' --allow-tool task\n",
		);
		expect(["git status", "ls x", "git push x", "rm x"].map((line) => effectOf(found, line))).toEqual([
			"allow",
			"allow",
			"deny",
			"ask",
		]);
		expect(told(found)).toContain("left-out line 3");
	});

	test.each([
		["--deny-tool 'shell(git push)' 'shell(rm)'", "deny"],
		["--deny-tool 'shell(git push),shell(rm)'", "deny"],
		["--deny-tool='shell(git push)' 'shell(rm)'", "deny"],
		["--deny-tool \\\n 'shell(git push)' \\\n 'shell(rm)'", "deny"],
		["--deny-tool\nshell(x)\nshell(rm)\n", "deny"],
		["--excluded-tools shell", "deny"],
		["--excluded-tools=web_fetch,bash", "deny"],
		["--deny-tool 'shell(git push)' && shell(rm)", "allow"],
		["-- --deny-tool 'shell(rm)'", "allow"],
	])("%s: of several tools behind an option none gets lost", (options, effect) => {
		expect(effectOf(read(`copilot --allow-all-tools ${options}`), "rm x")).toBe(
			effect === "allow" ? effectOf(read("copilot --allow-all-tools"), "rm x") : effect,
		);
	});

	test("several tools are allowed behind a blank, and one behind a sign", () => {
		const found = read("copilot --allow-tool 'shell(ls)' 'shell(cat)' --allow-tool='shell(wc)' 'shell(sort)'");
		expect(["ls", "cat x", "wc x", "sort x"].map((line) => effectOf(found, line))).toEqual([
			"allow",
			"allow",
			"allow",
			"ask",
		]);
	});

	test.each(["--available-tools write", "--allow-all-paths", "--add-dir /x", "--disallow-temp-dir"])(
		"what else they say of permissions is left out, and told: %s",
		(option) => {
			const found = read(`copilot --allow-tool 'shell(ls)' ${option}`);
			expect(found.remarks).toContainEqual(expect.objectContaining({ verdict: "left-out", source: option }));
		},
	);

	test.each([
		["copilot --deny-tool --allow-all-tools", /names no tool/],
		["copilot -p x", /there is no `--allow-tool`/],
		["copilot --deny-tool", /names no tool/],
		["copilot --allow-tool 'shell(ls", /does not end/],
	])("refuses %j", (text, message) => {
		expect(importCopilotFlags(text, "it", { trusting: false })).toMatchObject({
			message: expect.stringMatching(message),
		});
	});
});
