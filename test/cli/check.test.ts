import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules, shell } from "./cli.js";
import { valid } from "./schemas.js";

const policy = `agent default {
  allow ls, cat within .
  allow node
  deny git use vcs because "Use the version-control tools." id no-git
  nudge grep use file.search because "Plain search lacks context." note "Ask the team."
  ask npm publish
  syntax pipes
}
agent writer extends default {
  override allow git fetch
}
`;
const here = folder({
	"policy.rules": policy,
	"sub/deep/file": "",
	"broken.rules": "agent default {\n  deny @shels\n}\n",
});
const check = (...words: string[]) => rules(["check", ...words], { cwd: here });

describe("the answer", () => {
	test("yes ends with 0", () => {
		expect(check("--", "ls", "-l")).toEqual({
			code: 0,
			out: "allow: `ls -l` is allowed.\n  rule: policy.rules:2\n",
			err: "",
		});
	});

	test("no ends with 1 and names the rule", () => {
		expect(check("--", "git", "push", "-f")).toEqual({
			code: 1,
			out: "deny: Use the version-control tools. Use vcs instead.\n  rule: policy.rules:4 (no-git)\n",
			err: "",
		});
	});

	test("a nudge and a question are no, too", () => {
		expect(check("--", "grep", "x")).toEqual({
			code: 1,
			out: "nudge: Plain search lacks context. Use file.search instead.\n  rule: policy.rules:5\n  note: Ask the team.\n",
			err: "",
		});
		expect(check("--", "npm", "publish").code).toBe(1);
	});

	test("of a forced nudge is yes, of a forced denial no", () => {
		expect(check("--force", "--", "grep", "x").code).toBe(0);
		expect(check("--force", "--", "git", "push").code).toBe(1);
	});

	test("depends on the agent", () => {
		expect(check("--agent", "writer", "--", "git", "fetch").code).toBe(0);
		expect(check("--", "git", "fetch").code).toBe(1);
	});

	test("takes what stands behind `--` as the command, options of our own included", () => {
		expect(check("--", "ls", "--json", "--force").out).toContain("`ls --json --force`");
		expect(check("--", "ls", "--", "--help").out).toContain("`ls -- --help`");
	});

	test("tells every command of a wrapper", () => {
		expect(check("--", "env", "git", "push")).toEqual({
			code: 1,
			out: [
				"deny: `env git push` is not allowed here: no rule allows it. Allowed are: cat, ls, node.",
				"  commands:",
				"    deny   env git push  no rule: the default",
				"    deny   git push      policy.rules:4 (no-git)",
				"",
			].join("\n"),
			err: "",
		});
	});

	test("for a script that can't be read shows the place", () => {
		const { code, out } = check("--script", "ls 'a");
		expect(code).toBe(1);
		expect(out).toMatch(/^deny: this can't be read for certain, so it is denied: .*\n {2}\| ls 'a\n {2}\| {4}\^\n$/);
	});

	test("shows nothing that steers the terminal", () => {
		const { out } = check("--", "ls", "\u200b[31m", "a\nb");
		expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
		expect(out).toContain("'\\u{200b}[31m' 'a\\u{a}b'");
		const steering = check("--", "ls", "\u001b[31m");
		expect(steering.out.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
		expect(steering.out).toContain("U+001B");
	});
});

describe("--json", () => {
	test("prints the decision in one line", () => {
		const { code, out, err } = check("--json", "--", "git", "push", "-f");
		expect([code, err]).toEqual([1, ""]);
		expect(out).toMatch(/^\{"effect":"deny","message":.*\}\n$/);
		const decision: unknown = JSON.parse(out);
		expect(decision).toMatchObject({
			effect: "deny",
			message: "Use the version-control tools. Use vcs instead.",
			use: ["vcs"],
			rules: [{ id: "no-git", file: "policy.rules", line: 4 }],
			commands: [{ argv: ["git", "push", "-f"], effect: "deny", start: 0, end: 11 }],
			code: "rule",
			agent: "default",
		});
		expect(valid("decision", decision)).toEqual([]);
	});

	test.each([
		["allowed", ["--", "ls"]],
		["denied by default", ["--", "nothing"]],
		["nudged", ["--", "grep", "x"]],
		["asked", ["--", "npm", "publish"]],
		["wrapped", ["--", "env", "git", "push"]],
		["unreadable", ["--script", "ls 'a"]],
		["a variable", ["--env", "LD_PRELOAD=x.so", "--", "ls"]],
		["an unknown agent", ["--agent", "nobody", "--", "ls"]],
		["a broken policy", ["--rules", "broken.rules", "--", "ls"]],
		["no policy", ["--rules", "nope.rules", "--", "ls"]],
	])("is what its schema says: %s", (_, words) => {
		expect(valid("decision", JSON.parse(check("--json", ...words).out))).toEqual([]);
	});

	test("of a broken policy is a denial with the diagnostics", () => {
		const { code, out, err } = check("--json", "--rules", "broken.rules", "--", "ls");
		expect([code, err]).toEqual([2, ""]);
		expect(JSON.parse(out)).toMatchObject({
			effect: "deny",
			code: "broken-policy",
			message: "the policy can't be used, so nothing is allowed: 1 error",
			diagnostics: [{ file: "broken.rules", line: 2, column: 8, code: "unknown-set" }],
		});
	});
});

describe("the folders", () => {
	test("--cwd is where paths begin, and the workspace", () => {
		expect(check("--cwd", "sub", "--", "ls", "../x").code).toBe(1);
		expect(check("--cwd", "sub", "--", "ls", "deep").code).toBe(0);
	});

	test("--workspace may be larger", () => {
		expect(check("--cwd", "sub", "--workspace", ".", "--", "ls", "../x").code).toBe(0);
	});

	test.each([["nope"], ["policy.rules"], [""], ["x".repeat(5000)]])("--cwd %.20j is refused", (name) => {
		const { code, err } = check("--cwd", name, "--", "ls");
		expect([code, err]).toEqual([2, `error: \`--cwd ${name}\` is no folder\nhelp: name a folder that exists\n`]);
	});

	test("--workspace that is no folder is refused", () => {
		expect(check("--workspace", "nope", "--", "ls").code).toBe(2);
	});
});

describe("a wrong question ends with 2 and says what to do", () => {
	test.each([
		[
			"no command",
			[],
			"error: there is no command to decide\nhelp: put it behind `--`: `rules check -- git status`, or give `--script`\n",
		],
		[
			"nothing behind --",
			["--"],
			"error: there is no command to decide\nhelp: put it behind `--`: `rules check -- git status`, or give `--script`\n",
		],
		[
			"a command without --",
			["git", "push"],
			"error: `git` stands before `--`\nhelp: put the command behind it: `rules check -- git push`\n",
		],
		[
			"one before and one behind",
			["git", "--", "push"],
			"error: `git` stands before `--`\nhelp: put the command behind it: `rules check -- git push`\n",
		],
		[
			"a command and a script",
			["--script", "ls", "--", "ls"],
			"error: there are both a command and a script\nhelp: leave out `--script`, or what stands behind `--`\n",
		],
		[
			"an unknown flag",
			["--forec", "--", "ls"],
			"error: unknown option `--forec`\nhelp: did you mean `--force`?\nhelp: see `rules check --help`\n",
		],
		[
			"a flag without its value",
			["--agent"],
			"error: option `--agent <AGENT>` argument missing\nhelp: see `rules check --help`\n",
		],
		[
			"an unknown agent",
			["--agent", "writre", "--", "ls"],
			"error: the policy has no agent `writre`\nhelp: did you mean `writer`?\n",
		],
		[
			"an agent far from any",
			["--agent", "zzzzzz", "--", "ls"],
			"error: the policy has no agent `zzzzzz`\nhelp: there is `default`, `writer`\n",
		],
		[
			"an agent with a name of JavaScript's",
			["--agent", "__proto__", "--", "ls"],
			"error: the policy has no agent `__proto__`\nhelp: there is `default`, `writer`\n",
		],
		[
			"a variable without a value",
			["--env", "X", "--", "ls"],
			"error: option `--env <NAME=VALUE>` argument `X` is invalid: write it as NAME=VALUE\nhelp: see `rules check --help`\n",
		],
		[
			"a stream and a command",
			["--jsonl", "--", "ls"],
			"error: `--jsonl` reads its requests from standard input\nhelp: leave out the command or the script, or `--jsonl`\n",
		],
		[
			"an empty policy name",
			["--rules", "", "--", "ls"],
			"error: the name of a policy is empty\nhelp: name a file, a folder or a shipped pack\n",
		],
	])("%s", (_, words, err) => {
		expect(check(...words)).toEqual({ code: 2, out: "", err });
	});

	test("no policy anywhere", () => {
		expect(rules(["check", "--", "ls"], { cwd: folder() })).toEqual({
			code: 2,
			out: "",
			err: "error: there is no `policy.rules` or `policy.rules.yaml` in this folder or above\nhelp: write one with `rules init`, or name a policy with `--rules`\n",
		});
	});

	test("a broken policy, shown with its place", () => {
		expect(check("--rules", "broken.rules", "--", "ls")).toEqual({
			code: 2,
			out: "",
			err: [
				"error[unknown-set]: no set is called `shels`",
				" --> broken.rules:2:8",
				"  |",
				"2 |   deny @shels",
				"  |        ^^^^^^",
				"  = help: define it: `set shels = …`",
				"",
				"1 error: a policy that can't be used allows nothing",
				"",
			].join("\n"),
		});
	});
});

describe("the policy", () => {
	test("is the nearest", () => {
		expect(rules(["check", "--", "git", "x"], { cwd: join(here, "sub/deep") }).code).toBe(1);
		const inner = folder({ "policy.rules": policy, "sub/policy.rules": "agent default {\n  allow git\n}\n" });
		expect(rules(["check", "--", "git", "status"], { cwd: join(inner, "sub") }).code).toBe(0);
	});

	test("may be YAML", () => {
		const cwd = folder({ "policy.rules.yaml": "agents:\n  default:\n    rules:\n      - allow: ls\n" });
		expect(rules(["check", "--", "ls"], { cwd }).code).toBe(0);
	});

	test("may be several, a folder, a link", () => {
		const cwd = folder({
			"all/a.rules": "agent default {\n  allow ls\n}\n",
			"all/b.rules": "agent default {\n  deny ls -l\n}\n",
		});
		const codes = (...words: string[]) =>
			[["ls"], ["ls", "-l"]].map((command) => rules(["check", ...words, "--", ...command], { cwd }).code);
		expect(codes("--rules", "all/a.rules")).toEqual([0, 0]);
		expect(codes("--rules", "all/a.rules", "--rules", "all/b.rules")).toEqual([0, 1]);
		expect(codes("--rules", "all")).toEqual([0, 1]);
		symlinkSync("all", join(cwd, "link"));
		expect(codes("--rules", "link")).toEqual([0, 1]);
	});

	test.each([
		[
			"a missing file",
			"nope.rules",
			/^error\[file-not-found\]: there is no such file\n --> nope\.rules\n {2}= help: check the path\n/,
		],
		["a folder without one", "empty", /^error\[no-policy\]: this folder holds no policy\n --> empty\n/],
		["a pack's name, mistyped", "safe-shel", /= help: did you mean `safe-shell`\?\n/],
		["bytes", "bytes.rules", /^error\[unreadable-file\]: this file is not UTF-8 text\n --> bytes\.rules\n/],
		["NULs", "nul.rules", /^error\[not-text\]: this is no text file: it holds a NUL character\n --> nul\.rules:1:2\n/],
		[
			"50 MB",
			"large.rules",
			/^error\[unreadable-file\]: this file is larger than 4 MiB, which is no policy\n --> large\.rules\n/,
		],
		[
			"an empty file",
			"nothing.rules",
			/^error: the policy has no agent `default`\nhelp: the policy defines no agent: write `agent default \{ … \}`\n$/,
		],
	])("%s is refused", (_, name, err) => {
		const cwd = folder({
			"bytes.rules": new Uint8Array([0xff, 0xfe, 0x00]),
			"nul.rules": "a\0b",
			"large.rules": new Uint8Array(50_000_000).fill(97),
			"nothing.rules": "",
		});
		mkdirSync(join(cwd, "empty"));
		const ended = rules(["check", "--rules", name, "--", "ls"], { cwd });
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});
});

describe("a working folder that is gone", () => {
	test("is said", () => {
		const cwd = folder();
		expect(shell('mkdir gone && cd gone && rmdir ../gone && "$@" check -- ls', { cwd })).toEqual({
			code: 2,
			out: "",
			err: "error: the working folder is gone\nhelp: go to a folder that exists\n",
		});
	});
});
