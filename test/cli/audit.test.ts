import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { folder, program, rules, shell } from "./cli.js";
import { valid } from "./schemas.js";

jest.setTimeout(240_000);

const policy = `agent default {
  default deny
  allow true, false, echo
  deny git because "No." id no-git
  syntax pipes, sequences
}
agent strict extends default {
  audit require
}
agent quiet extends default {
  audit off
}
`;
const cwd = folder({ "policy.rules": policy, file: "", "audit.key": "0123456789abcdef0123\n" });
writeFileSync(join(cwd, "all.audit.yaml"), "file: kept.jsonl\nsize: 2KiB\nkey: audit.key\nmask: [ACME-*]\n");
const env = { TMPDIR: folder() };
const rule = (...words: string[]) => rules(words, { cwd, env });
const audit = (...words: string[]) => rule("audit", ...words);
rule("run", "--audit", "log.jsonl", "--", "echo", "hi");
rule("run", "--audit", "log.jsonl", "--", "git", "push", "--password", "hunter2");
rule("run", "--audit", "log.jsonl", "--agent", "strict", "--script", "echo a; false");
const records = (name = "log.jsonl"): Record<string, unknown>[] =>
	readFileSync(join(cwd, name), "utf8")
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line) as Record<string, unknown>);
const idOf = (at: number): string => String(records()[at]?.id);

describe("verify", () => {
	test("is a yes for a log that is whole, with the hash of its last line", () => {
		const { code, out, err } = audit("verify", "log.jsonl");
		expect([code, err]).toEqual([0, ""]);
		expect(out).toMatch(/^whole: 5 lines in 1 file, the last with the hash [0-9a-f]{64}\n$/);
		const [hash = ""] = /[0-9a-f]{64}/.exec(out) ?? [];
		expect(audit("verify", "log.jsonl", "--holds", hash).code).toBe(0);
		expect(audit("verify", "log.jsonl", "--holds", "0123456789abcdef".repeat(4)).code).toBe(1);
	});

	test("is a no for one that is not, with the place", () => {
		writeFileSync(join(cwd, "bad.jsonl"), readFileSync(join(cwd, "log.jsonl"), "utf8").replace('"deny"', '"allow"'));
		expect(audit("verify", "bad.jsonl")).toMatchObject({
			code: 1,
			err: "",
			out: expect.stringMatching(/^broken: \S*bad\.jsonl:4: /),
		});
		const { code, out } = audit("verify", "--json", "bad.jsonl");
		expect(code).toBe(1);
		expect(valid("audit-report#/$defs/verification", JSON.parse(out))).toEqual([]);
	});

	test("says what it can't know without the head", () => {
		cpSync(join(cwd, "log.jsonl"), join(cwd, "copy.jsonl"));
		expect(audit("verify", "copy.jsonl").out).toContain("note: `copy.jsonl.head` is not there");
		const { out } = rules(["audit", "verify", "--json", "-"], { cwd, input: readFileSync(join(cwd, "log.jsonl")) });
		expect(valid("audit-report#/$defs/verification", JSON.parse(out))).toEqual([]);
		expect(JSON.parse(out)).toMatchObject({ kind: "whole", lines: 5, head: "missing" });
	});
});

