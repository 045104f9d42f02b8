/** A log that others wrote into, and what lies beside it: all verbs say the same of it, and none waits or breaks down. */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type Ended, folder, rules, shell } from "../cli.js";

jest.setTimeout(240_000);

const cwd = folder({
	"policy.rules": 'agent default {\n  default deny\n  allow echo\n  ask touch because "Look."\n}\n',
});
const written = join(cwd, "written.jsonl");
for (const words of [
	["echo", "hi"],
	["touch", "x"],
	["rm", "x"],
])
	rules(["run", "--audit", written, "--", ...words], { cwd });
const log = join(cwd, "log.jsonl");
beforeEach(() => {
	for (const name of ["log.jsonl", "log.jsonl.head", "log.jsonl.1", "archive"])
		rmSync(join(cwd, name), { recursive: true, force: true });
	cpSync(written, log);
	cpSync(`${written}.head`, `${log}.head`);
});
const records = readFileSync(written, "utf8").trimEnd().split("\n");

/** What a verb says; 124 where it waits. */
const ask = (...words: string[]): Ended => shell(`timeout 60 "$@" ${words.join(" ")}`, { cwd });
const verify = () => ask("audit", "verify", "log.jsonl");
const ingest = () => ask("audit", "ingest", "log.jsonl", "--to", "archive");
const readers = [
	["audit", "tail", "log.jsonl"],
	["audit", "stats", "log.jsonl"],
	["replay", "log.jsonl"],
	["replay", "log.jsonl", "--group"],
	["learn", "log.jsonl"],
];

describe("a log", () => {
	test("that ends in more line breaks than a function takes arguments is verified by all", () => {
		appendFileSync(log, "\n".repeat(150_000));
		expect(verify()).toMatchObject({ code: 0, err: "" });
		expect(verify().out).toMatch(/note: 150000 lines were torn .*log\.jsonl:5, .* and 149990 more\n/);
		expect(ingest()).toMatchObject({ code: 1, err: "" });
		for (const words of readers) expect(ask(...words).err).not.toMatch(/not verified|fault of bylaw/);
	});

	test("has a record of bytes that are no text for nobody", () => {
		const at = records.findIndex((line) => line.includes('"touch"'));
		const strange = (records[at] as string).replace('"touch"', '"to\u00ffuch"');
		writeFileSync(log, Buffer.from(`${records.with(at, strange).join("\n")}\n`, "latin1"));
		const place = `log.jsonl:${at + 1}`;
		expect(verify()).toMatchObject({ code: 1, out: expect.stringContaining(`${place}: this line is no record`) });
		expect(ingest()).toMatchObject({ code: 1, out: expect.stringContaining("1 line without a record left out") });
		expect(ask("audit", "tail", "log.jsonl").out).not.toContain("uch");
		expect(ask("audit", "stats", "log.jsonl").out).toContain("note: 1 line holds no record");
		for (const words of readers.slice(2))
			expect(ask(...words)).toMatchObject({ code: 2, err: expect.stringContaining("the line is not UTF-8 text") });
	});

	test("may end in what was torn, whatever that is", () => {
		for (const end of ["\0\0\0\0", '{"version":1,"ty', "\xff"]) {
			writeFileSync(log, Buffer.from(`${records.join("\n")}\n${end}`, "latin1"));
			expect(verify()).toMatchObject({ code: 0 });
			expect(ingest()).toMatchObject({ code: 0, out: expect.stringContaining("1 torn line left out") });
			for (const words of readers) {
				const { code, err } = ask(...words);
				expect([err, code === 2]).toEqual(["", false]);
			}
		}
	});

	test("of which a line is longer than any record is broken there for all", () => {
		const at = records.length - 1;
		const long = (records[at] as string).replace('"message":"', `"message":"${"x".repeat(17 << 20)}`);
		writeFileSync(log, `${records.with(at, long).join("\n")}\n`);
		const why = `log.jsonl:${at + 1}: this line is longer than 16 MiB`;
		expect(verify()).toMatchObject({ code: 1, out: expect.stringContaining(why) });
		expect(ingest()).toMatchObject({ code: 1, out: expect.stringContaining(why) });
		for (const words of readers) expect(ask(...words).err).toContain(why);
	});
});

describe("what lies beside a log", () => {
	test("is never waited for: its head", () => {
		rmSync(`${log}.head`);
		execFileSync("mkfifo", [`${log}.head`]);
		expect(verify()).toMatchObject({ code: 1, out: expect.stringContaining("log.jsonl.head`, was changed") });
		for (const words of readers) expect(ask(...words).err).toMatch(/^warning: the chain is broken/);
		expect(ingest()).toMatchObject({ code: 1, out: expect.stringContaining("log.jsonl.head`, was changed") });
	});

	test("is never waited for: a file that was put aside", () => {
		execFileSync("mkfifo", [`${log}.1`]);
		for (const words of [
			["audit", "verify", "log.jsonl"],
			["audit", "ingest", "log.jsonl", "--to", "archive"],
			...readers,
		])
			expect(ask(...words)).toMatchObject({ code: 2, err: expect.stringContaining("log.jsonl.1` is no regular file") });
	});
});
