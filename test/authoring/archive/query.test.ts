import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import { openDatabase } from "../../../src/authoring/archive/duckdb.js";
import { type ArchiveOptions, jsonOf, openArchive, QueryFault } from "../../../src/authoring/archive/query.js";
import { readyQuestions } from "../../../src/authoring/archive/questions.js";
import { bring, decided, folder, logOf } from "./archives.js";

jest.setTimeout(240_000);

const allowedOne = {
	...decided,
	effect: "allow",
	argv: ["ls"],
	commands: [{ argv: ["ls"], effect: "allow" }],
	rules: [{ id: "go", file: "p", line: 2 }],
};
const asked = {
	...decided,
	effect: "ask",
	rules: [{ id: "ask-npm", file: "p", line: 4 }],
	argv: ["npm", "i"],
	commands: [{ argv: ["npm", "i"], effect: "ask" }],
};
const byDefault = {
	...decided,
	code: "default",
	rules: [],
	argv: ["dd"],
	commands: [{ argv: ["dd"], effect: "deny" }],
};

/** A small fleet: three machines, one of which falls silent, and one of which lost two records. */
const records = [
	{
		...decided,
		machine: "a",
		seq: 1,
		time: "2026-10-20T10:00:00.000Z",
		engine: "0.1.0",
		harness: "codex",
		harnessVersion: "1",
		surface: "hook",
		latency: 100,
		repository: "r1",
	},
	{
		...decided,
		machine: "a",
		seq: 2,
		time: "2026-10-20T11:00:00.000Z",
		engine: "0.1.0",
		harness: "codex",
		harnessVersion: "2",
		surface: "hook",
		latency: 300,
		repository: "r2",
	},
	{
		...byDefault,
		machine: "b",
		seq: 1,
		time: "2026-10-25T10:00:00.000Z",
		engine: "0.1.0",
		surface: "run",
		latency: 50,
	},
	{
		...asked,
		machine: "b",
		seq: 2,
		id: "q1",
		time: "2026-10-28T10:00:00.000Z",
		engine: "0.2.0",
		surface: "run",
		latency: 70,
	},
	{ type: "approval", machine: "b", seq: 3, id: "q1", time: "2026-10-28T10:01:00.000Z", by: "ada" },
	{ type: "approval", machine: "b", seq: 4, id: "q1", time: "2026-10-28T10:02:00.000Z", by: "bob" },
	{ ...asked, machine: "b", seq: 7, id: "q2", time: "2026-10-28T11:00:00.000Z", engine: "0.2.0" },
	{ ...allowedOne, machine: "c", seq: 1, time: "2026-10-28T12:00:00.000Z", engine: "0.2.0", policy: "b".repeat(64) },
	{
		...decided,
		machine: "c",
		seq: 2,
		time: "2026-10-28T12:00:01.000Z",
		engine: "0.2.0",
		policy: "b".repeat(64),
		bundle: { channel: "stable", version: 7, digest: "d" },
		state: "stale",
		shadow: { version: 8, digest: "e", effect: "allow", code: "rule", rules: ["new-git"] },
	},
];

const place = folder();
const archive = join(place, "it's archive");
beforeAll(async () => {
	await bring(logOf(records), archive);
	writeFileSync(join(place, "secret.txt"), "secret");
	writeFileSync(join(archive, "beside.txt"), "beside");
});

async function answer(
	sql: string,
	options: ArchiveOptions = {},
	of = archive,
): Promise<readonly (readonly unknown[])[]> {
	const open = await openArchive(of, options);
	try {
		const rows: unknown[][] = [];
		for await (const row of (await open.ask(sql)).rows) rows.push(row.map(jsonOf));
		return rows;
	} finally {
		open.close();
	}
}

const ready = (name: string): string => readyQuestions.find((one) => one.name === name)?.sql ?? "";
const policyRules = [
	{ agent: "default", id: "no-git", effect: "deny", file: "p", line: 3 },
	{ agent: "default", id: "never", effect: "allow", file: "p", line: 9 },
	{ agent: "other", id: "no-git", effect: "deny", file: "p", line: 3 },
];
const [dayA, dayB] = ["a".repeat(64), "b".repeat(64)];

