import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
	appendFileSync,
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { archiveColumns } from "../../../src/authoring/archive/columns.js";
import { ArchiveBusy, type IngestOptions, ingest } from "../../../src/authoring/archive/ingest.js";
import { logLine, readLine } from "../../../src/authoring/replay/log-records.js";
import { genesis, hashOf } from "../../../src/runtime/audit/chain.js";
import { fitRecord, longestRecord } from "../../../src/runtime/audit/fit-record.js";
import { tryLock } from "../../../src/runtime/audit/lock.js";
import { openAuditLog } from "../../../src/runtime/audit/log.js";
import { longestLine } from "../../../src/runtime/audit/parts.js";
import { readLog } from "../../../src/runtime/audit/read-log.js";
import { verifyAuditLog } from "../../../src/runtime/audit/verify.js";
import { lineSplitter } from "../../../src/runtime/servers/lines/split-lines.js";
import { tries } from "../../part.js";
import { allowed, decision, ended, outcome, refused } from "../../runtime/audit/logs.js";
import { asked, bring, chained, decided, folder, logOf, textOf } from "./archives.js";

jest.setTimeout(240_000);

describe("a record in the archive", () => {
	test("has its fields in columns, and what has none in `more`", async () => {
		const archive = join(folder(), "a");
		const full = {
			...decided,
			surface: "hook",
			machine: "m1",
			seq: 7,
			engine: "0.1.0",
			harness: "claude-code",
			harnessVersion: "2.1.0",
			session: "s",
			parent: "p",
			subagent: "u",
			repository: "git.example/x",
			cwd: "/w/a",
			workspace: "/w",
			home: "/home/me",
			env: ["CI"],
			tools: ["bash"],
			sandbox: "prefer",
			masked: true,
			latency: 812,
			bundle: { channel: "stable", version: 7, digest: "d" },
			state: "stale",
			shadow: { version: 8, digest: "e", effect: "allow", rules: ["new"], word: "\ud800" },
			commands: [
				{ argv: ["/usr/bin/git", "push"], effect: "deny" },
				{ argv: ["ls"], effect: "allow" },
			],
		};
		await bring(logOf([full]), archive);
		const [row] = await asked(
			archive,
			`select day::varchar, time::varchar, type, id, machine, seq, log, verified, agent, surface, harness, harness_version, session, parent, subagent, engine, policy, bundle, bundle_version, bundle_state, shadow_version, shadow_effect, shadow_rules, repository, cwd,
			workspace, home, argv, script, call, force, env, tools, effect, code, rules, programs, refused, sandbox, masked, latency_us, more from records`,
		);
		expect(row).toEqual([
			...["2026-11-01", "2026-11-01 12:00:00", "decision", "0", "m1", 7n, "log", true, "default", "hook"],
			...[
				"claude-code",
				"2.1.0",
				"s",
				"p",
				"u",
				"0.1.0",
				"a".repeat(64),
				"stable",
				7n,
				"stale",
				8n,
				"allow",
				["new"],
				"git.example/x",
				"/w/a",
				"/w",
				"/home/me",
			],
			...[["git", "push"], null, null, false, ["CI"], ["bash"], "deny", "rule", ["no-git"], ["git", "ls"], ["git"]],
			...[
				"prefer",
				true,
				812n,
				'{"bundle":{"channel":"stable","version":7,"digest":"d"},"shadow":{"version":8,"digest":"e","effect":"allow","rules":["new"],"word":"\\ufffd"}}',
			],
		]);
	});

	test("of an approval and of an outcome has theirs", async () => {
		const archive = folder();
		await bring(
			logOf([
				{ type: "approval", id: "x", by: "ada", groups: ["ops"] },
				{
					type: "outcome",
					id: "x",
					code: 3,
					timedOut: false,
					cancelled: true,
					duration: 12,
					bytes: 5,
					sandbox: "none",
				},
				{ type: "outcome", id: "y", signal: "SIGKILL", timedOut: true, cancelled: false, duration: 1, bytes: 0 },
			]),
			archive,
		);
		expect(
			await asked(
				archive,
				"select type, approved_by, approved_groups, exit_code, signal, confined, timed_out, cancelled, duration_ms, output_bytes, more from records order by type, id",
			),
		).toEqual([
			["approval", "ada", ["ops"], null, null, null, null, null, null, null, null],
			["outcome", null, null, 3, null, "none", false, true, 12n, 5n, null],
			["outcome", null, null, null, "SIGKILL", null, true, false, 1n, 0n, null],
		]);
	});

	test("holds scripts and calls as they were, whatever stands in them", async () => {
		const archive = folder();
		const { argv: _, ...rest } = decided;
		const script = "echo 'ä' \u0000 \\ud800 \"\n\t\u2028";
		await bring(
			logOf([
				{ ...rest, script, commands: [] },
				{ ...rest, call: [["file.read", ".env"], ["x"]], commands: [] },
			]),
			archive,
		);
		expect(await asked(archive, "select script, call, refused from records order by id")).toEqual([
			[script, null, []],
			[null, [["file.read", ".env"], ["x"]], []],
		]);
	});

	test("is described on the page, column by column", () => {
		const page = readFileSync(new URL("../../../docs/archive.md", import.meta.url), "utf8");
		const rows = [...page.matchAll(/^\| `(\w+)` \| `([A-Z[\]]+)` \| (.+) \|$/gm)].map(([, name, type, about]) => ({
			name,
			type,
			about,
		}));
		expect(rows).toEqual(archiveColumns.map(({ name, type, about }) => ({ name, type, about })));
	});
});

