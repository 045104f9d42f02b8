/** A decision whole: what it says beside its effect, and what it says when something is amiss. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { permit } from "../../../src/engine/decide/permit.js";
import { ruleRef } from "../../../src/engine/decide/rule-ref.js";
import { worldFor } from "../../../src/engine/decide/subjects.js";
import type { Tree } from "../../../src/engine/decide/tree.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import type { Rule } from "../../../src/language/policy/policy.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world: World = { workspace: "/w", home: "/home/u", entriesOf: () => [], linkAt: () => "none" };

function treeOf(text: string): Tree {
	const { tree, diagnostics } = loadText("p.rules", text);
	if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
	return tree;
}

const tree = treeOf(`agent default {
  default deny
  syntax pipes, sequences, redirects, variables, substitutions, loops
  limit timeout 5s
  allow ls, env, npx, sh, git, newtool
  allow echo note "N."
  ask cp
  nudge mv use trash
  deny rm
  deny newtool /etc/*
}
agent b {
  unreadable ask
  sandbox require
  default deny
  limit timeout 5s
  allow ls
}
`);
const yes = { approvedBy: "ada" };
const limits = { timeout: 5_000 };

const answer = (request: Request, around = world, from = tree) => decide(from, request, around);

describe("what can't be decided is a denial", () => {
	test("where the world fails, with what it said", () => {
		const failing = (what: unknown): World => ({
			...world,
			linkAt: () => {
				throw what;
			},
		});
		const request: Request = { script: "ls /etc/x", agent: "b" };
		expect(answer(request, failing(new Error("no disk")))).toMatchObject({
			effect: "deny",
			code: "fault",
			agent: "b",
			message: "this could not be decided, so it is denied: no disk",
		});
		expect(answer(request, failing("torn")).message).toBe("this could not be decided, so it is denied: torn");
	});

	test("where the request can't even be read", () => {
		const request = {
			agent: "b",
			get argv(): string[] {
				throw new Error("gone");
			},
		};
		expect(answer(request as Request)).toMatchObject({
			effect: "deny",
			code: "fault",
			agent: "default",
			message: "this could not be decided, so it is denied: gone",
		});
	});

	test("where it is no request", () => {
		const { effect, code, agent, message } = answer({ argv: "ls" } as unknown as Request);
		expect([effect, code, agent]).toEqual(["deny", "fault", "default"]);
		expect(message).toMatch(/^this is no request, so it is denied: ./);
	});

	test("where the agent is not there, whatever it is called", () => {
		for (const agent of ["zz", "toString", "__proto__"])
			expect(answer({ argv: ["ls"], agent })).toMatchObject({
				effect: "deny",
				code: "unknown-agent",
				agent,
				message: `the policy has no agent \`${agent}\`; it has \`b\`, \`default\``,
			});
		expect(answer({ argv: ["ls"] }, world, { ...tree, agents: {} }).message).toBe("the policy has no agent `default`");
		expect(answer({ argv: ["ls"], agent: "toString" }, world, { ...tree, agents: {} }).code).toBe("unknown-agent");
	});
});

test.each<[Request, string, string]>([
	[
		{ argv: ["ls"], env: { X: "1" } },
		"environment",
		"the variable `X` is not accepted by the policy: `environment accept X`",
	],
	[{ script: "ls > a &" }, "syntax", "this uses background, which the policy does not allow in a command"],
	[
		{ script: "ls ((" },
		"unreadable",
		"this can't be read for certain, so it is denied: the shell would not accept it: unexpected token '('",
	],
])("%j is denied as a whole, with the agent's limits: %s", (request, code, message) => {
	const decision = answer(request);
	expect(decision).toMatchObject({ effect: "deny", code, message, limits, commands: [], sandbox: "off" });
	expect(permit(decision)).toBeUndefined();
});

test("what can't be read is a question where the agent says so, and a yes lets it run as it stands", () => {
	const decision = answer({ script: "ls | cat (", agent: "b" });
	expect(decision).toMatchObject({
		effect: "ask",
		code: "unreadable",
		sandbox: "require",
		message: "this can't be read for certain, so it is a question for a person: text that nothing accounts for",
	});
	expect(permit(decision)).toBeUndefined();
	expect(permit(decision, yes)?.decision).toBe(decision);
	const command = answer({ script: "./$(x", agent: "b" });
	expect(command.effect).toBe("ask");
});

describe("what may run", () => {
	test.each<[Request, string]>([
		[{ argv: ["ls"] }, "allow"],
		[{ script: "ls; echo a" }, "allow"],
		[{ script: "X=1" }, "allow"],
	])("%j needs nobody", (request, effect) => {
		const decision = answer(request);
		expect(decision.effect).toBe(effect);
		expect(permit(decision)?.decision).toBe(decision);
	});
	test("a question needs a yes; what is denied or nudged has none", () => {
		const question = answer({ argv: ["cp", "a", "b"] });
		expect(question.effect).toBe("ask");
		expect(permit(question)).toBeUndefined();
		expect(permit(question, { approvedBy: "" })).toBeUndefined();
		expect(permit(question, yes)?.decision).toBe(question);
		for (const argv of [["rm", "a"], ["mv", "a", "b"], ["nobody"]])
			expect(permit(answer({ argv }), yes)).toBeUndefined();
	});
});

test("a decision says what it has to say, and has no field for what it has not", () => {
	expect(answer({ argv: ["echo", "a"] })).toEqual({
		effect: "allow",
		code: "rule",
		agent: "default",
		commands: [
			{
				argv: ["echo", "a"],
				effect: "allow",
				code: "rule",
				rules: [{ id: expect.any(String), file: "p.rules", line: 6 }],
				message: "`echo a` is allowed.",
				use: [],
				doubt: false,
				start: 0,
				end: 6,
				note: "N.",
			},
		],
		rules: [{ id: expect.any(String), file: "p.rules", line: 6 }],
		message: "`echo a` is allowed.",
		use: [],
		limits,
		sandbox: "off",
		audit: "prefer",
		policy: tree.digest,
		note: "N.",
	});
	const plain = answer({ argv: ["ls"] });
	for (const one of [plain, ...plain.commands]) {
		expect(Object.keys(one)).not.toContain("note");
		for (const name of ["via", "worst", "approvals"]) expect(Object.keys(one)).not.toContain(name);
	}
});

test("whom a question waits for is no part of a denial", () => {
	const own = treeOf("default allow\nsyntax sequences\nask of release npm publish\ndeny rm\n");
	const denied = answer({ script: "npm publish; rm a" }, world, own);
	expect(denied.effect).toBe("deny");
	for (const name of ["worst", "approvals"]) expect(Object.keys(denied)).not.toContain(name);
	expect(answer({ script: "npm publish; ls" }, world, own)).toMatchObject({
		effect: "ask",
		approvals: [{ group: "release", needed: 1, missing: 1 }],
	});
});

test("a command whose facts may be others by then is decided again", () => {
	const own = treeOf(
		"default deny\nsyntax sequences\nallow git push when branch is main\nallow git switch, git status\n",
	);
	const quiet = Array.from({ length: 8 }, () => "git status").join("; ");
	const request: Request = { script: `git push; ${quiet}; git switch x; git push`, facts: { branch: "main" } };
	const effects = answer(request, world, own).commands.map(({ effect }) => effect);
	expect([effects[0], effects.at(-1)]).toEqual(["allow", "deny"]);
	expect(effects.slice(1, -1)).toEqual(Array.from({ length: 9 }, () => "allow"));
});

test("what another program runs names the place of that one", () => {
	const places = (script: string) => answer({ script }).commands.map(({ argv, via }) => [argv[0], via]);
	expect(places("env ls")).toEqual([
		["env", undefined],
		["ls", 0],
	]);
	expect(places("ls; env env ls; sh -c 'echo a; env ls'")).toEqual([
		["ls", undefined],
		["env", undefined],
		["env", 1],
		["ls", 2],
		["sh", undefined],
		["echo", 4],
		["env", 4],
		["ls", 6],
	]);
	expect(Object.keys(answer({ script: "env nobody" }).commands[1] ?? {})).toContain("via");
});

test.each<[Request, string, string | undefined, boolean]>([
	[{ script: "$X a" }, "this runs a command that can't be known from here: $X", "unreadable", true],
	[
		{ script: 'sh -c "$X"' },
		"this runs a command that can't be known from here, through another program: …",
		"unreadable",
		true,
	],
	[
		{ argv: ["file.read", "x"] },
		"`file.read` is the name of a tool's call: a program that is called so is named by its path",
		"unreadable",
		false,
	],
	[
		{ argv: ["npx", "tsc"] },
		"`tsc` is not allowed here: no rule allows it. Allowed are: echo, env, git, ls, newtool, npx, sh.",
		"default",
		false,
	],
	[{ argv: ["rm", "a"] }, "`rm a` is not allowed.", "rule", false],
])("%j: %s", (request, message, code, doubt) => {
	const decision = answer(request);
	expect(decision).toMatchObject({ effect: "deny", message, code });
	expect(decision.commands.some((one) => one.message === message && one.doubt === doubt && one.code === code)).toBe(
		true,
	);
});

test("a nudge names the tools that the agent has", () => {
	const nudged = (tools?: readonly string[]) => answer({ argv: ["mv", "a", "b"], ...(tools && { tools }) });
	expect(nudged()).toMatchObject({ effect: "nudge", use: ["trash"] });
	expect(nudged(["trash", "x"])).toMatchObject({ effect: "nudge", use: ["trash"] });
	expect(nudged(["x"])).toMatchObject({ effect: "allow", use: [] });
	expect(answer({ argv: ["mv", "a", "b"], force: true }).effect).toBe("allow");
});

test("a rule that may fit decides, and the answer says that it is a doubt", () => {
	const doubtful = treeOf(
		"agent default {\n default deny\n syntax variables\n allow tool\n deny tool a b id maybe\n}\n",
	);
	const decision = answer({ script: 'tool a "$X"' }, world, doubtful);
	expect(decision).toMatchObject({ effect: "deny", rules: [{ id: "maybe" }] });
	expect(decision.commands[0]?.doubt).toBe(true);
	expect(answer({ script: "tool a b" }, world, doubtful).commands[0]?.doubt).toBe(false);
});

test("home is what the request says, else the policy, else the machine", () => {
	const agent = (text: string) => treeOf(`agent default {\n${text}\n allow ls\n}\n`).agents.default?.agent;
	const plain = agent("");
	const set = agent(" environment set HOME=/set");
	if (plain === undefined || set === undefined) throw new Error("the agent is gone");
	expect(worldFor({ argv: ["ls"] }, plain, world).home).toBe("/home/u");
	expect(worldFor({ argv: ["ls"] }, set, world).home).toBe("/set");
	expect(worldFor({ argv: ["ls"], env: { HOME: "/asked" } }, set, world).home).toBe("/asked");
	const homeless: World = { workspace: "/w", entriesOf: () => [], linkAt: () => "none" };
	expect(worldFor({ argv: ["ls"] }, plain, homeless)).toBe(homeless);
});

test("the variables of each command are judged, also where commands share them", () => {
	const own = treeOf(`agent default {
  default deny
  syntax sequences
  environment accept A
  allow ls, tool
}
`);
	const effects = (script: string) =>
		answer({ script }, world, own).commands.map(({ effect, code }) => `${effect} ${code}`);
	expect(effects("A=1 ls; B=1 ls; ls")).toEqual(["allow rule", "deny environment", "allow rule"]);
	expect(effects("export B=1; tool; tool a")).toEqual(["deny environment", "deny environment", "deny environment"]);
});

test("a package that a rule names is granted with its runner, and no other", () => {
	const own = treeOf("agent default {\n default deny\n allow npx tsc, npx --yes eslint\n}\n");
	const effect = (...argv: string[]) => answer({ argv }, world, own).effect;
	expect(effect("npx", "tsc")).toBe("allow");
	expect(effect("npx", "tsc@5")).toBe("deny");
	expect(effect("npx", "jest")).toBe("deny");
	expect(effect("tsc")).toBe("deny");
	const any = treeOf("agent default {\n default deny\n allow npx\n}\n");
	expect(answer({ argv: ["npx", "tsc"] }, world, any).effect).toBe("deny");
});

test("what is granted to the program of a package behind its runner is not granted to the program, however often it is asked", () => {
	const own = treeOf("agent default {\n default deny\n syntax sequences\n allow npx tsc, ls\n}\n");
	const all = Array.from({ length: 5 }, () => "npx tsc; tsc; env tsc; ls").join("; ");
	const told = answer({ script: all }, world, own).commands.map(({ argv, via, effect }) => [
		argv[0],
		via !== undefined,
		effect,
	]);
	const once = [
		["npx", false, "allow"],
		["tsc", true, "allow"],
		["tsc", false, "deny"],
		["env", false, "deny"],
		["tsc", true, "deny"],
		["ls", false, "allow"],
	];
	expect(told).toEqual(Array.from({ length: 5 }, () => once).flat());
});

test("what is granted behind one runner of packages is not granted behind another, however often it is asked", () => {
	const own = treeOf("agent default {\n default deny\n syntax sequences\n allow npx tsc\n}\n");
	const all = Array.from({ length: 5 }, () => "npx tsc; bunx tsc").join("; ");
	const inner = answer({ script: all }, world, own).commands.filter(({ argv }) => argv[0] === "tsc");
	expect(inner.map(({ effect }) => effect)).toEqual(Array.from({ length: 5 }, () => ["allow", "deny"]).flat());
});

test("a rule is found by its file and line", () => {
	const rule = tree.agents.default?.rules.find(({ use }) => use.includes("trash")) as Rule;
	expect(ruleRef(tree, rule)).toMatchObject({ file: "p.rules", line: 8 });
	expect(ruleRef(tree, rule)).toBe(ruleRef(tree, rule));
	expect(ruleRef({ ...tree, lines: {} }, { ...rule })).toMatchObject({ file: "p.rules", line: 1 });
});

test("nothing of a decision can be written", () => {
	const decision = answer({ argv: ["ls"] });
	expect(Object.isFrozen(decision)).toBe(true);
});