describe("whoever reads a log is told of its chain", () => {
	const files = folder({ "policy.rules": policy, "audit.key": "0123456789abcdef0123\n" });
	writeFileSync(join(files, "keyed.audit.yaml"), "file: keyed.jsonl\nkey: audit.key\n");
	const ask = (...words: readonly string[]) => rules(words, { cwd: files, env });
	ask("run", "--audit", "log.jsonl", "--", "echo", "hi");
	ask("run", "--audit", "log.jsonl", "--", "git", "push");
	for (const word of ["a", "b"]) ask("run", "--audit", "keyed.audit.yaml", "--", "echo", word);
	const text = readFileSync(join(files, "log.jsonl"), "utf8");
	const [first = ""] = text.split("\n", 1);
	// Of the last decision, so that all of them hold it.
	const { id } = JSON.parse(text.split("\n").at(-2) ?? "") as { readonly id: string };
	mkdirSync(join(files, "beats"));
	const readers: readonly (readonly string[])[] = [
		["audit", "tail"],
		["audit", "tail", "--json"],
		["audit", "show"],
		["audit", "stats"],
		["replay"],
		["replay", "--json", "--group"],
		["learn"],
		["fleet", "report", "beats", "--log"],
	];
	const asked = (words: readonly string[], log: string) => ask(...words, log, ...(words[1] === "show" ? [id] : []));

	test.each(readers.map((words) => [words.join(" "), words] as const))("%s", (_, words) => {
		const whole = asked(words, "log.jsonl");
		expect(whole.err).toBe("");
		const changed = text.replace('"argv":["echo","hi"]', '"argv":["echo","ho"]');
		expect(changed).not.toBe(text);
		const spoiled: readonly (readonly [text: string, why: string])[] = [
			[changed, "broken.jsonl:2: this line does not follow from the one before"],
			[text.slice(first.length + 1), "broken.jsonl:1: this line does not follow from the one before"],
			[`${text}${first}\n`, "broken.jsonl:4: this line does not follow from the one before"],
		];
		for (const [what, why] of spoiled) {
			writeFileSync(join(files, "broken.jsonl"), what);
			const { code, err } = asked(words, "broken.jsonl");
			expect(code).toBe(whole.code);
			expect(err).toMatch(/^warning: the chain is broken, so what this log says may not be what happened: [^\n]*\n$/);
			expect(err).toContain(why);
		}
	});

	test("one with a key is verified by its settings, and said not to be without them", () => {
		expect(ask("replay", "keyed.audit.yaml").err).toBe("");
		expect(ask("replay", "keyed.jsonl").err).toMatch(
			/^note: the chain of `\S*keyed\.jsonl` was not verified: it has a key, which settings \(`NAME\.audit\.yaml`\) say/,
		);
		const keyed = readFileSync(join(files, "keyed.jsonl"), "utf8");
		writeFileSync(join(files, "keyed.jsonl"), keyed.replace('"echo","b"', '"echo","c"'));
		expect(ask("learn", "keyed.audit.yaml").err).toMatch(/^warning: the chain is broken.*keyed\.jsonl:4: /);
	});

	test("what comes by a pipe is not verified", () => {
		const input = text.slice(first.length + 1);
		expect(rules(["audit", "tail", "-"], { cwd: files, input }).err).toBe("");
		expect(shell('tail -n 2 log.jsonl | "$@" audit tail /dev/stdin', { cwd: files })).toMatchObject({
			code: 0,
			err: "",
		});
	});
});

describe("tail", () => {
	test("shows the last decisions with what came of them", () => {
		const { code, out, err } = audit("tail", "log.jsonl");
		expect([code, err]).toEqual([0, ""]);
		const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
		const texts = [
			"allow  default: echo hi",
			"ended  with 0 after .*, 3 B of output",
			"deny   default: git push --password MASKED",
			"allow  strict: echo a; false",
			"ended  with 1 after .*, 2 B of output",
		];
		expect(out).toMatch(new RegExp(`^${texts.map((text) => `${time}  [0-9a-f]{8}  ${text}\n`).join("")}$`));
	});

	test("shows those that are asked for", () => {
		expect(audit("tail", "--lines", "1", "log.jsonl").out).toMatch(
			/^[^\n]* allow {2}strict: [^\n]*\n[^\n]* ended [^\n]*\n$/,
		);
		const { out } = audit("tail", "--json", "--effect", "deny", "log.jsonl");
		expect(
			out
				.split("\n")
				.slice(0, -1)
				.map((line) => valid("audit", JSON.parse(line))),
		).toEqual([[]]);
		expect(audit("tail", "--program", "false", "--agent", "strict", "--since", "1d", "log.jsonl").out).toMatch(
			/strict/,
		);
		expect(audit("tail", "--since", "2999-01-01", "log.jsonl").out).toBe("");
	});

	test("follows the log until it is ended", async () => {
		const child = spawn(process.execPath, [program(), "audit", "tail", "--follow", "--lines", "0", "log.jsonl"], {
			cwd,
			stdio: ["ignore", "pipe", "inherit"],
		});
		let seen = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			seen += text;
		});
		const ended = once(child, "exit");
		// It may not look yet, so there is something new again and again.
		while (!seen.includes("follow me")) {
			rule("run", "--audit", "log.jsonl", "--", "echo", "follow me");
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		child.kill("SIGTERM");
		expect((await ended)[0]).toBe(0);
		// The end of a run before may come first: it began when nobody looked.
		expect(seen).toMatch(/^(?:[^\n]* ended {2}[^\n]*\n)?[^\n]* allow {2}default: echo 'follow me'\n/);
	}, 240_000);
});

