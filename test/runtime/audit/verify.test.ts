/** A change to a log does not go unnoticed, and the place is named. */
import { createHmac } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { openAuditLog } from "../../../src/runtime/audit/log.js";
import { type VerifyOptions, verifyAuditLog, verifyLines } from "../../../src/runtime/audit/verify.js";
import { fill, folder, lines } from "./logs.js";

let file: string;
let whole: string[];
const written = (count: number, options: { size?: number; keep?: number; key?: string } = {}): void => {
	const log = openAuditLog({ file, ...options });
	fill(log, count);
	log.close();
	whole = lines(file);
};
beforeEach(() => {
	file = join(folder(), "audit.jsonl");
});
const put = (text: readonly string[]): void => writeFileSync(file, text.map((line) => `${line}\n`).join(""));
const verify = (options: VerifyOptions = {}) => verifyAuditLog(file, options);

describe("verifying", () => {
	test("accepts a log as it is, and lines of it", () => {
		written(5);
		expect(verify()).toMatchObject({ kind: "whole", lines: 5, torn: [], unguarded: [], head: "fits", first: 1 });
		expect(verifyLines([{ file: "-", lines: whole }])).toMatchObject({ kind: "whole", lines: 5, head: "missing" });
	});

	test("accepts a log with nothing in it", () => {
		written(0);
		expect(verify()).toMatchObject({ kind: "whole", lines: 0, last: "0".repeat(64) });
	});

	test("names the first line that does not follow: changed, taken out, added, moved", () => {
		written(5);
		const cases: [readonly string[], number][] = [
			[whole.with(2, (whole[2] as string).replace('"2"', '"9"')), 4],
			[whole.toSpliced(2, 1), 3],
			[whole.toSpliced(2, 0, whole[4] as string), 3],
			[[...whole.slice(0, 3), whole[4] as string, whole[3] as string], 4],
			[whole.slice(1), 1],
			[whole.with(1, "{"), 2],
			[whole.with(1, "[]"), 2],
			[whole.toSpliced(1, 0, ""), 2],
		];
		for (const [text, line] of cases) {
			put(text);
			expect(verify()).toMatchObject({ kind: "broken", place: { file, line } });
		}
	});

	test("says of a record behind a byte order mark what is so: it holds the hash, and something stands before it", () => {
		written(3);
		for (const lead of ["\ufeff", " "]) {
			put(whole.with(1, `${lead}${whole[1]}`));
			expect(verify()).toMatchObject({ place: { line: 2 }, why: expect.stringMatching(/^something stands before/) });
		}
		put(whole.with(1, "{}"));
		expect(verify()).toMatchObject({ place: { line: 2 }, why: expect.stringMatching(/does not hold the hash/) });
	});

	test("passes over as many torn lines as there are, and names the first of them", () => {
		written(3);
		put([...whole, ...Array.from({ length: 200_000 }, () => "")]);
		const found = verify();
		expect(found).toMatchObject({ kind: "whole", lines: 200_003, tornCount: 200_000 });
		expect(found.kind === "whole" && found.torn.at(-1)).toEqual({ file, line: 1_003 });
		// Whoever writes then says that they were torn.
		fill(openAuditLog({ file }), 1);
		expect(verify()).toMatchObject({ kind: "whole", lines: 200_004, tornCount: 200_000 });
	});

	test("notices that the end was taken off or changed, where the head was left as it was", () => {
		written(5);
		put(whole.slice(0, 3));
		expect(verify()).toMatchObject({ kind: "broken", place: { line: 3 } });
		put(whole.with(4, (whole[4] as string).replace('"4"', '"9"')));
		expect(verify()).toMatchObject({ kind: "broken", place: { line: 5 } });
		put([]);
		expect(verify()).toMatchObject({ kind: "broken" });
	});

	test("still notices it when the log has gone on since", () => {
		written(5);
		put(whole.slice(0, 3));
		written(2);
		expect(verify()).toMatchObject({
			kind: "broken",
			place: { line: 4 },
			why: expect.stringContaining("had been longer"),
		});
	});

	test("says where the head was gone, so that a cut there is not ruled out", () => {
		written(5);
		rmSync(`${file}.head`);
		expect(verify()).toMatchObject({ kind: "whole", head: "missing" });
		written(1);
		expect(verify()).toMatchObject({ kind: "whole", head: "fits", unguarded: [{ file, line: 6 }] });
	});

	test("takes a log for whole that is longer than its head says: its writer was killed between the two", () => {
		written(3);
		cpSync(`${file}.head`, `${file}.old`);
		written(2);
		cpSync(`${file}.old`, `${file}.head`);
		expect(verify()).toMatchObject({ kind: "whole", head: "fits" });
		written(1);
		expect(verify()).toMatchObject({ kind: "whole", lines: 6, unguarded: [] });
	});

	test("finds a line by a hash that was kept elsewhere, or says that it is gone", () => {
		written(3);
		const found = verify();
		const holds = found.kind === "whole" ? found.last : "";
		written(2);
		expect(verify({ holds })).toMatchObject({ kind: "whole" });
		rmSync(file);
		rmSync(`${file}.head`);
		written(6);
		expect(verify({ holds: "f".repeat(64) })).toMatchObject({ kind: "broken", why: expect.stringContaining("kept") });
	});

	test("goes through all files of a log, and notices one that is missing, empty, or in another's place", () => {
		written(30, { size: 2_000 });
		const found = verify();
		if (found.kind === "broken") throw new Error(found.why);
		const [first = "", second = "", third = ""] = found.files;
		const keep = readFileSync(second);
		for (const spoil of [
			() => rmSync(second),
			() => writeFileSync(second, ""),
			() => cpSync(first, second),
			() => cpSync(third, second),
		]) {
			spoil();
			expect(verify()).toMatchObject({ kind: "broken" });
			writeFileSync(second, keep);
		}
		expect(verify()).toMatchObject({ kind: "whole" });
		rmSync(file);
		expect(() => verify()).toThrow("ENOENT");
	});
});