describe("a ready question", () => {
	const expected: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
		"denied-most": [
			["default", "git", 3, 2, 2, "no-git", "git push"],
			["default", "dd", 1, 1, 0, "default", "dd"],
		],
		"noisy-rules": [
			["no-git", "deny", 3, 2, 1, 0],
			["ask-npm", "ask", 2, 1, 1, 1],
		],
		"silent-rules": [
			["default", "never", "allow", "p:9"],
			["other", "no-git", "deny", "p:3"],
		],
		"people-asked": [["default", "ask-npm", 2, 1, 1, "ada, bob"]],
		versions: [
			[dayA, "0.1.0", "codex", "2", 1, "2026-10-20 11:00:00"],
			[dayA, "0.2.0", null, null, 1, "2026-10-28 11:00:00"],
			[dayB, "0.2.0", null, null, 1, "2026-10-28 12:00:01"],
		],
		bundles: [["stable", 7, "stale", 1, "2026-10-28 12:00:01"]],
		shadow: [[8, "deny", "allow", "new-git", 1, 1, "git push"]],
		"silent-machines": [["a", "2026-10-20 11:00:00", 2, 8]],
		gaps: [["b", "log", 1, 7, 2]],
		unverified: [],
		days: [
			["2026-10-20", 2, 1, 0, 0, 0, 2],
			["2026-10-25", 1, 1, 0, 0, 0, 1],
			["2026-10-28", 4, 2, 1, 2, 0, 1],
		],
		slow: [
			["hook", "codex", 2, 100, 300, 300],
			["run", null, 2, 50, 70, 70],
		],
	};
	test.each(readyQuestions.map(({ name }) => name))("%s", async (name) => {
		expect(await answer(ready(name), { rules: policyRules })).toEqual(expected[name]);
	});

	test("of broken chains names the log", async () => {
		const other = folder();
		await bring(logOf([decided, "{}", decided]), other);
		expect(await answer(ready("unverified"), {}, other)).toEqual([
			["log", null, 2, "2026-11-01 12:00:00", "2026-11-01 12:00:00"],
		]);
	});

	test("of gaps sees one that a number which is there twice hides from a count", async () => {
		const other = folder();
		await bring(logOf([0, 1, 1, 3].map((seq) => ({ ...decided, machine: "m", seq }))), other);
		expect(await answer(ready("gaps"), {}, other)).toEqual([["m", "log", 0, 3, 1]]);
	});

	test("are asked of files that lack columns, whichever come first", async () => {
		const other = folder();
		await bring(logOf([decided]), other);
		const day = join(other, "day=2026-11-01");
		const [file = ""] = readdirSync(day);
		const { connection, close } = await openDatabase({ memory: "256MB", threads: 1 });
		await connection.run(
			`copy (select * exclude (as_written, rule_places) from read_parquet('${join(day, file)}', hive_partitioning = false)) to '${join(day, "old.parquet")}' (format parquet)`,
		);
		close();
		rmSync(join(day, file));
		for (const time of ["2026-10-31T12:00:00.000Z", "2026-11-02T12:00:00.000Z"])
			await bring(logOf([{ ...decided, time }]), other);
		expect(await answer("select count(*), count(rule_places) from records", {}, other)).toEqual([[3, 2]]);
	});

	test("stands on the page as it is asked", () => {
		const page = readFileSync(new URL("../../../docs/archive.md", import.meta.url), "utf8");
		const blocks = [...page.matchAll(/^### (\S+)\n(.+)\.\n\n```sql\n([\s\S]*?)\n```$/gm)].map(
			([, name, about = "", sql]) => ({
				name,
				about: about.toLowerCase(),
				sql,
			}),
		);
		expect(blocks).toEqual(readyQuestions.map(({ name, about, sql }) => ({ name, about: about.toLowerCase(), sql })));
	});
});

