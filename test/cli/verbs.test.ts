import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { wantsColour } from "../../src/cli/terminal/terminal.js";
import { verbs } from "../../src/cli/verbs.js";
import { folder, root, rules, shell } from "./cli.js";

const names = verbs.map((verb) => verb.name);

describe("a verb", () => {
	const inFolder = (path: string, ending: string): readonly string[] =>
		readdirSync(join(root, path))
			.filter((name) => name.endsWith(ending))
			.map((name) => name.slice(0, -ending.length));

	test("is in the registry, in its folder, on a page and in a test, and nowhere alone", () => {
		const sorted = [...names].sort();
		expect(inFolder("src/cli/verbs", ".ts").toSorted()).toEqual(sorted);
		expect(inFolder("docs/verbs", ".md").toSorted()).toEqual(sorted);
		const tests = new Set(
			readdirSync(join(root, "test/cli"), { recursive: true, encoding: "utf8" }).map((path) => basename(path)),
		);
		expect(names.filter((name) => !tests.has(`${name}.test.ts`))).toEqual([]);
	});

	test.each(names)("has help with an example: %s", (name) => {
		const { code, out, err } = rules([name, "--help"]);
		expect([code, err]).toEqual([0, ""]);
		expect(out).toMatch(new RegExp(`^Usage: rules ${name} .*\n\n`));
		expect(out).toMatch(new RegExp(`\nExamples:\n  rules ${name} .* # .*\n`));
	});

	test.each(names)("has a page that names its options, its exit codes and its example: %s", (name) => {
		const page = readFileSync(join(root, "docs/verbs", `${name}.md`), "utf8");
		expect(page).toMatch(new RegExp(`^# \`rules ${name}\`\n`));
		const told = [...rules([name, "--help"]).out.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(
			([, option]) => option as string,
		);
		const mentioned = [...page.matchAll(/^\| `(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option as string);
		expect(mentioned).toEqual(told.filter((option) => option !== "--help"));
		expect(page).toMatch(/\n## Exit codes\n/);
	});

	test("has help by `help`, too", () => {
		expect(rules(["help", "check"]).out).toBe(rules(["check", "--help"]).out);
	});
});

describe("without a verb", () => {
	test("the help is shown, as an error", () => {
		const { code, out, err } = rules([]);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(/^Usage: rules VERB/);
	});

	test("--help lists every verb", () => {
		const { code, out, err } = rules(["--help"]);
		expect([code, err]).toEqual([0, ""]);
		for (const { name, summary } of verbs) expect(out).toMatch(new RegExp(`^ {2}${name} .*${summary}$`, "m"));
	});

	test.each([["--version"], ["-V"]])("%s is that of the package", (flag) => {
		const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
		expect(rules([flag])).toEqual({ code: 0, out: `${version}\n`, err: "" });
	});
});

describe("a mistyped word ends with 2", () => {
	test.each([
		[["chekc"], "error: unknown verb `chekc`\nhelp: did you mean `check`?\nhelp: see `rules --help`\n"],
		[["zzzzzzzz"], "error: unknown verb `zzzzzzzz`\nhelp: see `rules --help`\n"],
		[["--versoin"], "error: unknown option `--versoin`\nhelp: did you mean `--version`?\nhelp: see `rules --help`\n"],
		[
			["lint", "--formt", "json"],
			"error: unknown option `--formt`\nhelp: did you mean `--format`?\nhelp: see `rules lint --help`\n",
		],
		[["\u001b[31m"], "error: unknown verb `\\u{1b}[31m`\nhelp: see `rules --help`\n"],
		[["help", "chekc"], "error: unknown verb `chekc`\nhelp: did you mean `check`?\nhelp: see `rules --help`\n"],
		[["--rules", "x", "check"], "error: unknown option `--rules`\nhelp: see `rules --help`\n"],
		// What other command lines call it.
		[
			["check", "--policy", "x", "--", "ls"],
			"error: unknown option `--policy`\nhelp: did you mean `--rules`?\nhelp: see `rules check --help`\n",
		],
		[
			["check", "-c", "ls"],
			"error: unknown option `-c`\nhelp: did you mean `--script`?\nhelp: see `rules check --help`\n",
		],
		// A verb without such an option has no name for it.
		[["tree", "-c", "ls"], "error: unknown option `-c`\nhelp: see `rules tree --help`\n"],
		[["zzz", "never allow rm"], "error: unknown verb `zzz`\nhelp: see `rules --help`\n"],
	])("%j", (words, err) => {
		expect(rules(words)).toEqual({ code: 2, out: "", err });
	});
});

describe("standard output", () => {
	const cwd = folder({
		"policy.rules": "agent default {\n  default deny\n  allow ls\n}\n",
		"large.rules": `agent default {\n  default deny\n${"  deny @none\n".repeat(5000)}}\n`,
	});

	test("that nobody reads is no error, and the exit code stays", () => {
		expect(shell('{ "$@" lint large.rules; echo "code $?" >&2; } | head -1', { cwd })).toMatchObject({
			out: "error[unknown-set]: no set is called `none`\n",
			err: "code 1\n",
		});
		expect(shell('{ "$@" --help; echo "code $?" >&2; } | true', { cwd }).err).toBe("code 0\n");
	});

	test("arrives whole through a slow pipe", () => {
		const { out } = shell('"$@" lint large.rules | { sleep 0.3; cat; }', { cwd });
		expect(out.match(/^error\[unknown-set\]/gm)).toHaveLength(5000);
		expect(out).toMatch(/\n5000 errors\n$/);
	});

	test("that is closed, or full, does not crash it", () => {
		expect(shell('"$@" check -- ls >&-', { cwd }).code).toBe(0);
		if (!existsSync("/dev/full")) return;
		expect(shell('"$@" check -- ls > /dev/full', { cwd })).toEqual({
			code: 2,
			out: "",
			err: "error: standard output can't be written: ENOSPC\n",
		});
	});
});

describe("colour", () => {
	const cwd = folder({ "policy.rules": "agent default {\n  default deny\n  allow ls\n}\n" });
	test.each([
		[{}, false],
		[{ FORCE_COLOR: "1" }, true],
		[{ FORCE_COLOR: "0" }, false],
		[{ FORCE_COLOR: "" }, false],
		[{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
		[{ CI: "1" }, false],
	])("with %j in a pipe: %s", (env, coloured) => {
		expect(rules(["check", "--", "ls"], { cwd, env: env as Record<string, string> }).out.includes("\u001b[")).toBe(
			coloured,
		);
	});
});

test("on a terminal there is colour, unless it is a dumb one", () => {
	expect(wantsColour({ isTTY: true }, { TERM: "xterm" })).toBe(true);
	expect(wantsColour({ isTTY: true }, { TERM: "dumb" })).toBe(false);
	expect(wantsColour({ isTTY: true }, { NO_COLOR: "1" })).toBe(false);
	expect(wantsColour({ isTTY: true }, { NO_COLOR: "" })).toBe(true);
});

describe("a fault of ours", () => {
	const broken = folder({ "policy.rules": "agent default {\n  allow ls\n}\n" });
	// The packs are missing beside this copy of the program.
	const strange =
		'cp -rL "$(dirname "$2")" dist && echo \'{"version":"0.0.0"}\' > package.json && node dist/cli.cjs check --rules guard -- ls';

	test("is one line that says so, without a stack", () => {
		const { code, out, err } = shell(strange, { cwd: broken });
		expect([code, out]).toEqual([2, ""]);
		expect(err).toBe(
			"error: this is a fault of bylaw: the folder of the shipped packs is missing: this installation of bylaw is broken; please report it with the command, the policy and what `rules --version` says\n",
		);
	});

	test("has a stack for those who ask", () => {
		expect(shell(strange, { cwd: broken, env: { BYLAW_DEBUG: "1" } }).err).toMatch(/\n {4}at /);
	});
});
