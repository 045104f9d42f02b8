import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { folder, program, root, rules } from "../cli.js";
import { valid } from "../schemas.js";

jest.setTimeout(240_000);

const cwd = folder({ "policy.rules": "agent default {\n  default deny\n  allow true\n}\n" });
const rule = (...words: string[]) => rules(words, { cwd, env: { TMPDIR: folder() } });
const ingest = (...words: string[]) => rule("audit", "ingest", ...words);
for (const name of ["a.jsonl", "b.jsonl"]) rule("run", "--audit", name, "--", "true");

describe("rules audit ingest", () => {
	test("says what came in, and what was there", () => {
		const { code, out, err } = ingest("a.jsonl", "b.jsonl", "--to", "archive");
		expect([code, err]).toEqual([0, ""]);
		expect(out).toMatch(
			/^archive: 4 new records, of 1 day \(20\S+\); 0 were there\na\.jsonl: 2 records in 2 lines, the chain is whole\nb\.jsonl: 2 records in 2 lines, the chain is whole\n$/,
		);
		expect(ingest("b.jsonl", "--to", "archive").out).toBe(
			"archive: 0 new records; 0 were there\nb.jsonl: 0 records in 0 lines after 2 that were read before, the chain is whole\n",
		);
		expect(ingest("b.jsonl", "--whole", "--to", "archive").out).toBe(
			"archive: 0 new records; 2 were there\nb.jsonl: 2 records in 2 lines, the chain is whole\n",
		);
	});

	test("prints a summary by its schema, and is a no where something is not whole", () => {
		cpSync(join(cwd, "a.jsonl"), join(cwd, "bad.jsonl"));
		appendFileSync(join(cwd, "bad.jsonl"), "[]\n");
		const { code, out, err } = ingest("bad.jsonl", "a.jsonl", "--json", "--to", "other");
		expect([code, err]).toEqual([1, ""]);
		expect(valid("audit-report#/$defs/ingest", JSON.parse(out))).toEqual([]);
		expect(JSON.parse(out)).toMatchObject({
			added: 2,
			repeated: 2,
			logs: [{ bad: { count: 1 } }, { bad: { count: 0 } }],
		});
		expect(ingest("bad.jsonl", "--to", "third").out).toContain(
			"\nbad.jsonl: 1 line without a record left out: bad.jsonl:3\n",
		);
		writeFileSync(join(cwd, "cut.jsonl"), "[]\n{}\n");
		expect(valid("audit-report#/$defs/ingest", JSON.parse(ingest("cut.jsonl", "--json", "--to", "third").out))).toEqual(
			[],
		);
	});

	test("takes a folder by the name that it has", () => {
		expect(ingest("a.jsonl", "--to", "~x")).toMatchObject({ code: 0, err: "" });
		expect(rule("audit", "query", "--in", "~x", "--csv", "select count(*) as n from records").out).toBe("n\n2\n");
	});

	test("does not take a record that holds no hash for one of the chain", () => {
		writeFileSync(join(cwd, "audit.key"), "0123456789abcdef0123\n");
		writeFileSync(join(cwd, "k.audit.yaml"), "file: keyed.jsonl\nkey: audit.key\n");
		rule("run", "--audit", "k.audit.yaml", "--", "true");
		expect(rule("audit", "verify", "k.audit.yaml").code).toBe(0);
		const { prev: _, ...forged } = JSON.parse(readFileSync(join(cwd, "keyed.jsonl"), "utf8").split("\n")[0] as string);
		appendFileSync(join(cwd, "keyed.jsonl"), `${JSON.stringify({ ...forged, id: "forged" })}\n`);
		expect(rule("audit", "verify", "k.audit.yaml")).toMatchObject({
			code: 1,
			out: expect.stringContaining(
				"/keyed.jsonl:3: this record does not hold the hash of the line before: it was put in\n",
			),
		});
		expect(ingest("k.audit.yaml", "--to", "keyed")).toMatchObject({ code: 1 });
		const sql = "select id = 'forged' as forged, verified from records order by all";
		expect(rule("audit", "query", "--in", "keyed", "--csv", sql).out).toBe(
			"forged,verified\nfalse,false\nfalse,true\ntrue,false\n",
		);
	});

	test("refuses what it can't do, and says what to do", () => {
		expect(ingest("a.jsonl")).toMatchObject({
			code: 2,
			out: "",
			err: expect.stringContaining("`rules audit ingest a.jsonl --to archive`"),
		});
		expect(ingest("none.jsonl", "--to", "x")).toMatchObject({
			code: 2,
			err: expect.stringContaining("`none.jsonl` can't be read"),
		});
		expect(existsSync(join(cwd, "x"))).toBe(false);
		expect(ingest("a.jsonl", "--to", "policy.rules")).toMatchObject({
			code: 2,
			err: expect.stringContaining("`policy.rules`"),
		});
		expect(ingest("a.jsonl", "--to", "x", "--holds", "1").err).toContain(
			"`--holds` does not belong to `rules audit ingest`",
		);
		expect(rule("audit", "verify", "a.jsonl", "--to", "x").code).toBe(2);
		expect(rule("audit", "verify", "a.jsonl", "b.jsonl").err).toContain(
			"`b.jsonl` does not belong to `rules audit verify`",
		);
	});

	test("says how to install the database where it is not there", () => {
		const elsewhere = folder();
		cpSync(dirname(dirname(program())), elsewhere, { recursive: true });
		const done = spawnSync(
			process.execPath,
			[join(elsewhere, "dist", "cli.cjs"), "audit", "ingest", "a.jsonl", "--to", "y"],
			{
				cwd,
				encoding: "utf8",
			},
		);
		expect([done.status, done.stdout]).toEqual([2, ""]);
		const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
			readonly peerDependencies: Readonly<Record<string, string>>;
		};
		expect(done.stderr).toBe(
			`error: this takes DuckDB: \`@duckdb/node-api\` is not installed\nhelp: install it beside bylaw: \`npm install @duckdb/node-api@${peerDependencies["@duckdb/node-api"]}\` (with \`-g\` where bylaw is installed so)\n`,
		);
	});
});
