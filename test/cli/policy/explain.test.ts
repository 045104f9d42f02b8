import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const cwd = folder({
	"policy.rules":
		'agent default {\n  default deny\n  allow ls within .\n  locked deny git because "No." id no-git\n}\nagent writer extends default {\n  allow git fetch\n}\n',
	"broken.rules": "agent {",
});
const explain = (...words: string[]) => rules(["explain", ...words], { cwd });

describe("an explanation", () => {
	test("begins with what `check` says, and ends as it does", () => {
		for (const words of [
			["--", "ls"],
			["--", "git", "x"],
			["--script", "ls 'a"],
			["--", "env", "git"],
		]) {
			const check = rules(["check", ...words], { cwd });
			const explained = explain(...words);
			expect(explained.out.startsWith(check.out)).toBe(true);
			expect(explained.code).toBe(check.code);
		}
	});

	test("names the rule that decided, and those that came near", () => {
		const { out } = explain("--agent", "writer", "--", "git", "fetch");
		expect(out).toContain("\ngit fetch: deny, by policy.rules:4 (no-git)\n");
		expect(out).toContain("    deny policy.rules:4 (no-git) (locked, inherited from `default`): it decided\n");
		expect(out).toContain("    allow policy.rules:7: it grants this, but something stricter holds\n");
	});

	test("shows what is missing, and how the words were read", () => {
		const { out } = explain("--", "ls", "-l", "/etc");
		expect(out).toContain("    options `-l`\n    operands `/etc`\n  what it does:\n    reads    surely   `/etc`\n");
		expect(out).toContain("    no rule grants it: the default is `deny`\n");
		expect(out).toContain(
			"    allow policy.rules:3: it does not fit, because of\n      no       every path lies inside `.`\n",
		);
	});

	test("shows ten paths of many, and with `--all` every one", () => {
		const many = folder({
			"policy.rules": "default deny\nallow find granting everything\nallow cat within .\n",
			...Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`src/${at}.txt`, ""])),
		});
		const asked = ["--", "find", "src", "-name", "*.txt", "-exec", "cat", "{}", "+"];
		const said = (...more: string[]): readonly string[] =>
			rules(["explain", ...more, ...asked], { cwd: many })
				.out.split("\n")
				.filter((line) => line.includes(".txt`, which is"));
		expect([said().length, said("--all").length]).toEqual([10, 15]);
		expect(rules(["explain", ...asked], { cwd: many }).out).toContain("    5 more paths: `--all` shows them\n");
	});

	test("asks nothing twice, shows the five rules that came nearest, and with `--all` every rule and every word", () => {
		const words = ["--rules", "guard", "--", "git", "checkout", "--", "x"];
		const [short, whole] = [explain(...words).out.split("\n"), explain("--all", ...words).out.split("\n")];
		const path = short.slice(
			short.indexOf("  the path to the answer:") + 1,
			short.indexOf("  rules about this program:"),
		);
		expect(path.length).toBeGreaterThan(10);
		expect(new Set(path).size).toBe(path.length);
		const missing = (lines: readonly string[]): number =>
			lines.filter((line) => line.endsWith("it does not fit, because of")).length;
		expect(missing(short)).toBe(5);
		expect(short).toContain(`    ${missing(whole) - 5} more do not fit: \`--all\` shows them`);
		// The nearest first: each misses by no more than the next.
		const misses = short
			.slice(short.indexOf("  rules about this program:"))
			.join("\n")
			.split(/\n {4}\S/)
			.filter((one) => one.includes("it does not fit"))
			.map((one) => one.split("\n").length);
		expect(misses).toEqual(misses.toSorted((a, b) => a - b));
		const longest = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length));
		expect(longest(short)).toBeLessThan(300);
		expect(longest(whole)).toBeGreaterThan(1000);
	});

	test("has an entry for each command", () => {
		const { out } = explain("--", "env", "git", "push");
		expect(out).toContain("\nenv git push: deny\n");
		expect(out).toContain("\ngit push: deny, by policy.rules:4 (no-git)\n");
	});
});

test("JSON has the decision and the way to it", () => {
	const { code, out } = explain("--json", "--", "git", "push");
	expect(code).toBe(1);
	const explanation = JSON.parse(out) as { decision: unknown; commands: unknown[] };
	expect(valid("decision", explanation.decision)).toEqual([]);
	expect(explanation).toMatchObject({
		default: "deny",
		commands: [{ decision: { effect: "deny" }, reading: { known: true } }],
	});
});

describe("the smallest edit", () => {
	test("stands behind the explanation, with its place and what it changes besides", () => {
		expect(explain("--", "kubectl", "get", "pods").out).toMatch(
			/\nto allow it: add `allow kubectl get` to agent `default` \(policy\.rules:5\)\n {2}this also allows: `kubectl get` \(also for `writer`\)\n$/,
		);
		expect(explain("--", "ls").out).toMatch(/\nto deny it: add `deny ls` to agent `default` \(policy\.rules:5\)\n/);
	});

	test("is one of several, which `--all` shows", () => {
		const { out } = explain("--all", "--", "kubectl", "get", "pods");
		expect(out).toContain("\nor: add `allow exactly kubectl get pods` to agent `default` (policy.rules:5)\n");
	});

	test("is none below a locked rule", () => {
		expect(explain("--agent", "writer", "--", "git", "fetch").out).toMatch(
			/\nto allow it: no change below helps: policy\.rules:4 \(no-git\) is locked; whoever may change that rule decides\n$/,
		);
	});

	test("is none for what can't be read", () => {
		expect(explain("--script", "ls 'a").out).toMatch(/\nto allow it: it can't be read for certain, .*\n$/);
	});

	test("writes no file", () => {
		const before = readFileSync(join(cwd, "policy.rules"), "utf8");
		explain("--all", "--", "kubectl");
		expect(readFileSync(join(cwd, "policy.rules"), "utf8")).toBe(before);
	});

	test("is data in JSON", () => {
		const { out } = explain("--json", "--", "kubectl", "get", "pods");
		const { edits } = JSON.parse(out) as { edits: { edits: unknown[] } };
		expect(edits).toMatchObject({ to: "allow", locked: [] });
		expect(edits.edits[0]).toEqual({
			changes: [{ action: "add", agent: "default", file: "policy.rules", line: 5, after: "allow kubectl get" }],
			besides: {
				commands: ["default", "writer"].map((agent) => ({
					agent,
					command: "kubectl get",
					forced: false,
					before: "deny",
					after: "allow",
				})),
				settings: [],
				others: false,
				settled: true,
			},
		});
	});
});

describe("ends with 2", () => {
	test.each([
		["for a broken policy", ["--rules", "broken.rules", "--", "ls"], /^error\[syntax-error\]/],
		[
			"without a command",
			[],
			/^error: there is no command to decide\nhelp: put it behind `--`: `rules explain -- git status`, or give `--script`\n$/,
		],
		[
			"for an unknown agent",
			["--agent", "writr", "--", "ls"],
			/^error: the policy has no agent `writr`\nhelp: did you mean `writer`\?\n$/,
		],
	])("%s", (_, words, err) => {
		const ended = explain(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});

	test("in JSON, with the diagnostics", () => {
		const { code, out } = explain("--json", "--rules", "broken.rules", "--", "ls");
		expect(code).toBe(2);
		expect(valid("decision", (JSON.parse(out) as { decision: unknown }).decision)).toEqual([]);
	});
});