describe("a whole record that holds no hash", () => {
	const forged = JSON.stringify({ version: 1, type: "approval", id: "0", time: "2026-01-01T00:00:00.000Z", by: "ann" });
	const key = "0123456789abcdef";

	test.each([
		["without a key", {}],
		["with a key", { key }],
	])("was not torn, but put in: before, between and behind the others, %s", (_, options) => {
		written(3, options);
		for (const text of [forged, ` ${forged}`, `${forged}\r`, "{}", '{"prev":1}', `\t${whole[1]}`])
			for (const at of [0, 1, 2, 3]) {
				put(whole.toSpliced(at, 0, text));
				expect([text, at, verify(options)]).toMatchObject([text, at, { kind: "broken", place: { line: at + 1 } }]);
				expect(verifyLines([{ file: "-", lines: lines(file) }], options).kind).toBe("broken");
			}
		put([]);
	});

	test("stays so when the log goes on behind it", () => {
		for (const options of [{}, { key }]) {
			for (const before of [0, 2]) {
				rmSync(file, { force: true });
				rmSync(`${file}.head`, { force: true });
				written(before, options);
				writeFileSync(file, `${forged}\n`, { flag: "a" });
				written(2, options);
				expect(whole.at(-2)).toContain('"recovered":true');
				expect(verify(options)).toMatchObject({ kind: "broken", place: { line: before + 1 } });
			}
		}
	});

	test("is all that a log holds: it is not whole", () => {
		put([forged, forged]);
		for (const options of [{}, { key }]) expect(verify(options)).toMatchObject({ kind: "broken", place: { line: 1 } });
		expect(verifyLines([{ file: "-", lines: ["torn"] }], { key })).toMatchObject({ kind: "broken" });
	});
});