describe("every ready question", () => {
	/** The same questions, asked of every record as plainly as SQL has it. */
	const plain: Readonly<Record<string, string>> = {
		"denied-most": `with refusals as (
				select agent, machine, repository, command, coalesce(rules[1], code) as rule, unnest(refused) as program
				from decisions where effect = 'deny'
			), most as (
				select agent, program, count(*) as denied, count(distinct machine) as machines, count(distinct repository) as repositories
				from refusals group by all
			)
			select *,
				(select rule from refusals r where r.agent = m.agent and r.program = m.program group by rule order by count(*) desc, rule limit 1),
				(select command from refusals r where r.agent = m.agent and r.program = m.program and command is not null
					group by command order by count(*) desc, command limit 1)
			from most m order by denied desc, agent, program limit 100`,
		"noisy-rules": `select rule, effect, count(*) as times, count(distinct machine), count(distinct agent),
				count(*) filter (effect = 'ask' and exists (from approvals a where a.id = d.id))
			from (select id, machine, agent, effect, unnest(rules) as rule from decisions where effect <> 'allow') d
			group by rule, effect order by times desc, rule, effect limit 100`,
		"silent-rules": `select agent, id, effect, place from rules r
			where not exists (from (select agent, unnest(rules) as id from decisions) d where d.agent = r.agent and d.id = r.id)
			order by agent, line, id`,
		"people-asked": `select agent, coalesce(rules[1], code) as rule, count(*) as asked, count(*) filter (said) as approved,
				count(*) filter (not said), max(people)
			from (
				select *, exists (from approvals a where a.id = d.id) as said,
					(select string_agg(distinct approved_by, ', ' order by approved_by) from approvals a where a.id = d.id) as people
				from decisions d where effect = 'ask'
			) group by all order by asked desc, agent, rule limit 100`,
		"silent-machines": `select machine, max(time) as last, count(*), date_diff('day', max(time), (select max(time) from records where day > '1970-01-01'))
			from records where machine is not null and day > '1970-01-01' group by machine
			having max(time) < (select max(time) from records where day > '1970-01-01') - interval 3 days order by last, machine`,
		days: `select day, count(*), count(distinct machine), count(*) filter (effect = 'allow'), count(*) filter (effect = 'ask'),
				count(*) filter (effect = 'nudge'), count(*) filter (effect = 'deny')
			from decisions group by day order by day`,
		slow: `select surface, harness, count(*), quantile_disc(latency_us, 0.5), quantile_disc(latency_us, 0.95) as p95, max(latency_us)
			from decisions where latency_us is not null group by surface, harness order by p95 desc, surface, harness`,
	};

	/** Several days of several machines: rules in lists, what is not said, several approvals of one question, times that can't be right. */
	function mixed(): Readonly<Record<string, unknown>>[] {
		let state = 7;
		const some = (below: number): number => {
			state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
			return (state >>> 8) % below;
		};
		const oneOf = <Of>(...all: readonly Of[]): Of => all[some(all.length)] as Of;
		const list = <Of>(of: () => Of): Of[] => Array.from({ length: some(4) }, of);
		return Array.from({ length: 600 }, (_, at) => {
			const effect = oneOf("allow", "allow", "ask", "deny", "nudge");
			const machine = oneOf("a", "b", "c", undefined);
			const milli = String(at).padStart(3, "0");
			const day = machine === "c" ? 20 + some(3) : 20 + some(8);
			const dated = {
				machine,
				seq: at,
				time: some(50) === 0 ? `2031-01-01T00:00:00.${milli}Z` : `2026-10-${day}T10:00:00.${milli}Z`,
			};
			if (some(4) === 0) return { type: "approval", id: `q${some(300)}`, by: oneOf("ada", "bob", "cy"), ...dated };
			const argv = [oneOf("git", "npm", "dd"), oneOf("x", "y")];
			return {
				...decided,
				...dated,
				id: `q${some(300)}`,
				effect,
				agent: oneOf("default", "other"),
				code: oneOf("rule", "default"),
				rules: list(() => ({ id: oneOf("one", "two", "no-git"), file: "p", line: 1 })),
				...oneOf<object>({ argv }, { argv: undefined, script: argv.join(" ; ") }, { argv: undefined }),
				commands: list(() => ({ argv: [oneOf("git", "npm", "dd", "rm")], effect: oneOf("allow", effect) })),
				repository: oneOf("r1", "r2", undefined),
				surface: oneOf("hook", "run", undefined),
				harness: oneOf("codex", undefined),
				latency: oneOf(undefined, some(50), some(5000)),
				...oneOf({}, { bundle: { channel: "stable", version: some(4), digest: "d" }, state: oneOf("fresh", "stale") }),
				engine: `0.${some(3)}.0`,
				harnessVersion: oneOf("1", "2", undefined),
			};
		});
	}

	test("answers as if every record were looked at, in what order a file has them or how many there are", async () => {
		const ordered = folder();
		const [first, rest] = [mixed().slice(0, 250), mixed().slice(250)];
		await bring(logOf(first), ordered);
		await bring(logOf(rest), ordered);
		const older = await asOlder(ordered);
		const rules = ["one", "no-git", "never"].map((id, line) => ({
			agent: "other",
			id,
			effect: "deny",
			file: "p",
			line,
		}));
		for (const [name, sql] of Object.entries(plain)) {
			const expected = await answer(sql, { rules }, older);
			expect(expected.length).toBeGreaterThan(0);
			for (const of of [ordered, older])
				expect([name, await answer(ready(name), { rules }, of)]).toEqual([name, expected]);
		}
		for (const { name, sql } of readyQuestions)
			expect([name, await answer(sql, { rules }, ordered)]).toEqual([name, await answer(sql, { rules }, older)]);
	});

	/** An archive of an earlier version: files in the order in which records came, without columns that there were not. */
	async function asOlder(archive: string): Promise<string> {
		const other = folder();
		const { connection, close } = await openDatabase({ memory: "256MB", threads: 1 });
		for (const day of readdirSync(archive).filter((name) => name.startsWith("day="))) {
			mkdirSync(join(other, day));
			for (const file of readdirSync(join(archive, day)))
				await connection.run(
					`copy (select * exclude (as_written, rule_places) from read_parquet('${join(archive, day, file)}', hive_partitioning = false) order by fingerprint) to '${join(other, day, file)}' (format parquet, row_group_size 2048)`,
				);
		}
		close();
		return other;
	}
});

