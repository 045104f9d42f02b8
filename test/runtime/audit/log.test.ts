/** The decision log: what is written when, and how it goes on. */
import fs, {
	appendFileSync,
	chmodSync,
	closeSync,
	existsSync,
	fstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { openAuditLog } from "../../../src/runtime/audit/log.js";
import { endOf, lineBefore } from "../../../src/runtime/audit/parts.js";
import { verifyAuditLog } from "../../../src/runtime/audit/verify.js";
import { allowed, decision, faultsOf, fill, folder, lines, outcome, records, refused } from "./logs.js";

let here: string;
let file: string;
beforeEach(() => {
	here = folder();
	file = join(here, "logs", "audit.jsonl");
});

test("what is torn is read in pieces, of however many lines it is", () => {
	const text = `{"version":1,"prev":"x","seq":7}\n${"\n".repeat(1 << 17)}{"torn\n${"\n".repeat(1 << 17)}`;
	const path = join(here, "torn.jsonl");
	writeFileSync(path, text);
	const descriptor = openSync(path, "r");
	const reads = jest.spyOn(fs, "readSync");
	syncBuiltinESMExports();
	try {
		expect(endOf(descriptor)).toMatchObject({ whole: true, torn: true, open: false, seq: 7, size: text.length });
		expect(endOf(descriptor).tail?.toString()).toBe(text.slice(0, -1));
		expect(reads.mock.calls.length).toBeLessThan(40);
		expect(lineBefore(descriptor, 33)?.toString()).toBe('{"version":1,"prev":"x","seq":7}');
		expect(lineBefore(descriptor, 34)?.toString()).toBe("");
		expect(lineBefore(descriptor, 32)).toBeUndefined();
	} finally {
		reads.mockRestore();
		syncBuiltinESMExports();
		closeSync(descriptor);
	}
});

describe("a decision log", () => {
	test("has a record on disk when `write` returns", () => {
		const log = openAuditLog({ file });
		log.write(decision(allowed, "a"));
		expect(records(file)).toHaveLength(1);
		log.write(decision(refused, "b"));
		log.write(outcome("a"));
		log.close();
		expect(records(file)).toMatchObject([
			{ type: "decision", id: "a", effect: "allow", argv: ["node", "-e", "1"], prev: "0".repeat(64) },
			{ type: "decision", id: "b", effect: "deny", argv: ["git", "push"] },
			{ type: "outcome", id: "a", code: 0, bytes: 3 },
		]);
		expect(log.warnings).toEqual([]);
	});

	test("fits its schema, which knows no other fields", () => {
		const log = openAuditLog({ file });
		log.write(decision({ ...allowed, cwd: "/w", env: ["CI"], tools: ["search"], workspace: "/w", home: "/home/u" }));
		log.write(decision({ ...refused, rules: [] }));
		log.write(outcome());
		log.close();
		expect(records(file).map(faultsOf)).toEqual([[], [], []]);
		expect(faultsOf({ ...records(file)[0], other: 1 })).not.toEqual([]);
		expect(faultsOf({ ...records(file)[0], argv: undefined, effect: "maybe" })).not.toEqual([]);
	});

	test("writes to nothing once it is closed: its files' numbers are those of other files by then", () => {
		const log = openAuditLog({ file });
		log.write(decision(allowed, "a"));
		log.close();
		const others = ["one", "two"].map((name) => openSync(join(here, name), "w+"));
		try {
			expect(() => log.write(outcome("a"))).toThrow(`the decision log ${file} is closed`);
			log.close();
			for (const other of others) expect(fstatSync(other).size).toBe(0);
		} finally {
			for (const other of others) closeSync(other);
		}
		expect(records(file)).toHaveLength(1);
	});

	test("is readable for its owner only, and so is what says how it ends", () => {
		const log = openAuditLog({ file });
		log.write(decision(allowed));
		log.close();
		expect([file, `${file}.head`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
	});

	test("keeps a record on one line whatever characters are in it", () => {
		const script = `a\nb\r\u0000\u2028\u2029\u0007${String.fromCharCode(0xd800)} \u{1f600}é`;
		const { argv: _, ...rest } = allowed;
		const log = openAuditLog({ file });
		log.write(decision({ ...rest, script }));
		log.close();
		expect(lines(file)).toHaveLength(1);
		expect(records(file)[0]?.script).toBe(script);
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 1 });
	});

	test("goes on where it ended when it is opened again", () => {
		for (let round = 0; round < 3; round++) {
			const log = openAuditLog({ file });
			fill(log, 2);
			log.close();
		}
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 6, torn: [], head: "fits" });
	});

	test("finds the last line of a log that has very long ones", () => {
		for (let round = 0; round < 2; round++) {
			const log = openAuditLog({ file });
			log.write(decision({ ...allowed, argv: ["x".repeat(200_000)] }));
			log.close();
		}
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 2 });
	});

	test.each([
		["a torn line", '{"version":1,"type":"deci'],
		["two torn lines", '{"version":1,"ty\n{"version":1'],
		["zeros, as a file system leaves them", "\0\0\0\0"],
		["a line that was never ours", "hello\n"],
	])("keeps %s at its end, and says so in the line behind it", (_, torn) => {
		const first = openAuditLog({ file });
		fill(first, 1);
		first.close();
		appendFileSync(file, torn);
		const log = openAuditLog({ file });
		log.write(decision(refused));
		log.write(decision(allowed));
		log.close();
		const text = readFileSync(file, "utf8");
		expect(text).toContain(torn);
		expect(records2(text)).toMatchObject([{}, { recovered: true, effect: "deny" }, { effect: "allow" }]);
		expect(verifyAuditLog(file)).toMatchObject({
			kind: "whole",
			torn: torn
				.split("\n")
				.filter(Boolean)
				.map(() => ({ file })),
		});
	});

	test("takes a last record for whole whose line break alone is missing", () => {
		const first = openAuditLog({ file });
		fill(first, 2);
		first.close();
		truncateSync(file, statSync(file).size - 1);
		// What says how the log ends knows of the line break.
		writeFileSync(`${file}.head`, "");
		const log = openAuditLog({ file });
		log.write(decision(refused));
		log.close();
		expect(records(file)).toHaveLength(3);
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", torn: [] });
	});
});