describe("a log with a key", () => {
	const key = "0123456789abcdef";

	test("is whole with the key, and with no other and none it is not", () => {
		written(3, { key });
		expect(verify({ key })).toMatchObject({ kind: "whole", head: "fits" });
		expect(verify({ key: "another one than that" })).toMatchObject({ kind: "broken" });
		expect(verify()).toMatchObject({ kind: "broken", place: { line: 2 }, why: expect.stringContaining("has a key") });
	});

	test("can't be made anew without it, nor cut, whatever is done to the head", () => {
		written(5, { key });
		// The hash of the line that is the last now stands in the one that was behind it.
		const { prev } = JSON.parse(whole[3] as string) as { prev: string };
		put(whole.slice(0, 3));
		const head = JSON.stringify({ part: 1, size: statSync(file).size, hash: prev });
		for (const forged of [head, head.replace("}", ',"seal":""}'), ""]) {
			writeFileSync(`${file}.head`, forged);
			expect(verify({ key })).toMatchObject({ kind: "broken" });
		}
		rmSync(`${file}.head`);
		expect(verify({ key })).toMatchObject({ kind: "broken", why: expect.stringContaining("missing") });
		rmSync(file);
		written(5);
		expect(verify({ key })).toMatchObject({ kind: "broken" });
	});

	test("is broken where it was cut and its head taken away, also when it has gone on since", () => {
		written(5, { key });
		put(whole.slice(0, 3));
		rmSync(`${file}.head`);
		written(1, { key });
		expect(verify({ key })).toMatchObject({ kind: "broken", place: { file, line: 4 } });
		mkdirSync(join(file, "..", "other"));
		file = join(file, "..", "other", "audit.jsonl");
		written(5, { key });
		put(whole.slice(0, 3));
		rmSync(`${file}.head`);
		mkdirSync(`${file}.head`);
		written(1, { key });
		rmdirSync(`${file}.head`);
		written(1, { key });
		expect(verify({ key })).toMatchObject({ kind: "broken", place: { file, line: 4 } });
	});

	test("is broken where older files are missing, but for those that were not to be kept", () => {
		written(30, { key, size: 2_000 });
		expect(verify({ key })).toMatchObject({ kind: "whole", first: 1 });
		rmSync(`${file}.1`);
		expect(verify({ key })).toMatchObject({
			kind: "broken",
			place: { file: `${file}.2`, line: 1 },
			why: expect.stringContaining("missing"),
		});
		written(30, { key, size: 2_000 });
		expect(verify({ key })).toMatchObject({ kind: "broken" });
		written(30, { key, size: 2_000, keep: 2 });
		const found = verify({ key });
		expect(found).toMatchObject({ kind: "whole", head: "fits" });
		if (found.kind === "broken") throw new Error(found.why);
		expect(found.files).toHaveLength(3);
		written(1, { key });
		rmSync(`${file}.${found.first}`);
		expect(verify({ key })).toMatchObject({ kind: "broken" });
	});

	test("is whole where its first writer was killed before it could say how the log ends", () => {
		const log = openAuditLog({ file, key });
		fill(log, 1);
		log.close();
		// As it is written before the first line.
		const part = { part: 1, size: 0, hash: "0".repeat(64) };
		const seal = createHmac("sha256", key).update(`head 1 0 ${part.hash}`).digest("hex");
		writeFileSync(`${file}.head`, `${JSON.stringify({ ...part, seal }).padEnd(255)}\n`);
		expect(verify({ key })).toMatchObject({ kind: "whole", head: "fits" });
		written(1, { key });
		expect(verify({ key })).toMatchObject({ kind: "whole", lines: 2 });
	});
});

/** What may be done to the lines of a log, by numbers that say where. */
const changes: readonly ((text: Buffer, a: number, b: number, byte: number) => Buffer)[] = [
	// Another byte.
	(text, a, _, byte) => Buffer.concat([text.subarray(0, a), Buffer.of(byte), text.subarray(a + 1)]),
	// A byte more, before the end: what stands behind it might be a line that is being written.
	(text, a, _, byte) => Buffer.concat([text.subarray(0, a), Buffer.of(byte), text.subarray(a)]),
	// A part taken out.
	(text, a, b) => Buffer.concat([text.subarray(0, Math.min(a, b)), text.subarray(Math.max(a, b))]),
	// Two parts exchanged.
	(text, a, b) => {
		const [first, last] = [Math.min(a, b), Math.max(a, b)];
		return Buffer.concat([text.subarray(last), text.subarray(first, last), text.subarray(0, first)]);
	},
	// Whole lines taken out, doubled, exchanged.
	(text, a) => byLine(text, (all) => all.toSpliced(a % all.length, 1)),
	(text, a, b) => byLine(text, (all) => all.toSpliced(a % all.length, 0, all[b % all.length] as string)),
	(text, a, b) =>
		byLine(text, (all) =>
			all.with(a % all.length, all[b % all.length] as string).with(b % all.length, all[a % all.length] as string),
		),
];

function byLine(text: Buffer, change: (lines: string[]) => string[]): Buffer {
	return Buffer.from(
		change(text.toString("latin1").split("\n").slice(0, -1))
			.map((line) => `${line}\n`)
			.join(""),
		"latin1",
	);
}

test("whatever is changed anywhere in a log is noticed", () => {
	written(12, { size: 2_000 });
	const found = verify();
	if (found.kind === "broken") throw new Error(found.why);
	const texts = found.files.map((path) => readFileSync(path));
	const number = fc.nat(1_000_000);
	fc.assert(
		fc.property(fc.nat(), fc.nat(changes.length - 1), number, number, fc.nat(255), (which, how, a, b, byte) => {
			const at = which % texts.length;
			const text = texts[at] as Buffer;
			const path = found.files[at] as string;
			const changed = (changes[how] as (typeof changes)[number])(text, a % text.length, b % text.length, byte);
			if (changed.equals(text)) return;
			writeFileSync(path, changed);
			const { kind } = verify();
			writeFileSync(path, text);
			expect(kind).toBe("broken");
		}),
		{ numRuns: 250 },
	);
	for (const path of found.files) {
		const size = statSync(path).size;
		const keep = readFileSync(path);
		// Without its last line break a full file has the same lines.
		for (const less of [path === file ? 1 : 2, 50, Math.floor(size / 2), size]) {
			truncateSync(path, size - less);
			expect([path, less, size, verify().kind]).toEqual([path, less, size, "broken"]);
			writeFileSync(path, keep);
		}
	}
}, 240_000);