describe("show", () => {
	test("prints one decision, found by the beginning of its id", () => {
		const { code, out } = audit("show", "log.jsonl", idOf(2).slice(0, 10));
		expect(code).toBe(0);
		expect(out).toContain(`id           ${idOf(2)}\n`);
		expect(out).toContain(
			"command      git push --password MASKED\nanswer       deny: No.\nrules        policy.rules:4 (no-git)\nmasked ",
		);
		expect(out).toMatch(/\nline +\S*log\.jsonl:3\n$/);
		expect(out).not.toContain("hunter2");
	});

	test("prints commands and outcome, or both as JSON", () => {
		expect(audit("show", "log.jsonl", idOf(3)).out).toMatch(
			/\nended +with 1 after [^\n]*\n[\s\S]*\ncommands\n {2}allow {2}echo a\n {2}allow {2}false\n$/,
		);
		expect(valid("audit-report#/$defs/entry", JSON.parse(audit("show", "--json", "log.jsonl", idOf(3)).out))).toEqual(
			[],
		);
	});

	test("says that there is none, or that there are several", () => {
		expect(audit("show", "log.jsonl", "nothing")).toMatchObject({
			code: 2,
			err: expect.stringContaining("no decision"),
		});
		expect(audit("show", "log.jsonl", "")).toMatchObject({ code: 2, err: expect.stringContaining("several") });
	});
});

test("stats are numbers for people, and JSON", () => {
	expect(audit("stats", "--effect", "deny", "log.jsonl").out).toMatch(
		/^1 decision from .*\n {2}0 allow, 0 ask, 0 nudge, 1 deny\n\nagent +all[\s\S]*\nno-git +1 +· +· +· +1\n$/,
	);
	const { code, out } = audit("stats", "--json", "log.jsonl");
	expect(code).toBe(0);
	expect(valid("audit-report#/$defs/stats", JSON.parse(out))).toEqual([]);
	expect(audit("stats", "--agent", "nobody", "log.jsonl")).toEqual({ code: 0, out: "no decision\n", err: "" });
});

