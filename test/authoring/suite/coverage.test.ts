import { describe, expect, test } from "@jest/globals";
import { type AgentCoverage, coverage } from "../../../src/authoring/suite/coverage.js";
import { decide } from "../../../src/engine/decide/decide.js";
import type { World } from "../../../src/engine/request/paths.js";
import type { Request } from "../../../src/engine/request/request.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world: World = { workspace: "/repo", home: "/home/user", linkAt: () => "none" };

/** How far requests reach under a policy. */
function covered(policy: string, requests: readonly (string | Request)[], name = "p.rules"): readonly AgentCoverage[] {
	const { tree } = loadText(name, policy, { cwd: "/nowhere" });
	if (tree === undefined) throw new Error("there is no tree");
	const asked = requests.map((one): Request => (typeof one === "string" ? { script: one } : one));
	return coverage(
		tree,
		asked.map((request) => ({ request, decision: decide(tree, request, world) })),
		world,
	);
}

/** What was never tried of the rules of the agent `default`: `2: cat, except rm`. */
function untried(rules: string, ...requests: readonly (string | Request)[]): readonly string[] {
	const [found] = covered(`agent default {\n${rules}\n}\n`, requests);
	return (found as AgentCoverage).untried.map(
		({ rule, alternatives, exceptions }) =>
			`${rule.line}: ${[...alternatives, ...exceptions.map((one) => `except ${one}`)].join(", ")}`,
	);
}

describe("rules", () => {
	const policy = `agent default {
  default deny
  allow ls
  allow cat
  deny git id no-git
}
agent writer extends default {
  override allow git add
}
`;

	test("count when they decided a command, agent by agent, a script's parts included", () => {
		const found = covered(policy, ["ls", "env git push", { script: "cat x", agent: "writer" }, "ls && ls"]);
		expect(found.map(({ agent, rules, decided, percent }) => [agent, rules, decided, percent])).toEqual([
			["default", 3, 2, 66],
			["writer", 4, 1, 25],
		]);
		expect(found[1]?.undecided.map(({ id }) => id)).toEqual(["p.rules:3", "no-git", "p.rules:8"]);
	});

	test("do not count for what was refused before any rule was asked", () => {
		expect(covered(policy, ["ls &", "'", "ls > x"])[0]).toMatchObject({ decided: 0 });
	});

	test("of one line are told apart", () => {
		const yaml = "agents: { default: { default: deny, rules: [{ allow: ls }, { allow: cat }] } }\n";
		expect(covered(yaml, ["cat"], "p.rules.yaml")).toMatchObject([{ rules: 2, decided: 1, undecided: [{ line: 1 }] }]);
	});

	test("that an agent does not have are covered", () => {
		expect(covered("agent default {\n  default deny\n}\n", [])).toEqual([
			{ agent: "default", rules: 0, decided: 0, percent: 100, undecided: [], conditions: 0, tried: 0, untried: [] },
		]);
	});
});

describe("conditions", () => {
	test("are the patterns of a rule that has several", () => {
		expect(untried("allow ls, cat, git log -p", "ls")).toEqual(["2: `cat`, `git log -p`"]);
		expect(untried("deny ls, cat, exactly git", "cat x", "git", "ls")).toEqual([]);
		expect(untried("allow ls", "ls")).toEqual([]);
	});

	test("are tried only by commands that the rule decided", () => {
		expect(untried("allow ls, cat\ndeny cat", "ls", "cat")).toEqual(["2: `cat`"]);
	});

	test("are the options of which one is enough", () => {
		expect(untried("default allow\ndeny rm with -r, -f", "rm -r x")).toEqual(["3: `-f`"]);
	});

	test("are exceptions, tried by what the rule would have held for", () => {
		const rules = "default allow\ndeny git except git status, git log";
		expect(untried(rules, "git push")).toEqual(["3: except `git status`, except `git log`"]);
		expect(untried(rules, "git push", "git status")).toEqual(["3: except `git log`"]);
	});

	test("of several patterns share their exceptions", () => {
		expect(untried("default allow\ndeny git, hg without --help", "git x", "hg x", "hg --help")).toEqual([]);
		expect(untried("default allow\ndeny git, hg without --help", "git x", "hg x")).toEqual(["3: except `--help`"]);
	});

	test("are not what an override took out: that is the override's to test", () => {
		const policy =
			"agent default {\n  default deny\n  deny git\n}\nagent writer extends default {\n  override allow git add\n}\n";
		const [, writer] = covered(policy, [{ script: "git push", agent: "writer" }]);
		expect(writer).toMatchObject({ agent: "writer", conditions: 0, tried: 0, untried: [] });
	});

	test("of a nudge do not ask for force", () => {
		expect(untried("default deny\nnudge grep, rg use file.search", "grep x")).toEqual(["3: `rg`"]);
	});

	test("of a constraint are what lies inside", () => {
		const rules = "default allow\nconstrain writes of rm, mv to build";
		expect(untried(rules, "rm /etc/x")).toEqual(["3: `mv`, except every path that is written lies inside `build`"]);
		expect(untried(rules, "rm /etc/x", "mv build/x build/y", "mv x y")).toEqual([]);
	});

	test("count for rules that decided nothing as well, which are told of once", () => {
		expect(covered("agent default {\n  allow ls, cat\n}\n", [])).toMatchObject([
			{ conditions: 2, tried: 0, untried: [] },
		]);
	});
});
