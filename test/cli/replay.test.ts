import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { progress, progressLine } from "../../src/cli/terminal/progress.js";
import { folder, rules } from "./cli.js";
import { valid } from "./schemas.js";

const cwd = folder({
	"policy.rules":
		'agent default {\n  default deny\n  allow true within .\n  deny git because "No." id no-git\n  environment accept HOME\n}\nagent writer extends default {\n}\n',
	"looser.rules":
		"agent default {\n  default deny\n  allow true, git granting everything\n}\nagent writer extends default {\n}\n",
	"stricter.rules": "agent default {\n  default deny\n}\n",
	"broken.rules": "agent {",
	"empty.jsonl": "",
	"text.bin": Uint8Array.of(255, 10),
});
const rule = (...words: string[]) => rules(words, { cwd });
rule("run", "--audit", "log.jsonl", "--", "true");
rule("run", "--audit", "log.jsonl", "--", "git", "pull", "a b");
rule("run", "--audit", "log.jsonl", "--agent", "writer", "--", "git", "pull");
rule("run", "--audit", "home.jsonl", "--env", "HOME=/nowhere", "--", "true");
const log = readFileSync(join(cwd, "log.jsonl"), "utf8");
const replay = (...words: string[]) => rule("replay", ...words);

describe("the answer", () => {
	test("without a change ends with 0", () => {
		expect(replay("log.jsonl")).toEqual({
			code: 0,
			out: "policy.rules: 3 decisions made again, 3 the same, 0 looser, 0 stricter\n",
			err: "",
		});
		expect(replay("empty.jsonl")).toMatchObject({
			code: 0,
			out: expect.stringMatching(/^policy\.rules: 0 decisions /),
		});
	});

	test("with changes ends with 1, and shows them by rule and agent", () => {
		expect(replay("--rules", "looser.rules", "log.jsonl")).toEqual({
			code: 1,
			out: [
				"looser.rules: 3 decisions made again, 1 the same, 2 looser, 0 stricter",
				"",
				"looser: deny → allow, once, agent default",
				"  before: policy.rules:4 (no-git)",
				"  after:  looser.rules:3",
				"  line 3: git pull 'a b'",
				"",
				"looser: deny → allow, once, agent writer",
				"  before: policy.rules:4 (no-git)",
				"  after:  looser.rules:3",
				"  line 4: git pull",
				"",
			].join("\n"),
			err: "",
		});
	});

	test("is the same where what records have in common is decided once", () => {
		writeFileSync(join(cwd, "many.jsonl"), log.repeat(3));
		for (const policy of ["policy.rules", "looser.rules", "stricter.rules"]) {
			const words = ["--rules", policy, "many.jsonl"];
			const [plain, grouped] = [replay("--json", ...words), replay("--json", "--group", ...words)];
			expect(grouped.code).toBe(plain.code);
			const { made, ...rest } = JSON.parse(grouped.out) as { readonly made: number };
			expect(rest).toEqual(JSON.parse(plain.out));
			expect(made).toBe(3);
			expect(valid("replay", JSON.parse(grouped.out))).toEqual([]);
			const note = "\nnote: 3 were decided, and the others are equal to one of them\n";
			expect(replay("--group", ...words).out).toBe(replay(...words).out + note);
		}
	});

	test("of a large log, which all cores read, is that of the same lines as they come", () => {
		const whole = log.slice(0, log.lastIndexOf("\n") + 1);
		const other = whole.replaceAll('"git","pull"', '"ls","-l"').replaceAll('"effect":"deny"', '"effect":"allow"');
		const recovered = whole.replace("{", '{"recovered":true,');
		const ofMany = ["zoltan", "ludmila", "wendelin", "korbinian"].flatMap((name) =>
			["git pull", "ls src", "cat ../x", `cd /home/${name}/w && git pull`].map((script) =>
				JSON.stringify({
					...{ version: 1, type: "decision", agent: "writer", cwd: `/home/${name}/w`, script, force: false },
					...{ workspace: `/home/${name}/w`, home: `/home/${name}`, effect: "deny", code: "default", rules: [] },
				}),
			),
		);
		const part = `${whole.repeat(20)}${ofMany.join("\n")}\n${other}{"torn\n${recovered}broken\n`;
		const input = `${part.repeat(Math.ceil((50 << 20) / part.length))}{"cut off`;
		writeFileSync(join(cwd, "large.jsonl"), input);
		// Every thread says that it is there, the first one too; the log has two pieces.
		const [seen, threads] = [join(cwd, "seen.cjs"), join(cwd, "threads")];
		writeFileSync(seen, `require("node:fs").appendFileSync(${JSON.stringify(threads)}, "thread\\n");\n`);
		const env = { NODE_OPTIONS: `--require ${seen}` };
		for (const words of [["--group"], ["--group", "--rules", "looser.rules", "--agent", "writer"]]) {
			rmSync(threads, { force: true });
			const apart = rules(["replay", "--json", ...words, "large.jsonl"], { cwd, apart: true, env });
			expect(readFileSync(threads, "utf8").match(/thread/g)?.length).toBe(availableParallelism() > 1 ? 2 : 1);
			const read = rules(["replay", "--json", ...words, "-"], { cwd, apart: true, input });
			const [{ made: some, ...one }, { made: all, ...other }] = [apart, read].map(
				({ out }) => JSON.parse(out) as { readonly made: number },
			) as [{ readonly made: number }, { readonly made: number }];
			expect(one).toEqual(other);
			// Each thread that decides has what it decided for itself.
			expect(some).toBeLessThanOrEqual(all * availableParallelism());
			const note = "note: the chain of `-` was not verified: it has more than 48 MiB. `rules audit verify` does so\n";
			expect(apart.err.replaceAll("large.jsonl", "-")).toBe(read.err + note);
			expect(apart.code).toBe(read.code);
		}
	}, 120_000);

	test("holds nothing of the log that steers a terminal", () => {
		const steering = "\\u001b[31m";
		const input = log
			.replaceAll('"effect":"deny"', '"effect":"allow"')
			.replaceAll("no-git", `no-git${steering}`)
			.replaceAll('"a b"', `"a${steering}"`)
			.replaceAll('"agent":"writer"', `"agent":"writer${steering}"`)
			.replaceAll('"code":"rule"', `"code":"${steering}"`)
			.replaceAll('"file":"policy.rules"', `"file":"${steering}"`);
		const { code, out, err } = rules(["replay", "-"], { cwd, input });
		expect([code, err]).toEqual([1, ""]);
		expect(out).toContain("git pull 'a\\u{1b}[31m'\n");
		expect(out).toContain("agent writer\\u{1b}[31m\n");
		expect(out).not.toContain("\u001b");
	});

	test("about widening is no only where something got looser", () => {
		expect(replay("--fail-on-widening", "--rules", "looser.rules", "log.jsonl").code).toBe(1);
		const { code, out } = replay("--fail-on-widening", "--rules", "stricter.rules", "log.jsonl");
		expect(code).toBe(0);
		expect(out).toContain("stricter: allow → deny, once, agent default\n");
	});

	test("that can't be known is no yes, and says what the log does not hold", () => {
		for (const words of [[], ["--fail-on-widening"]]) {
			const { code, out, err } = replay(...words, "home.jsonl");
			expect([code, err]).toEqual([1, ""]);
			expect(out).toContain(
				"\nnote: 1 can't be decided again: they set `HOME`, and the log does not hold its value (line 1)\n",
			);
		}
	});

	test("is for one agent alone where one is named", () => {
		const { code, out } = replay("--agent", "writer", "--rules", "looser.rules", "log.jsonl");
		expect(code).toBe(1);
		expect(out).toMatch(/^looser\.rules: 1 decision made again, /);
		expect(out).not.toContain("agent default");
	});

	test("says what it took for what an older log does not hold", () => {
		const older = log.replaceAll(/"workspace":"[^"]*","home":"[^"]*",/g, "");
		const { code, out } = rules(["replay", "-"], { cwd, input: older });
		expect(code).toBe(0);
		expect(out).toContain(
			"note: 3 do not say what paths were relative to, nor where `~` led: the command's folder and your own home were taken\n",
		);
	});
});