describe("a line that is spoiled", () => {
	const lone = JSON.stringify({ ...decided, argv: ["ls", "\ud800"], commands: [] });

	test("is counted with its place, and ends nothing", async () => {
		const archive = folder();
		const { argv: _, ...rest } = decided;
		const path = logOf([
			decided,
			{ ...rest, argv: ["ls", "\ud800x", "\\ud800"] },
			'{"version":1,"type":"decision","id":"half',
			{ ...decided, recovered: true },
			decided,
		]);
		// What was torn belongs to the chain.
		const lines = textOf(path).split("\n");
		writeFileSync(path, `${lines.slice(0, 3).join("\n")}\nno JSON\n\n[1]\n{"version":2}\n${lines.slice(3).join("\n")}`);
		const { added, logs } = await bring(path, archive);
		expect(added).toBe(4);
		expect(logs).toMatchObject([
			{ lines: 9, records: 4, bad: { count: 0 }, torn: 5, poisoned: { count: 1, first: [{ file: path, line: 2 }] } },
		]);
		expect(await asked(archive, "select argv from records where argv[1] = 'ls'")).toEqual([
			[["ls", "\ufffdx", "\\ud800"]],
		]);
	});

	test("is bad where nothing says that it was torn, and the rest is not verified", async () => {
		const archive = folder();
		const lines = chained([decided, decided, decided]);
		const path = logOf([lines[0] ?? "", "no JSON", lines[1] ?? "", lines[2] ?? ""]);
		const { added, logs } = await bring(path, archive);
		expect([added, logs[0]?.bad, logs[0]?.torn]).toEqual([3, { count: 1, first: [{ file: path, line: 2 }] }, 0]);
		expect(logs[0]?.chain).toEqual({ kind: "broken", place: { file: path, line: 2 }, why: "this line is no record" });
		expect(await asked(archive, "select id, verified from records order by id")).toEqual([
			["0", false],
			["1", false],
			["2", false],
		]);
	});

	test("is a whole record outside of the chain: it comes in, and is not verified, wherever it stands", async () => {
		const lines = chained([decided, decided]);
		const forged = JSON.stringify({ version: 1, ...decided, id: "forged" });
		for (const at of [0, 1, 2]) {
			const archive = folder();
			const path = logOf(lines.toSpliced(at, 0, forged));
			expect((await bring(path, archive)).logs[0]?.chain).toMatchObject({ kind: "broken", place: { line: at + 1 } });
			expect(await asked(archive, "select verified from records where id = 'forged'")).toEqual([[false]]);
			// Whether the one before was changed, nothing says.
			expect(await asked(archive, "select count(*)::int from records where verified")).toEqual([[Math.max(0, at - 1)]]);
		}
	});

	test("was changed, and is not verified, in the middle and at the end", async () => {
		for (const at of [1, 3]) {
			const [archive, file, key] = [folder(), join(folder(), "log.jsonl"), "0123456789abcdef"];
			const log = openAuditLog({ file, key });
			for (const id of "abcd") log.write(decision(allowed, id));
			log.close();
			const lines = readFileSync(file, "utf8").split("\n");
			writeFileSync(file, lines.with(at, (lines[at] ?? "").replace('"node"', '"nope"')).join("\n"));
			const { logs } = await ingest({ logs: [{ name: "log", path: file, key }], folder: archive });
			expect(logs[0]?.chain.kind).toBe("broken");
			expect(await asked(archive, "select string_agg(id, '' order by id) from records where verified")).toEqual([
				["abc".slice(0, at)],
			]);
		}
	});

	test("at the end is being written", async () => {
		const archive = folder();
		const path = logOf([decided, '{"version":1,"ty'], "");
		expect((await bring(path, archive)).logs[0]).toMatchObject({
			records: 1,
			torn: 1,
			bad: { count: 0 },
			chain: { kind: "whole" },
		});
	});

	test("may be longer than any memory, nested without end, or no text", async () => {
		const archive = folder();
		const path = join(folder(), "log.jsonl");
		const nested = `{"version":1,"type":"outcome","id":"n","time":"2026-11-01T00:00:00.000Z","timedOut":false,"cancelled":false,"duration":1,"bytes":1,"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
		const [whole = ""] = chained([{ ...decided, id: "whole" }]);
		writeFileSync(
			path,
			Buffer.concat([
				Buffer.from(`{"x":"${"x".repeat(17 << 20)}"}\n${nested}\n`),
				Buffer.from(`${whole.replace("push", "p\u00ff")}\n`, "latin1"),
				Buffer.from(`${whole}\n`),
			]),
		);
		const { added, logs } = await bring(path, archive);
		expect([added, logs[0]?.bad.count, logs[0]?.poisoned.count]).toEqual([1, 3, 0]);
	});

	test("is not one that we write: of the longest record, each field comes in as often as rows have it", async () => {
		const archive = folder();
		const file = join(folder(), "log.jsonl");
		const log = openAuditLog({ file });
		for (const letter of ["\\", '"', "\u0001", "\ud800", "x"]) {
			const escaped = JSON.stringify(letter).length - 2;
			// A half of a pair has the line beside its columns, and a program's name stands in three of those.
			const name = `\ud800${letter.repeat((longestRecord - 2_000) / escaped)}`;
			const { event, lack } = fitRecord(decision({ ...refused, argv: [name] }, letter));
			expect(lack).toBeUndefined();
			log.write(event);
		}
		log.close();
		expect((await bring(file, archive)).logs[0]).toMatchObject({ records: 5, bad: { count: 0 } });
	});

	test("is a record for whoever reads the log, or for nobody", async () => {
		const [line = ""] = chained([decided]);
		const long = (bytes: number): string =>
			line.replace('"message":"no"', `"message":"${"x".repeat(bytes - line.length)}"`);
		const cases: readonly (readonly [text: string, isRecord: boolean])[] = [
			[line, true],
			...[" ", "\t", " \t ", "\ufeff", "\ufeff ", "\ufeff\ufeff", "\r"].map(
				(lead) => [`${lead}${line}`, true] as const,
			),
			...["\r", " ", "\t\r"].map((end) => [`${line}${end}`, true] as const),
			...["\u00a0", "\v", "\0", " \ufeff", "x"].map((lead) => [`${lead}${line}`, false] as const),
			[long(8 << 20), true],
			[long(9 << 20), true],
			[long((16 << 20) - 4096), true],
			[long((16 << 20) + 4096), false],
			["", false],
			["[1]", false],
		];
		for (const [text, isRecord] of cases) {
			const path = join(folder(), "log.jsonl");
			writeFileSync(path, `${text}\n`);
			const archive = folder();
			const { logs } = await bring(path, archive);
			expect([logs[0]?.records, logs[0]?.bad.count]).toEqual(isRecord ? [1, 0] : [0, 1]);
			if (isRecord) expect(await asked(archive, "select argv from records")).toEqual([[["git", "push"]]]);
			const [input] = lineSplitter(longestLine).take(Buffer.from(`${text}\n`));
			expect(readLine(logLine(input as NonNullable<typeof input>)).kind).toBe(isRecord ? "decision" : "broken");
			expect([...readLog(path)].map(({ record }) => record !== undefined)).toEqual([isRecord]);
			// What others would take for a record was put in, if no writer leaves it so.
			if (isRecord && !text.startsWith("{")) expect(verifyAuditLog(path)).toMatchObject({ kind: "broken" });
		}
	});

	test("is decided by its log as by the archive, however it begins", async () => {
		const archive = folder();
		const path = join(folder(), "log.jsonl");
		const [one = "", two = "", three = ""] = chained([decided, decided, { ...decided, time: "no time" }]);
		writeFileSync(path, `${one}\n ${two}\n\ufeff${three}\n`);
		await bring(path, archive);
		const rows = await asked(archive, "select as_written from records where as_written is not null");
		expect(rows.map(([text]) => readLine({ text: String(text) }).kind)).toEqual(["decision"]);
	});

	test("with a time that can't be right is of a day of its own", async () => {
		const archive = folder();
		const times = ["+275760-01-01T00:00:00.000Z", "no time", "2031-01-01T00:00:00.000Z", "2026-11-01T23:59:59.999Z"];
		const path = logOf(times.map((time) => ({ ...decided, time })));
		const { days, logs } = await bring(path, archive);
		expect([days, logs[0]?.undated]).toEqual([["1970-01-01", "2026-11-01"], 3]);
		expect(await asked(archive, "select day::varchar, time::varchar from records order by id")).toEqual([
			["1970-01-01", null],
			["1970-01-01", null],
			["1970-01-01", "2031-01-01 00:00:00"],
			["2026-11-01", "2026-11-01 23:59:59.999"],
		]);
		// Five years on it is a time like any other: it is there all the same.
		const later = await bring(path, archive, { clock: () => Date.parse("2031-02-01T00:00:00Z"), whole: true });
		expect([later.added, later.repeated]).toEqual([0, 4]);
	});

	test("does not fit a poisoned key either", async () => {
		const archive = folder();
		await bring(logOf([`${lone.slice(0, -1)},"version":1,"id":"a","\\ud800":1}`]), archive);
		expect(await asked(archive, "select argv, more from records")).toEqual([[["ls", "\ufffd"], '{"\\ufffd":1}']]);
	});
});

describe("what comes again", () => {
	const many = Array.from({ length: 25 }, (_, at) => ({
		...decided,
		time: `2026-10-${String(10 + (at % 3))}T00:00:00.000Z`,
	}));

	test("is passed over, in batches and among them", async () => {
		const archive = folder();
		const path = logOf(many);
		const twice = join(folder(), "twice.jsonl");
		writeFileSync(twice, textOf(path) + textOf(path));
		const first = await bring(twice, archive, { batch: 4 });
		expect([first.added, first.repeated, first.days]).toEqual([25, 25, ["2026-10-10", "2026-10-11", "2026-10-12"]]);
		const again = await bring(path, archive, { batch: 7 });
		expect([again.added, again.repeated, again.days]).toEqual([0, 25, []]);
		expect(await asked(archive, "select count(*), count(distinct id) from records")).toEqual([[25n, 25n]]);
	});

	test("is new where somebody gave it the id of another", async () => {
		const archive = folder();
		await bring(logOf([{ ...decided, id: "x" }]), archive);
		expect((await bring(logOf([{ ...decided, id: "x", agent: "other" }]), archive)).added).toBe(1);
	});

	test("goes on with a log that has grown, and with its files", async () => {
		const archive = folder();
		const file = join(folder(), "log.jsonl");
		const log = openAuditLog({ file, size: 2000 });
		const write = (from: number, to: number): void => {
			for (let at = from; at < to; at++) {
				log.write({ ...decision({ ...allowed, argv: [`${at}`] }, `${at}`), time: "2026-11-01T00:00:00.000Z" });
				log.write({ ...outcome(`${at}`, ended), time: "2026-11-01T00:00:01.000Z" });
			}
		};
		write(0, 10);
		expect((await bring(file, archive)).added).toBe(20);
		write(10, 30);
		log.close();
		expect(existsSync(`${file}.2`)).toBe(true);
		const { added, repeated, logs } = await bring(file, archive);
		expect([added, repeated]).toEqual([40, 0]);
		expect(logs).toMatchObject([{ before: 20, lines: 40, chain: { kind: "whole", head: "fits" } }]);
		expect(
			await asked(archive, "select count(*), count(distinct id || type), bool_and(verified) from records"),
		).toEqual([[60n, 60n, true]]);
	});

	test("is whole after a process that was killed", async () => {
		const archive = join(folder(), "archive");
		const path = logOf(many);
		mkdirSync(join(archive, ".incoming", "left"), { recursive: true });
		writeFileSync(join(archive, ".incoming", "half.jsonl"), "{");
		await bring(path, archive);
		// As if it had been stopped among the renames: a day is missing.
		renameSync(join(archive, "day=2026-10-11"), join(folder(), "gone"));
		rmSync(join(archive, "ingest.json"));
		expect((await bring(path, archive)).added).toBe(8);
		expect(await asked(archive, "select count(*), count(distinct id) from records")).toEqual([[25n, 25n]]);
		expect(readdirSync(archive)).toEqual(["day=2026-10-10", "day=2026-10-11", "day=2026-10-12", "ingest.json"]);
	});

	test("makes one file of what comes of a day, however many batches it takes", async () => {
		const archive = folder();
		await bring(logOf(many), archive, { batch: 2 });
		const days = readdirSync(archive).filter((name) => name.startsWith("day="));
		expect(days.map((day) => readdirSync(join(archive, day)).length)).toEqual([1, 1, 1]);
		expect(await asked(archive, "select count(*), count(distinct id) from records")).toEqual([[25n, 25n]]);
	});

	test("puts what was allowed, and outcomes, into a file of their own", async () => {
		const archive = join(folder(), "a");
		const kinds = ["allow", "deny", "ask", "nudge"].map((effect) => ({ ...decided, effect }));
		const all = [...kinds, { type: "approval", by: "ada" }, { type: "outcome", ...ended }];
		const many = Array.from({ length: 60 }, (_, at) => ({ ...all[at % 6], id: `${at}` }));
		await bring(logOf(many), archive, { batch: 7 });
		const files = await asked(
			archive,
			`select string_agg(distinct coalesce(effect, type), ' ' order by coalesce(effect, type)), count(*)
			from read_parquet('${archive}/day=*/*.parquet', filename = true) group by filename order by all`,
		);
		expect(files).toEqual([
			["allow outcome", 20n],
			["approval ask deny nudge", 40n],
		]);
	});
});

describe("a log that was read before", () => {
	const some = Array.from({ length: 6 }, (_, at) => ({ ...decided, argv: [`${at}`] }));

	test("is read on from there, as if it had been read at once", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom("decision", "outcome", "torn", "ingest", "anew"), { minLength: 3, maxLength: 25 }),
				fc.constantFrom(600, 5000),
				async (steps, size) => {
					const [archive, file] = [folder(), join(folder(), "log.jsonl")];
					let log = openAuditLog({ file, size });
					for (const [at, step] of steps.entries())
						if (step === "ingest") await bring(file, archive);
						else if (step === "anew") {
							log.close();
							log = openAuditLog({ file, size });
						} else if (step === "torn") {
							log.close();
							appendFileSync(file, '{"version":1,"ty');
							log = openAuditLog({ file, size });
						} else
							log.write(step === "decision" ? decision({ ...allowed, argv: [`${at}`] }, `${at}`) : outcome(`${at}`));
					log.close();
					const clock = (): number => Date.now();
					const last = await bring(file, archive, { clock });
					const other = folder();
					const whole = await bring(file, other, { clock });
					expect(last.logs[0]?.chain).toEqual(whole.logs[0]?.chain);
					expect((last.logs[0]?.before ?? 0) + (last.logs[0]?.lines ?? 0)).toBe(whole.logs[0]?.lines);
					const all = "select * exclude (received) from records order by all";
					if (whole.added > 0) expect(await asked(archive, all)).toEqual(await asked(other, all));
				},
			),
			{ numRuns: tries(12) },
		);
	});

	test("is read whole where it was changed, made anew, or is to be", async () => {
		const archive = folder();
		const path = logOf(some);
		const again = async (options: Partial<IngestOptions> = {}) => {
			const { added, repeated, logs } = await bring(path, archive, options);
			return { added, repeated, before: logs[0]?.before, chain: logs[0]?.chain.kind };
		};
		expect(await again()).toEqual({ added: 6, repeated: 0, before: 0, chain: "whole" });
		expect(await again()).toEqual({ added: 0, repeated: 0, before: 6, chain: "whole" });
		expect(await again({ whole: true })).toEqual({ added: 0, repeated: 6, before: 0, chain: "whole" });
		// The last line says something else now, and is as long.
		writeFileSync(path, textOf(path).replace('"argv":["5"]', '"argv":["x"]'));
		expect(await again()).toEqual({ added: 1, repeated: 5, before: 0, chain: "whole" });
		writeFileSync(path, `${chained([{ ...decided, agent: "anew" }]).join("\n")}\n`);
		expect(await again()).toEqual({ added: 1, repeated: 0, before: 0, chain: "whole" });
	});

	test("is read whole again while its chain is broken, or it ends in what is no record", async () => {
		const archive = folder();
		const lines = chained(some);
		const path = join(folder(), "log.jsonl");
		writeFileSync(path, `${lines.filter((_, at) => at !== 2).join("\n")}\n`);
		for (const repeated of [0, 5]) {
			const { logs, ...totals } = await bring(path, archive);
			expect([totals.repeated, logs[0]?.before, logs[0]?.chain.kind]).toEqual([repeated, 0, "broken"]);
		}
		writeFileSync(path, `${lines.join("\n")}\n{"version":1`);
		await bring(path, archive);
		expect((await bring(path, archive)).logs[0]?.before).toBe(0);
	});

	test("is verified by its own key alone", async () => {
		const [archive, file] = [folder(), join(folder(), "log.jsonl")];
		const key = "0123456789abcdef";
		const log = openAuditLog({ file, key });
		log.write(decision(allowed));
		log.close();
		const withKey = (k: string | undefined) =>
			ingest({ logs: [{ name: "log", path: file, ...(k === undefined ? {} : { key: k }) }], folder: archive });
		expect((await withKey(key)).logs[0]).toMatchObject({ before: 0, chain: { kind: "whole" } });
		expect((await withKey(undefined)).logs[0]?.before).toBe(0);
		expect((await withKey(key)).logs[0]?.before).toBe(0);
		expect((await withKey(key)).logs[0]?.before).toBe(1);
	});

	test("is read whole where what was kept can't be read", async () => {
		const archive = folder();
		const path = logOf(some);
		for (const kept of ["{", "[]", `{"version":1,"logs":{"${path}":{"file":1}}}`, '{"version":2}']) {
			writeFileSync(join(archive, "ingest.json"), kept);
			expect((await bring(path, archive)).logs[0]).toMatchObject({ before: 0, records: 6 });
			expect((await bring(path, archive)).logs[0]).toMatchObject({ before: 6, records: 0 });
		}
	});
});

describe("an archive", () => {
	test("is brought into by one process at a time", async () => {
		const archive = folder();
		const release = tryLock(join(archive, "ingest"));
		await expect(bring(logOf([decided]), archive)).rejects.toThrow(ArchiveBusy);
		release?.();
		expect((await bring(logOf([decided]), archive)).added).toBe(1);
	});

	test("takes several logs, with their keys and the machine that they are of", async () => {
		const archive = folder();
		const keyed = join(folder(), "keyed.jsonl");
		const log = openAuditLog({ file: keyed, key: "0123456789abcdef" });
		log.write({ ...decision(allowed, "k"), time: "2026-11-01T00:00:00.000Z" });
		log.write({ ...decision(allowed, "l"), time: "2026-11-01T00:00:00.000Z" });
		log.close();
		const logs = [
			{ name: "a", path: logOf([decided, { ...decided, machine: "own" }]) },
			{ name: "b", path: keyed, key: "0123456789abcdef" },
		];
		const summary = await ingest({ logs, folder: archive, machine: "given" });
		expect(summary.logs.map(({ chain }) => chain.kind)).toEqual(["whole", "whole"]);
		expect(await asked(archive, "select log, id, machine, verified from records order by log, id")).toEqual([
			["a", "0", "given", true],
			["a", "1", "own", true],
			["b", "k", "given", true],
			["b", "l", "given", true],
		]);
	});

	test("holds what was written while others write", async () => {
		const archive = folder();
		const file = join(folder(), "log.jsonl");
		const writer = spawn(process.execPath, ["-e", writing, file], { stdio: "ignore" });
		const done = new Promise((resolve) => writer.once("exit", resolve));
		while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
		for (let times = 0; times < 3; times++) {
			const { logs } = await bring(file, archive);
			expect([logs[0]?.bad.count, logs[0]?.chain.kind]).toEqual([0, "whole"]);
		}
		await done;
		await bring(file, archive);
		const lines = textOf(file).trimEnd().split("\n").length;
		expect(await asked(archive, "select count(*), count(distinct id) from records")).toEqual([
			[BigInt(lines), BigInt(lines)],
		]);
	});
});

/** Writes lines of a chain in pieces, as a slow disk would take them. */
const writing = `
const { createHash } = require("node:crypto"); const fs = require("node:fs");
const fd = fs.openSync(process.argv[1], "w"); let prev = "0".repeat(64);
(async () => { for (let at = 0; at < 300; at++) {
	const line = JSON.stringify({ version: 1, type: "outcome", id: String(at), time: "2026-11-01T00:00:00.000Z", prev, timedOut: false, cancelled: false, duration: 1, bytes: 1 });
	prev = createHash("sha256").update(line).digest("hex");
	fs.writeSync(fd, line.slice(0, 40)); await new Promise((r) => setTimeout(r, 2)); fs.writeSync(fd, line.slice(40) + "\\n");
} })();
`;

test("records of megabytes come in, many of them: the database never holds all of them at once", async () => {
	const path = join(folder(), "log.jsonl");
	const [descriptor, noise] = [openSync(path, "w"), randomBytes(3_500_000).toString("base64")];
	let prev = genesis;
	for (let at = 0; at < 48; at++) {
		const script = `${noise.slice(at * 1_000)}${noise.slice(0, at * 1_000)}`;
		const line = JSON.stringify({
			...decided,
			version: 1,
			argv: undefined,
			script,
			id: `${at}`,
			prev,
		});
		writeSync(descriptor, `${line}\n`);
		prev = hashOf(line);
	}
	closeSync(descriptor);
	const archive = folder();
	expect(await bring(path, archive)).toMatchObject({ added: 48, logs: [{ records: 48, bad: { count: 0 } }] });
	const sizes = "select count(*), count(distinct left(script, 99)), min(length(script)) from records";
	expect(await asked(archive, sizes)).toEqual([[48n, 48n, BigInt(noise.length)]]);
}, 240_000);