const records2 = (text: string): unknown[] =>
	text.split("\n").flatMap((line) => {
		try {
			return [JSON.parse(line) as unknown];
		} catch {
			return [];
		}
	});

describe("a record's number", () => {
	const numbers = (): unknown[] => {
		const found = verifyAuditLog(file);
		if (found.kind === "broken") throw new Error(found.why);
		return found.files.flatMap((path) =>
			lines(path).map((line) =>
				line.startsWith("{") && line.endsWith("}") ? (JSON.parse(line) as { seq?: number }).seq : "torn",
			),
		);
	};

	test("goes on from writer to writer, from file to file, and behind what was torn", () => {
		const logs = [openAuditLog({ file, size: 1000 }), openAuditLog({ file, size: 1000 })];
		for (let round = 0; round < 5; round++) for (const log of logs) fill(log, 1);
		for (const log of logs) log.close();
		appendFileSync(file, '{"version":1,"seq":99');
		const log = openAuditLog({ file, size: 1000 });
		fill(log, 2);
		log.close();
		expect(existsSync(`${file}.2`)).toBe(true);
		expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "torn", 11, 12]);
	});

	test("begins where a log of an older version ends", () => {
		const old = openAuditLog({ file });
		fill(old, 1);
		old.close();
		writeFileSync(file, readFileSync(file, "utf8").replace(',"seq":1', ""));
		writeFileSync(`${file}.head`, "");
		const log = openAuditLog({ file });
		fill(log, 2);
		log.close();
		expect(numbers()).toEqual([undefined, 1, 2]);
		expect(records(file).flatMap(faultsOf)).toEqual([]);
	});
});