describe("as JSON", () => {
	test.each([
		["policy.rules", "log.jsonl", 0],
		["looser.rules", "log.jsonl", 1],
		["stricter.rules", "log.jsonl", 1],
		["policy.rules", "home.jsonl", 1],
		["policy.rules", "text.bin", 2],
		["policy.rules", "empty.jsonl", 0],
	])("it fits its schema: %s, %s", (policy, file, code) => {
		const ended = replay("--json", "--rules", policy, file);
		expect(ended.code).toBe(code);
		expect(valid("replay", JSON.parse(ended.out))).toEqual([]);
	});

	test("a record of the log fits its own", () => {
		for (const line of log.trimEnd().split("\n")) expect(valid("audit", JSON.parse(line))).toEqual([]);
	});
});

test("lines that are no records are named with their numbers, and the end is 2", () => {
	const lines = log.trimEnd().split("\n");
	const input = [lines[0], "{", ...lines.slice(1), "", "[", "\n"].join("\n");
	expect(rules(["replay", "-"], { cwd, input })).toEqual({
		code: 2,
		out: "policy.rules: 3 decisions made again, 3 the same, 0 looser, 0 stricter\n",
		err: "error: `-`, lines 2, 7: the line is no JSON\nerror: `-`, lines 6, 8: the line is empty\n",
	});
});