describe("a query", () => {
	test("sees what is no older than it asks for", async () => {
		expect(await answer("select count(*) from records")).toEqual([[9]]);
		expect(
			await answer("select count(*), min(time) from decisions", { since: Date.parse("2026-10-28T10:00:30Z") }),
		).toEqual([[3, "2026-10-28 11:00:00"]]);
	});

	test("gives values as JSON has them", async () => {
		expect(
			await answer(
				"select 1, 9007199254740993, 1.5, 'x', null, true, ['a', null], {'k': [1]}, date '2026-01-31', 'nan'::double, map {'a': 1}",
			),
		).toEqual([
			[1, "9007199254740993", "1.5", "x", null, true, ["a", null], { k: [1] }, "2026-01-31", "NaN", expect.anything()],
		]);
		// A text that begins with a byte order mark keeps it.
		expect(
			await answer("select chr(65279) || 'x', [chr(65279)], {'k': chr(65279) || 'a text that is longer'}"),
		).toEqual([["\ufeffx", ["\ufeff"], { k: "\ufeffa text that is longer" }]]);
	});

	const file = (): string => {
		const [day = ""] = readdirSync(archive).filter((name) => name.startsWith("day="));
		return join(archive, day, readdirSync(join(archive, day))[0] ?? "").replaceAll("'", "''");
	};
	test.each<[string, () => string]>([
		["a file of the system", () => "select * from read_text('/etc/passwd')"],
		["a file beside the archive", () => `select * from read_text('${place}/secret.txt')`],
		["one above it", () => `select * from read_text('${archive.replaceAll("'", "''")}/../secret.txt')`],
		["one in it that is no record", () => `select * from read_text('${archive.replaceAll("'", "''")}/beside.txt')`],
		["the names of files", () => "select * from glob('/*')"],
		["a table by its path", () => `select * from '${place}/secret.txt'`],
		["an address", () => "select * from read_csv('https://example.com/x.csv')"],
		["writing a file", () => `copy (select 1) to '${place}/written.csv'`],
		["writing over a record", () => `copy (select 1 as x) to '${file()}' (format parquet)`],
		["writing behind explain", () => `explain analyze copy (select 1) to '${place}/written.csv'`],
		["exporting", () => `export database '${place}/written'`],
		["attaching", () => `attach '${place}/written.db' as other`],
		["installing", () => "install httpfs"],
		["loading", () => "load httpfs"],
		["opening itself", () => "set enable_external_access = true"],
		["other folders", () => "set allowed_directories = ['/']"],
		["more memory", () => "set memory_limit = '64GB'"],
		["resetting", () => "reset enable_external_access"],
		["making a table", () => "create table x (a integer)"],
		["making a function", () => "create macro f() as 1"],
		["changing a view", () => "create or replace view records as select 1"],
		["dropping a view", () => "drop view records"],
		["changing a rule", () => "insert into rules values ('a', 'b', 'c', 'd', 1)"],
		["a pragma", () => "pragma enable_profiling"],
		["calling", () => "call pragma_version()"],
		["secrets", () => "create secret s (type s3)"],
		["variables of the process", () => "select getenv('HOME')"],
		["two queries", () => "select 1; select 2"],
		["none", () => " -- nothing"],
		["nothing", () => ""],
		["two queries, one of which makes a type", () => "create type t as enum ('a'); select 1"],
		["two queries that seem to stand in parentheses", () => "select 1) a, (select 2"],
		["two pivots", () => "pivot decisions on effect using count(*); pivot decisions on agent using count(*)"],
		["nonsense", () => "selec 1"],
		["a column that there is not", () => "select nothing from records"],
	])("is refused: %s", async (_, sql) => {
		await expect(answer(sql())).rejects.toThrow(QueryFault);
		expect(existsSync(join(place, "written.csv"))).toBe(false);
		expect(existsSync(join(place, "written.db"))).toBe(false);
		expect(existsSync(join(place, "written"))).toBe(false);
		expect(await answer("select count(*) from records")).toEqual([[9]]);
	});

	test.each([
		"pivot decisions on effect using count(*) group by agent",
		" PIVOT decisions ON effect USING count(*) GROUP BY agent;\n",
		"from (pivot (from decisions) on effect using count(*) group by agent) -- as it is",
		"with d as (from decisions) pivot d on effect using count(*) group by agent",
		"select a.* from (pivot decisions on effect using count(*) group by agent) a join (pivot decisions on code using count(*) group by agent) using (agent)",
	])("may turn values into columns: %s", async (sql) => {
		expect(await answer(sql)).toEqual([["default", 1, 2, 4]]);
	});

	test("says what is wrong with it", async () => {
		await expect(answer("select * from read_text('/etc/passwd')")).rejects.toThrow(
			/reads the records and nothing else/,
		);
		await expect(answer("create table x (a integer)")).rejects.toThrow("a query only reads: `create` is refused");
		await expect(answer("select 1; select 2")).rejects.toThrow("these are 2 queries");
		for (const none of ["", " \n", ";", "-- x", "/* x */"])
			await expect(answer(none)).rejects.toThrow("the query is empty");
		await expect(answer("select agnet from records")).rejects.toThrow(/"agnet" not found.*"agent"/);
	});

	test("takes no more memory than it may, and leaves nothing behind", async () => {
		// Other processes ask at the same time.
		const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`bylaw-query-${process.pid}-`));
		const before = own();
		const rows = await answer(
			"select count(*) from (select i % 3000000 as k, string_agg(i::varchar || repeat('x', 40)) as s from range(6000000) t(i) group by k)",
		);
		expect(rows).toEqual([[3_000_000]]);
		expect(own()).toEqual(before);
	});
});

describe("an archive", () => {
	test("without records is told", async () => {
		await expect(openArchive(folder())).rejects.toThrow(/holds no records/);
	});

	test("does not follow links among its files", async () => {
		const other = folder();
		await bring(logOf([decided]), other);
		const [day = ""] = readdirSync(other);
		mkdirSync(join(other, "day=2026-01-01"));
		symlinkSync(file0(), join(other, "day=2026-01-01", "x.parquet"));
		symlinkSync(
			join(archive, readdirSync(archive).find((name) => name.startsWith("day=")) ?? ""),
			join(other, "day=2026-01-02"),
		);
		expect(await answer("select day from records", {}, other)).toEqual([[day.slice(4)]]);
	});

	function file0(): string {
		const day = readdirSync(archive).find((name) => name.startsWith("day=")) ?? "";
		return join(archive, day, readdirSync(join(archive, day))[0] ?? "");
	}
});
