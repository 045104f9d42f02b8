import { describe, expect, test } from "@jest/globals";
import { readSuite } from "../../../src/authoring/suite/read-suite.js";
import { runSuite } from "../../../src/authoring/suite/run-suite.js";
import type { World } from "../../../src/engine/request/paths.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world: World = { workspace: "/repo", home: "/home/user", linkAt: () => "none" };

const { tree } = loadText(
	"policy.rules",
	`agent default {
  default deny
  allow ls
  allow rm within build
  allow cat
  deny git because "No." id no-git
  nudge grep use file.search
  environment accept CI
}
agent writer extends default {
  override allow git add
}
`,
	{ cwd: "/nowhere" },
);

function run(text: string) {
	if (tree === undefined) throw new Error("there is no tree");
	const { value, diagnostics } = readSuite("a.suite.yaml", `cases:\n${text}`);
	expect(diagnostics).toEqual([]);
	return runSuite(value, tree, world);
}

/** Did the cases pass? */
function passed(text: string): readonly boolean[] {
	const { value, diagnostics } = run(text);
	expect(diagnostics).toEqual([]);
	return value.map((one) => one.passed);
}

describe("a case", () => {
	test("passes when the answer is the expected one", () => {
		expect(passed("- { run: [ls, git add x], expect: { default: deny, writer: allow } }")).toEqual([
			false,
			true,
			true,
			true,
		]);
	});

	test("wants its rule to decide", () => {
		expect(passed("- { run: git push, expect: deny, rule: no-git }")).toEqual([true]);
		expect(passed("- { run: nothing, expect: deny, rule: no-git }")).toEqual([false]);
	});

	test("is decided in its folder, from the workspace", () => {
		expect(passed("- { run: rm x, expect: deny }\n- { run: rm x, cwd: build, expect: allow }")).toEqual([true, true]);
	});

	test("has its variables, its tools and its force", () => {
		expect(passed("- { run: ls, env: { CI: 1 }, expect: allow }\n- { run: ls, env: { X: 1 }, expect: deny }")).toEqual([
			true,
			true,
		]);
		expect(
			passed(
				"- { run: grep x, expect: nudge }\n- { run: grep x, tools: [], expect: allow }\n- { run: grep x, forced: true, expect: allow }",
			),
		).toEqual([true, true, true]);
	});

	test("whose request is none fails whatever it expects", () => {
		expect(passed('- { run: "ls \\uD800", expect: deny }\n- { argv: [""], expect: deny }')).toEqual([false, true]);
	});
});

test("an agent that the policy does not have is a fault, told once for each place", () => {
	const { value, diagnostics } = run("- { run: [ls, cat], agents: [default, wirter], expect: deny }");
	expect(value).toEqual([]);
	expect(diagnostics).toMatchObject([
		{
			code: "unknown-agent",
			message: "the policy has no agent `wirter`",
			help: "did you mean `writer`?",
			span: { start: 45, end: 51 },
		},
	]);
});