test("a log may be larger than the memory", () => {
	const long = log.replaceAll('"message":"', `"message":"${"x".repeat(20_000)}`);
	writeFileSync(join(cwd, "long.jsonl"), "");
	for (let i = 0; i < 150; i++) appendFileSync(join(cwd, "long.jsonl"), long.repeat(10));
	const { code, out } = rules(["replay", "long.jsonl", "--rules", "looser.rules"], {
		cwd,
		env: { NODE_OPTIONS: "--max-old-space-size=48" },
	});
	expect(code).toBe(1);
	expect(out).toMatch(/^looser\.rules: 4500 decisions made again, 1500 the same, 3000 looser, 0 stricter\n/);
});

describe("an archive", () => {
	const brought = rule("audit", "ingest", "log.jsonl", "home.jsonl", "--to", "archive");

	test("is told from a log, and its records have names", () => {
		expect(brought.code).toBe(0);
		const { code, out, err } = replay("--rules", "looser.rules", "archive");
		expect([code, err]).toEqual([1, ""]);
		expect(out).toMatch(/^looser\.rules: 4 decisions made again, 1 the same, 2 looser, 1 stricter\n/);
		expect(out).toMatch(
			/\n\nlooser: deny → allow, once, agent writer\n {2}before: policy\.rules:4 \(no-git\)\n {2}after: {2}looser\.rules:3\n {2}\S+ record 4: git pull\n/,
		);
		expect(out).toMatch(/\nnote: 4 were decided, and the others are equal to one of them\n$/);
		expect(replay("archive").out).toMatch(
			/\nnote: 1 can't be decided again: they set `HOME`, and the log does not hold its value \(\S+ record 1\)\n/,
		);
	});

	test("of many requests is decided by threads, and comes out as its log does", () => {
		const [, record = ""] = log.split("\n").filter((line) => line.includes('"argv"'));
		const { prev: _, cwd: here, ...asked } = JSON.parse(record) as Readonly<Record<string, unknown>>;
		const lines = Array.from({ length: 3_000 }, (_, at) => {
			const home = at % 3 === 0 ? `/home/somebody${at % 7}` : undefined;
			const argv = [
				at % 5 === 0 ? "true" : "git",
				`word${at % 2_200}`,
				...(at % 11 === 0 ? ["~/x", String(home)] : []),
			];
			const where = home === undefined ? { cwd: here } : { home, workspace: `${home}/src`, cwd: `${home}/src` };
			const effect = at % 4 === 0 ? "allow" : "deny";
			const session = at % 9 === 0 ? "other" : "one";
			return JSON.stringify({ ...asked, ...where, id: `r${at}`, seq: at, argv, effect, session });
		});
		writeFileSync(join(cwd, "requests.jsonl"), `${lines.join("\n")}\n`);
		rule("audit", "ingest", "requests.jsonl", "--to", "requests");
		const found = ["requests", "requests.jsonl"].map((named) => {
			const words = ["replay", "--json", "--rules", "looser.rules", "--session", "one", named];
			const { code, err, out } = rules(words, { cwd, apart: true });
			const { made, changes, ...rest } = JSON.parse(out) as {
				readonly made?: number;
				readonly changes: readonly { readonly samples: readonly { readonly command: string }[] }[];
			};
			const told = changes.map(({ samples, ...change }) => ({
				...change,
				commands: samples.map((one) => one.command),
			}));
			return { made, err, told: { code, rest, told } };
		});
		// No chain holds these records together.
		expect(found[0]?.err).toMatch(/^warning: 3000 records stand where a chain was broken, .*--ask unverified/);
		expect(found[1]?.err).toMatch(/^warning: the chain is broken, .*requests\.jsonl:1: /);
		expect(found[0]?.told).toEqual(found[1]?.told);
		expect(found[0]?.told.rest).toMatchObject({ decisions: 2_666 });
		expect(found[0]?.made).toBeGreaterThan(2_000);
	}, 60_000);

	test("as JSON fits the schema, and has what its log has", () => {
		const ended = replay("--json", "--rules", "looser.rules", "archive", "--agent", "writer");
		expect(valid("replay", JSON.parse(ended.out))).toEqual([]);
		const { changes } = JSON.parse(ended.out) as {
			readonly changes: readonly { readonly samples: readonly object[] }[];
		};
		expect(changes[0]?.samples).toEqual([
			{
				record: { id: expect.any(String), machine: expect.any(String), seq: 4 },
				command: "git pull",
				message: expect.any(String),
			},
		]);
		expect(valid("replay", JSON.parse(replay("--json", "archive").out))).toEqual([]);
		expect(replay("--agent", "writr", "archive").err).toMatch(
			/holds no decision for agent `writr`\nhelp: did you mean `writer`/,
		);
	});
});

