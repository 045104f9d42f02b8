/** Expectations and suites that say what came before. */
import { describe, expect, test } from "@jest/globals";
import { checkExpectations } from "../../../src/authoring/suite/expectations.js";
import { readSuite } from "../../../src/authoring/suite/read-suite.js";
import { runSuite } from "../../../src/authoring/suite/run-suite.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const };
const rules = `default deny
allow npm test, npm install, cat
ask rm
allow git push after exactly npm test since npm install last 30m
deny cat after failed cat
allow gh pr merge after approved rm
allow git fetch after exactly npm test same branch
`;

function loaded(text: string, name = "p.rules") {
	const { policy, tree, diagnostics } = loadText(name, text);
	expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
	if (tree === undefined) throw new Error("it has no tree");
	return { policy, tree };
}

function failing(lines: string): readonly (string | undefined)[] {
	const { policy, tree } = loaded(rules + lines);
	return checkExpectations(policy, tree, world).flatMap(({ passed, why }) => (passed ? [] : [why]));
}

describe("an expectation says what came before", () => {
	test("and how it ended, and when", () => {
		expect(
			failing(`expect deny: git push
expect allow after "npm test": git push
expect allow after passed "npm test" 5m ago: git push
expect deny after "npm test" 2h ago: git push
expect deny after failed "npm test": git push
expect deny after unknown "npm test": git push
expect deny after "npm test" after running "npm install": git push
expect allow after "npm install" after "npm test" after "cat a": git push
expect deny after running "npm test" "git push"
expect deny after failed "cat x": cat y
expect allow after approved "rm x": gh pr merge 1
expect deny after denied "rm x": gh pr merge 1
expect allow when branch is main at 2026-11-26T10:00Z after "npm test" 10m ago: git push
expect allow when branch is main after "npm test": git fetch
`),
		).toEqual([]);
	});

	test("and what the policy does not let through can't have come before", () => {
		expect(failing('expect deny after "git push": cat x\n')).toEqual([
			"it is `deny`, not `deny`: `git push` is to come before it, and can't: `git push` is not allowed yet: It needs `exactly npm test` before it: run that first, then this.",
		]);
		expect(failing('expect allow after denied "git push": cat x\n')).toEqual([]);
	});

	test.each([
		['expect allow after "npm test" 9999d ago: git push', "`9999d` is no time"],
		['expect allow after "npm test" 5m ago after "cat x" 1h ago: git push', "`cat x` stands behind what came later"],
	])("a fault: %s", (line, message) => {
		expect(loadText("p.rules", `${rules}${line}\n`).diagnostics.map((one) => one.message)).toEqual([message]);
	});

	test("in YAML, too", () => {
		const { policy, tree } = loaded(
			`statements:
- default: deny
- allow: [npm test, npm install]
- { allow: git push, after: { events: [exactly npm test], since: npm install } }
- { expect: allow, after: [npm test], command: git push }
- { expect: deny, after: [{ run: npm test, ended: failed, ago: 5m }], command: git push }
- { expect: deny, after: [npm test, { run: npm install, ended: running }], command: git push }
`,
			"p.rules.yaml",
		);
		expect(checkExpectations(policy, tree, world).map(({ passed }) => passed)).toEqual([true, true, true]);
		const fault = loadText(
			"p.rules.yaml",
			"statements:\n- { expect: deny, after: [{ run: ls, ended: gone }], command: ls }\n",
		);
		expect(fault.diagnostics.map(({ message }) => message)).toEqual(["`gone` can't stand here"]);
	});
});

test("a case of a suite says what came before, in which session, and what was so", () => {
	const { tree } = loaded(rules);
	const { value, diagnostics } = readSuite(
		"a.suite.yaml",
		`cases:
- { run: git push, after: npm test, expect: allow }
- { run: git push, after: [npm test, { run: npm install, ended: running }], expect: deny }
- { run: git push, after: [{ run: npm test, session: other }], expect: deny }
- { run: git push, after: [{ run: npm test, ago: 31m }], expect: deny }
- { run: git fetch, facts: { branch: main }, after: [npm test], expect: allow }
- { run: git fetch, facts: { branch: main }, after: [{ run: npm test, facts: { branch: x } }], expect: deny }
- { run: cat x, after: [git push], expect: allow }
`,
	);
	expect(diagnostics).toEqual([]);
	const { value: results } = runSuite(value, tree, world);
	expect(results.map(({ passed }) => passed)).toEqual([true, true, true, true, true, true, false]);
});
