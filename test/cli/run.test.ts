import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, program, rules, shell } from "./cli.js";
import { valid } from "./schemas.js";

const cwd = folder({
	"policy.rules":
		'agent default {\n  default deny\n  allow node, ./no-program, no-such-program\n  deny git because "No." id no-git\n  nudge echo granting everything use tell because "Say it otherwise."\n  limit timeout 20s max 30s\n}\nagent quiet extends default {\n  limit output 100B keep head 40B tail 20B\n}\n',
	"broken.rules": "agent {",
	"no-program": "",
});
const run = (...words: string[]) => rules(["run", ...words], { cwd });
const node = (code: string, ...words: string[]) => run(...words, "--", "node", "-e", code);

describe("what is allowed runs", () => {
	test("with its output and its code", () => {
		expect(node("console.log('out'); console.error('err'); process.exitCode = 7")).toEqual({
			code: 7,
			out: "out\n",
			err: "err\n",
		});
	});

	test("with its words as they are", () => {
		const words = ["a b", "", "$HOME", "`id`", "*", "--json", "--", "ä\n"];
		expect(JSON.parse(run("--", "node", "-p", "JSON.stringify(process.argv.slice(1))", "--", ...words).out)).toEqual(
			words,
		);
	});

	test("as a script of one command, too", () => {
		expect(run("--script", "node -p '1 + 1'")).toEqual({ code: 0, out: "2\n", err: "" });
	});

	test("in its folder", () => {
		mkdirSync(join(cwd, "sub"), { recursive: true });
		expect(node("console.log(process.cwd())", "--cwd", "sub").out).toBe(`${cwd}/sub\n`);
	});

	test("when a nudge is forced, and the advice comes behind", () => {
		expect(run("--force", "--", "echo", "hi")).toEqual({ code: 0, out: "hi\n", err: "note: there is also tell\n" });
	});

	test("with output as it comes", async () => {
		const child = spawn(
			process.execPath,
			[program(), "run", "--", "node", "-e", "console.log(1); setInterval(() => {}, 1000)"],
			{ cwd },
		);
		const first = await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
		const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
		child.kill("SIGTERM");
		expect([first, await ended]).toEqual(["1\n", 128 + constants.signals.SIGTERM]);
	});

	test("with all of a large output", () => {
		const { code, out } = node("process.stdout.write('x'.repeat(3_000_000))");
		expect([code, out.length]).toEqual([0, 3_000_000]);
	});
});

describe("what is not allowed does not", () => {
	test.each([
		[["--", "git", "push"], "deny: No.\n  rule: policy.rules:4 (no-git)\n"],
		[["--", "echo", "hi"], "nudge: Say it otherwise. Use tell instead.\n  rule: policy.rules:5\n"],
		[
			["--", "rm", "x"],
			"deny: `rm x` is not allowed here: no rule allows it. Allowed are: ./no-program, no-such-program, node.\n",
		],
	])("%j ends with 126", (words, err) => {
		expect(run(...words)).toEqual({ code: 126, out: "", err });
	});

	test("in JSON, with the decision", () => {
		const { code, out, err } = run("--json", "--", "git", "push");
		expect([code, err]).toEqual([126, ""]);
		const { decision, outcome } = JSON.parse(out) as { decision: unknown; outcome?: unknown };
		expect(valid("decision", decision)).toEqual([]);
		expect(outcome).toBeUndefined();
	});
});