describe("ends with 2", () => {
	test.each([
		["for a log that is not there", ["nope"], /^error: `nope` can't be read: there is no such file or folder\n/],
		["for a folder", ["."], /^error: `\.` is a folder, and no archive of logs\nhelp: .*`rules audit ingest`/],
		["without a log", [], /^error: missing required argument `LOG`\n/],
		["for a broken policy", ["--rules", "broken.rules", "log.jsonl"], /^error\[syntax-error\]/],
		["for a workspace that is none", ["--workspace", "nope", "log.jsonl"], /^error: `--workspace nope` is no folder\n/],
		[
			"for an agent of whom the log holds nothing",
			["--agent", "writr", "log.jsonl"],
			/^error: `log\.jsonl` holds no decision for agent `writr`\nhelp: did you mean `writer`\?\n/,
		],
	])("%s", (_, words, err) => {
		const ended = replay(...words);
		expect([ended.code, ended.out]).toEqual([2, ""]);
		expect(ended.err).toMatch(err);
	});
});

describe("progress", () => {
	function drawn(isTTY: boolean, columns: number, steps: readonly number[]): readonly string[] {
		const texts: string[] = [];
		let now = 0;
		const stream = { isTTY, columns, write: (text: unknown) => texts.push(String(text)) > 0 };
		const bar = progress("replaying", 100, stream as never, () => now);
		for (const step of steps) {
			now += step;
			bar.add(25);
		}
		bar.end();
		return texts;
	}

	test("is drawn over after a second, on a terminal", () => {
		expect(drawn(true, 80, [500, 600, 100, 200])).toEqual([
			"\r\u001b[Kreplaying ██████████░░░░░░░░░░  50 %",
			"\r\u001b[Kreplaying ████████████████████ 100 %",
			"\r\u001b[K",
		]);
	});

	test("does not show off a terminal, nor for a short log", () => {
		expect(drawn(false, 80, [5000, 5000])).toEqual([]);
		expect(drawn(true, 80, [10, 10, 10])).toEqual([]);
		expect(replay("log.jsonl").err).toBe("");
	});

	test("fits on one line", () => {
		expect(drawn(true, 10, [2000])[0]).toBe("\r\u001b[Kreplaying");
	});

	test("tells what was read where the end is not known", () => {
		expect(progressLine("replaying", 3 * 1024 * 1024, undefined)).toBe("replaying 3.0 MiB");
		expect(progressLine("replaying", 200, 100)).toBe("replaying ████████████████████ 100 %");
	});
});
