import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import { folder, program, rules } from "../cli.js";
import { valid } from "../schemas.js";

jest.setTimeout(240_000);

const policy = "agent default {\n  default deny\n  allow true id go\n  allow echo id talk\n  deny git id no-git\n}\n";
const cwd = folder({ "policy.rules": policy, "broken.rules": "agent {\n" });
const rule = (...words: string[]) => rules(words, { cwd, env: { TMPDIR: folder() } });
const query = (...words: string[]) => rule("audit", "query", ...words);
beforeAll(() => {
	for (const words of [["true"], ["git", "push"], ["git", 'a,"b\u001b[31m']])
		rule("run", "--audit", "log.jsonl", "--", ...words);
	rule("audit", "ingest", "log.jsonl", "--to", "archive");
});

describe("rules audit query", () => {
	test("prints a table, in which nothing steers the terminal", () => {
		const { code, out, err } = query(
			"--in",
			"archive",
			"select command, effect, len(argv) as words from decisions order by command",
		);
		expect([code, err]).toEqual([0, ""]);
		expect(out).toMatch(
			/^command +effect {2}words\ngit a,"b\S*\[31m {2}deny {8}2\ngit push +deny {8}2\ntrue +allow {7}1\n$/,
		);
		expect(out).not.toContain("\u001b");
		expect(query("--in", "archive", "select 1 where false").out).toBe("no rows\n");
		const many = query("--in", "archive", "select i from range(1200) t(i)");
		expect(many.out.split("\n")).toHaveLength(1002);
		expect(many.err).toContain("the first 1000 rows are shown");
	});

	test("prints CSV and JSON, all of it", () => {
		const csv = query(
			"--in",
			"archive",
			"--csv",
			"select argv[2] as a, rules, null as n from decisions where effect = 'deny' order by a",
		);
		expect(csv.out).toBe('a,rules,n\n"a,""b\u001b[31m",[],\npush,"[""no-git""]",\n');
		const { out } = query("--in", "archive", "--json", "select i, i::varchar as i from range(5000) t(i) order by 1");
		const answer = JSON.parse(out) as { readonly rows: readonly unknown[] };
		expect(valid("audit-report#/$defs/table", answer)).toEqual([]);
		expect([answer.rows.length, answer.rows[4999]]).toEqual([5000, { i: 4999, "i:1": "4999" }]);
		expect(JSON.parse(query("--in", "archive", "--json", "select 1 where false").out)).toEqual({
			columns: [{ name: "1", type: "INTEGER" }],
			rows: [],
		});
	});

	test("answers ready questions, and knows the rules of a policy", () => {
		expect(query("--in", "archive", "--ask", "silent-rules").out).toBe(
			"agent    rule  effect  place\ndefault  talk  allow   policy.rules:4\n",
		);
		expect(query("--in", "archive", "--ask", "silent-rules", "--rules", "broken.rules")).toMatchObject({
			code: 2,
			out: "",
		});
		expect(query("--in", "archive", "--ask", "denied-most", "--csv", "--since", "1d").out).toContain(
			"\ndefault,git,2,1,0,no-git,",
		);
		expect(query("--in", "archive", "--ask", "denied-most", "--since", "2090-01-01").out).toBe("no rows\n");
	});

	test("refuses what it can't answer, and says what to do", () => {
		expect(query("--in", "archive")).toMatchObject({ code: 2, out: "", err: expect.stringContaining("`denied-most`") });
		expect(query("select 1").err).toContain("`--in archive`");
		expect(query("--in", "archive", "--ask", "denied-mist").err).toContain("denied-most");
		expect(query("--in", "archive", "--ask", "days", "select 1").err).toContain("exclude each other");
		expect(query("--in", "archive", "--ask", "days", "--rules", "policy.rules").err).toContain("leave out `--rules`");
		expect(query("--in", "archive", "select", "1").err).toContain("put the SQL in quotes");
		expect(query("--in", "nowhere", "select 1").err).toContain(
			"`nowhere` can't be read: there is no such file or folder",
		);
		expect(query("--in", ".", "select 1").err).toContain("`rules audit ingest log.jsonl --to .`");
		expect(query("--in", "archive", "attach 'x.db' as x")).toMatchObject({ code: 2, out: "" });
		expect(query("--in", "archive", "--csv", "--json", "select 1").code).toBe(2);
		expect(rule("audit", "stats")).toMatchObject({
			code: 2,
			err: expect.stringContaining("`rules audit stats log.jsonl`"),
		});
	});

	test("says how to install the database where it is not there", () => {
		const elsewhere = folder();
		cpSync(dirname(dirname(program())), elsewhere, { recursive: true });
		const words = [join(elsewhere, "dist", "cli.cjs"), "audit", "query", "--in", "archive", "select 1"];
		const done = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
		expect([done.status, done.stderr]).toEqual([2, expect.stringContaining("npm install @duckdb/node-api@")]);
	});
});