describe("a log that is full", () => {
	const size = 2_000;

	test("goes on in a new file, and the chain with it", () => {
		const log = openAuditLog({ file, size });
		fill(log, 40);
		log.close();
		const found = verifyAuditLog(file);
		expect(found).toMatchObject({ kind: "whole", lines: 40, first: 1, head: "fits" });
		const files = found.kind === "whole" ? found.files : [];
		expect(files.length).toBeGreaterThan(3);
		expect(files.slice(0, 2)).toEqual([`${file}.1`, `${file}.2`]);
		for (const path of files) expect(statSync(path).size).toBeLessThanOrEqual(size);
		expect(files.flatMap(records).map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, at) => `${at}`));
		expect(files.flatMap(records).flatMap(faultsOf)).toEqual([]);
	});

	test("is gone on with by those who had it open before", () => {
		const logs = [openAuditLog({ file, size }), openAuditLog({ file, size }), openAuditLog({ file, size })];
		for (let round = 0; round < 12; round++) for (const log of logs) fill(log, 1);
		for (const log of logs) log.close();
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 36, torn: [] });
	});

	test("keeps as many full files as it is told to, and the number of the oldest tells what is gone", () => {
		const log = openAuditLog({ file, size, keep: 2 });
		fill(log, 40);
		log.close();
		const found = verifyAuditLog(file);
		expect(found).toMatchObject({ kind: "whole", head: "fits" });
		if (found.kind === "broken") throw new Error(found.why);
		expect(found.files).toHaveLength(3);
		expect(found.first).toBeGreaterThan(3);
		expect(existsSync(`${file}.1`)).toBe(false);
	});

	test("goes on where its writer was killed between two files", () => {
		const first = openAuditLog({ file, size });
		fill(first, 3);
		first.close();
		renameSync(file, `${file}.1`);
		const log = openAuditLog({ file, size });
		fill(log, 3);
		log.close();
		expect(records(file)[0]).toMatchObject({ part: 2 });
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 6, head: "fits" });
	});

	test.each(['{"version":1', "\0\0", '{"version":1\n'])("goes on behind what was torn in either file: %j", (torn) => {
		const first = openAuditLog({ file, size });
		fill(first, 3);
		first.close();
		appendFileSync(file, torn);
		renameSync(file, `${file}.1`);
		writeFileSync(file, torn);
		const log = openAuditLog({ file, size });
		fill(log, 3);
		log.close();
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 8, first: 1 });
	});

	test("does so in whatever it is told to count as full, a line at least", () => {
		const log = openAuditLog({ file, size: 1 });
		fill(log, 3);
		log.close();
		expect(verifyAuditLog(file)).toMatchObject({ kind: "whole", lines: 3, files: [`${file}.1`, `${file}.2`, file] });
	});
});

describe("a log that can't be written", () => {
	test("goes to another folder and says so", () => {
		writeFileSync(join(here, "file"), "");
		const log = openAuditLog({ file: join(here, "file", "audit.jsonl"), fallbackFolder: join(here, "other") });
		log.write(decision(allowed));
		log.close();
		expect(log.file).toBe(join(here, "other", "audit.jsonl"));
		expect(log.warnings.join()).toContain(join(here, "file", "audit.jsonl"));
		expect(log.warnings.join()).toContain(log.file);
		expect(records(log.file)).toHaveLength(1);
		expect(statSync(join(here, "other")).mode & 0o777).toBe(0o700);
	});

	test("goes nowhere where it may not", () => {
		writeFileSync(join(here, "file"), "");
		expect(() => openAuditLog({ file: join(here, "file", "audit.jsonl"), fallbackFolder: false })).toThrow("ENOTDIR");
	});

	test("does not go to a folder that is a link, or that others can write to", () => {
		writeFileSync(join(here, "file"), "");
		mkdirSync(join(here, "real"), { mode: 0o700 });
		symlinkSync(join(here, "real"), join(here, "link"));
		mkdirSync(join(here, "open"));
		chmodSync(join(here, "open"), 0o777);
		for (const fallbackFolder of [join(here, "link"), join(here, "open")]) {
			expect(() => openAuditLog({ file: join(here, "file", "a"), fallbackFolder })).toThrow(fallbackFolder);
		}
	});

	test("is never a link or a device that stands in its place", () => {
		mkdirSync(join(here, "logs"));
		writeFileSync(join(here, "victim"), "mine");
		symlinkSync(join(here, "victim"), file);
		const log = openAuditLog({ file, fallbackFolder: join(here, "other") });
		log.write(decision(allowed));
		log.close();
		expect(readFileSync(join(here, "victim"), "utf8")).toBe("mine");
		const device = openAuditLog({ file: "/dev/null", fallbackFolder: join(here, "other") });
		expect(device.file).toBe(join(here, "other", "null"));
		device.close();
	});

	test("has no head that is a link", () => {
		mkdirSync(join(here, "logs"));
		writeFileSync(join(here, "victim"), "mine");
		symlinkSync(join(here, "victim"), `${file}.head`);
		const log = openAuditLog({ file });
		log.write(decision(allowed));
		log.close();
		expect(readFileSync(join(here, "victim"), "utf8")).toBe("mine");
	});

	test("where a folder takes none, as below /proc, moves at once instead of asking without end", () => {
		const log = openAuditLog({ file: "/proc/none/log", fallbackFolder: join(here, "other") });
		log.close();
		expect(log.warnings.join()).toContain("/proc/none");
	});
});