describe("the code", () => {
	test("is 124 when the time is up", () => {
		const { code, err } = node("setTimeout(() => {}, 60_000)", "--timeout", "300ms");
		expect(code).toBe(124);
		expect(err).toMatch(/^warning: timed out after 0\.3 s/);
	});

	test("is 128 and the signal's number when a signal ends it", () => {
		expect(node("process.kill(process.pid, 'SIGKILL')").code).toBe(137);
	});

	test("is 127 when it could not be started", () => {
		const { code, out, err } = run("--", "no-such-program");
		expect([code, out]).toEqual([127, ""]);
		expect(err).toBe("error: there is no program `no-such-program` on the PATH\n");
		expect(run("--", "./no-program").code).toBe(127);
	});

	test.each([
		["for a broken policy", ["--rules", "broken.rules", "--", "node"], /^error\[syntax-error\]/],
		[
			"for an unknown agent",
			["--agent", "defualt", "--", "node"],
			/^error: the policy has no agent `defualt`\nhelp: did you mean `default`\?\n$/,
		],
		["without a command", [], /^error: there is no command to decide\n/],
		[
			"for a time that is none",
			["--timeout", "5", "--", "node"],
			/^error: option `--timeout <TIME>` argument `5` is invalid: a time is written like `500ms`, `5s`, `10m`, `1h`\n/,
		],
		[
			"for an unknown mode",
			["--output-mode", "both", "--", "node"],
			/^error: option `--output-mode <MODE>` argument `both` is invalid: it is one of merged, stdout, stderr, separate\.\n/,
		],
	])("is 2 %s", (_, words, err) => {
		const ended = run(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});
});

describe("the input", () => {
	const cat = "process.stdin.pipe(process.stdout)";

	test("is a text, or standard input", () => {
		expect(node(cat, "--input", "text\n").out).toBe("text\n");
		expect(rules(["run", "--input", "-", "--", "node", "-e", cat], { cwd, input: "given\n" }).out).toBe("given\n");
	});

	test("is passed from a pipe and from a file", () => {
		expect(shell(`echo piped | "$@" run -- node -e '${cat}'`, { cwd }).out).toBe("piped\n");
		expect(shell(`"$@" run -- node -e '${cat}' < broken.rules`, { cwd }).out).toBe("agent {");
	});

	test("that does not end is not waited for longer than a run may take", () => {
		expect(shell(`sleep 5 | "$@" run --timeout 300ms -- node -e '${cat}'`, { cwd })).toEqual({
			code: 124,
			out: "",
			err: "error: standard input did not end before the time was up\nhelp: close it, or give `--input ''`\n",
		});
	});

	test("is at its end otherwise", () => {
		expect(node(cat)).toEqual({ code: 0, out: "", err: "" });
	});
});

describe("the output", () => {
	const both = "console.log('out'); console.error('err')";

	test.each([
		["stdout", "out\n", ""],
		["stderr", "", "err\n"],
		["separate", "out\n", "err\n"],
	])("as %s", (mode, out, err) => {
		expect(node(both, "--output-mode", mode)).toEqual({ code: 0, out, err });
	});

	test("as one stream", () => {
		expect(node(both, "--output-mode", "merged").out).toBe("out\nerr\n");
	});

	test("keeps to the policy's limit, and says so", () => {
		const short = node("console.log('x'.repeat(98))", "--agent", "quiet");
		expect(short).toEqual({ code: 0, out: `${"x".repeat(98)}\n`, err: "" });
		const { out, err } = node(
			"console.log('a'.repeat(5000)); console.log('z'.repeat(5000))",
			"--agent",
			"quiet",
			"--output-mode",
			"stdout",
		);
		expect(out).toMatch(/^a{40}\n.*\nz{19}\n$/);
		expect(err).toMatch(/^warning: Output truncated/);
	});

	test("is not told twice when some of it was shown before the cut", () => {
		const { out } = node(
			"process.stdout.write('begin\\n'); setTimeout(() => process.stdout.write('m'.repeat(5000) + '\\nend\\n'), 300)",
			"--agent",
			"quiet",
			"--output-mode",
			"stdout",
		);
		expect(out.match(/begin/g)).toHaveLength(1);
		expect(out).toMatch(/^begin\nm/);
		expect(out).toMatch(/m\nend\n$/);
	});
});

test("a reader that leaves ends the run", () => {
	const { err } = shell(
		`{ "$@" run -- node -e 'setInterval(() => console.log(1), 10)'; echo "code $?" >&2; } | head -1`,
		{ cwd },
	);
	expect(err).toBe(`code ${128 + constants.signals.SIGPIPE}\n`);
});

test("JSON has decision and outcome", () => {
	const { code, out, err } = node("console.log('out'); process.exitCode = 3", "--json");
	expect([code, err]).toEqual([3, ""]);
	const { decision, outcome } = JSON.parse(out) as { decision: unknown; outcome: unknown };
	expect(valid("decision", decision)).toEqual([]);
	expect(outcome).toMatchObject({ code: 3, timedOut: false, stdout: { text: "out\n", bytes: 4, truncated: false } });
});

describe("--audit", () => {
	test("has a line for the decision and one for the outcome, and one for a refusal", () => {
		node("0", "--audit", "log.jsonl");
		run("--audit", "log.jsonl", "--", "git", "push");
		const lines = readFileSync(join(cwd, "log.jsonl"), "utf8").trimEnd().split("\n");
		const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(records.map(({ type, effect, code }) => [type, effect, code])).toEqual([
			["decision", "allow", "rule"],
			["outcome", undefined, 0],
			["decision", "deny", "rule"],
		]);
	});

	test("that can't be written says where the log went, once, and the JSON says it, too", () => {
		const temporary = folder();
		const place = join(temporary, `bylaw-${process.getuid?.()}`, "log.jsonl");
		const env = { TMPDIR: temporary };
		const below = join(cwd, "policy.rules", "log.jsonl");
		const said = `warning: the decision log ${below} can't be written (ENOTDIR), so it goes to ${place}\n`;
		const words = ["run", "--audit", below];
		expect(rules([...words, "--", "node", "-e", "0"], { cwd, env })).toEqual({ code: 0, out: "", err: said });
		const { code, out, err } = rules([...words, "--json", "--", "node", "-e", "0"], { cwd, env });
		const { decision } = JSON.parse(out) as { decision: { warnings: readonly string[] } };
		expect([code, err, decision.warnings]).toEqual([0, said, [said.slice("warning: ".length, -1)]]);
		expect(valid("decision", decision)).toEqual([]);
		const refused = JSON.parse(rules([...words, "--json", "--", "git", "push"], { cwd, env }).out) as object;
		expect(refused).toMatchObject({ decision: { effect: "deny", warnings: [expect.stringContaining(place)] } });
		expect(readFileSync(place, "utf8").trimEnd().split("\n")).toHaveLength(5);
	});
});