describe("what the policy says of records", () => {
	// No folder can be where a file is.
	const nowhere = "file/log.jsonl";

	test("`require`: what can't be recorded is not run", () => {
		const { code, out, err } = rule("run", "--agent", "strict", "--", "echo", "hi");
		expect([code, out]).toEqual([126, ""]);
		expect(err).toContain("must be on record, and can't be, so it is denied: no log is kept here");
		expect(rule("run", "--agent", "strict", "--audit", nowhere, "--", "echo", "hi")).toMatchObject({
			code: 126,
			out: "",
		});
		expect(rule("run", "--agent", "strict", "--audit", "ok.jsonl", "--", "echo", "hi")).toMatchObject({
			code: 0,
			out: "hi\n",
		});
	});

	test("`prefer`: it is run, and a warning says so", () => {
		const { code, out, err } = rule("run", "--audit", nowhere, "--", "echo", "hi");
		expect([code, out]).toEqual([0, "hi\n"]);
		expect(err).toMatch(/^warning: .*file\/log\.jsonl can't be written/);
	});

	test("`off`: nothing is recorded", () => {
		expect(rule("run", "--agent", "quiet", "--audit", "quiet.jsonl", "--", "echo", "hi").code).toBe(0);
		expect(readFileSync(join(cwd, "quiet.jsonl"), "utf8")).toBe("");
	});

	test("holds for hooks", () => {
		const asked = (agent: string, ...more: string[]) => {
			const input = JSON.stringify({
				hook_event_name: "PreToolUse",
				tool_name: "Bash",
				cwd,
				tool_input: { command: "echo hi" },
			});
			return rules(
				[
					...["hook", "--harness", "claude-code", "--deadline", "60s", "--rules", join(cwd, "policy.rules")],
					...["--agent", agent, ...more],
				],
				{ cwd, env, input },
			);
		};
		const effectOf = ({ out }: { out: string }): unknown =>
			(JSON.parse(out) as { hookSpecificOutput: { permissionDecision: unknown } }).hookSpecificOutput
				.permissionDecision;
		expect(asked("default").out).not.toContain('"deny"');
		expect(effectOf(asked("strict"))).toBe("deny");
		expect(effectOf(asked("strict", "--audit", nowhere))).toBe("deny");
		expect(asked("strict", "--audit", "hook.jsonl").out).not.toContain('"deny"');
		expect(asked("default", "--audit", "-").out).toContain("standard output is where the answer goes");
		expect(records("hook.jsonl")).toMatchObject([{ surface: "hook", agent: "strict", effect: "allow" }]);
		expect(records("hook.jsonl").flatMap((record) => valid("audit", record))).toEqual([]);
	});
});

test("every record fits its schema", () => {
	expect(records().flatMap((record) => valid("audit", record))).toEqual([]);
});

describe("settings", () => {
	test("say how the log is kept and what is masked, to those who write it and to those who look", () => {
		for (let round = 0; round < 4; round++) rule("run", "--audit", "all.audit.yaml", "--", "echo", "ACME-77", "hi");
		expect(audit("verify", "all.audit.yaml")).toMatchObject({
			code: 0,
			out: expect.stringMatching(/^whole: 8 lines in [2-8] files/),
		});
		expect(audit("verify", "--key", "audit.key", "kept.jsonl").code).toBe(0);
		expect(audit("verify", "kept.jsonl").code).toBe(1);
		expect(audit("tail", "all.audit.yaml").out).toMatch(/echo MASKED hi/);
		expect(audit("tail", "all.audit.yaml").out).not.toContain("ACME");
		expect(rule("replay", "all.audit.yaml")).toMatchObject({
			code: 0,
			out: expect.stringMatching(/4 decisions made again, 4 the same[\s\S]*note: 4 hold `MASKED`/),
		});
	});

	test("may name standard output", () => {
		const { out } = rule("run", "--audit", "-", "--", "true");
		expect(
			out
				.split("\n")
				.slice(0, -1)
				.flatMap((line) => valid("audit", JSON.parse(line))),
		).toEqual([]);
		expect(rules(["audit", "verify", "-"], { cwd, input: out })).toMatchObject({ code: 0 });
	});

	test("that can't be used are a wrong question", () => {
		writeFileSync(join(cwd, "bad.audit.yaml"), "file: log\nkeeps: 3\n");
		expect(rule("run", "--audit", "bad.audit.yaml", "--", "true")).toMatchObject({
			code: 2,
			err: "error: the audit settings `bad.audit.yaml` can't be used: `keeps` is no audit setting\nhelp: did you mean `keep`?\n",
		});
	});
});

describe("a wrong question", () => {
	test.each([
		[["verfy", "log.jsonl"], "did you mean `verify`?"],
		[["verify"], "it is not said which log"],
		[["verify", "none.jsonl"], "there is no such file"],
		[["tail", "."], "is a folder"],
		[["verify", "--agent", "x", "log.jsonl"], "`--agent` does not belong to `rules audit verify`"],
		[["stats", "log.jsonl", "5"], "`5` does not belong"],
		[["show", "log.jsonl"], "not said which decision"],
		[["tail", "--since", "soon", "log.jsonl"], "`soon` is no time"],
		[["tail", "--follow", "-"], "can't be followed"],
		[["verify", "--holds", "12", "log.jsonl"], "is no hash"],
	])("ends with 2: %j", (words, says) => {
		const { code, out, err } = audit(...words);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(says);
	});
});

test("nothing of a log steers a terminal", () => {
	const steering = "\\u001b[31m";
	writeFileSync(
		join(cwd, "evil.jsonl"),
		readFileSync(join(cwd, "log.jsonl"), "utf8")
			.replaceAll('"hi"', `"${steering}"`)
			.replaceAll('"agent":"strict"', `"agent":"${steering}"`)
			.replaceAll('"id":"', `"id":"${steering}`)
			.replaceAll("no-git", steering),
	);
	for (const words of [["tail"], ["stats"], ["verify"]])
		expect(audit(...words, "evil.jsonl").out).not.toContain("\u001b");
	expect(audit("show", "evil.jsonl", "\u001b[31m").err).not.toContain("\u001b");
	rmSync(join(cwd, "evil.jsonl"));
});
