/** What is written is never longer than every reader takes, and says what was left out. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { logLine, readLine } from "../../../src/authoring/replay/log-records.js";
import { fitRecord, longestRecord } from "../../../src/runtime/audit/fit-record.js";
import { readLog } from "../../../src/runtime/audit/read-log.js";
import { unsentOf } from "../../../src/runtime/audit/ship/unsent.js";
import { verifyAuditLog } from "../../../src/runtime/audit/verify.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { lineSplitter } from "../../../src/runtime/servers/lines/split-lines.js";
import { guard } from "../../../src/runtime/tools/guard.js";
import { allowed, decision, ended, faultsOf, folder, lines, outcome, records } from "./logs.js";

const policy = loadText(
	"policy.rules",
	`agent default {
  default deny
  allow echo
}
agent strict extends default {
  audit require
}
`,
);

/** What every reader makes of each line of a log. */
function readBy(file: string): unknown {
	const split = lineSplitter(16 << 20).take(readFileSync(file));
	const unsent = unsentOf(file, undefined);
	const sent = [...unsent.lines].filter(({ bytes }) => bytes !== undefined).length;
	unsent.close();
	return {
		shown: [...readLog(file)].map(({ record }) => record?.type),
		replayed: split.map((line) => readLine(logLine(line)).kind),
		sent,
		chain: verifyAuditLog(file).kind,
	};
}

const read = { shown: ["decision"], replayed: ["decision"], sent: 1, chain: "whole" };

describe("a request that is long", () => {
	const asked = (size: number, agent: string) => {
		const file = join(folder(), "log.jsonl");
		const guarded = guard(policy, { audit: file, agent });
		const request = { argv: ["echo", "x".repeat(size)] };
		const { effect, message } = guarded.decide(request);
		guarded.close();
		return { file, effect, message, warnings: guarded.auditWarnings, request, record: records(file)[0] };
	};

	test("is on record as it was given, without how it was read", () => {
		for (const agent of ["default", "strict"]) {
			const { file, effect, record, request, warnings } = asked(600_000, agent);
			expect([effect, record?.shortened, warnings]).toEqual(["allow", ["commands"], []]);
			expect(record?.argv).toEqual(request.argv);
			expect(faultsOf(record)).toEqual([]);
			expect(readBy(file)).toEqual(read);
			expect(readLine({ text: lines(file)[0] as string })).toMatchObject({ record: { asked: request } });
		}
	});

	test("is left out of its record where that would be longer than any that is kept, and said so", () => {
		const { file, effect, record, warnings } = asked(9 << 20, "default");
		expect([effect, record?.shortened, record?.argv]).toEqual(["allow", ["commands", "argv"], undefined]);
		expect(warnings).toEqual([expect.stringMatching(/^not all of this is on record: what was asked is too long/)]);
		expect(faultsOf(record)).toEqual([]);
		expect(readBy(file)).toEqual(read);
		// Nothing is decided again of what is not known whole.
		expect(readLine({ text: lines(file)[0] as string })).toMatchObject({ record: { asked: expect.any(String) } });
	});

	test("is denied where it must be on record, and the record says that it did not run", () => {
		const { file, effect, message } = asked(9 << 20, "strict");
		expect(effect).toBe("deny");
		expect(message).toMatch(/^this must be on record, and can't be, so it is denied: what was asked is too long/);
		expect(records(file)).toMatchObject([{ shortened: ["commands", "argv"] }, { type: "outcome", failure: message }]);
	});
});

describe("a record that is made to fit", () => {
	test("is as it was where it fits", () => {
		for (const event of [decision(allowed), outcome()]) expect(fitRecord(event)).toEqual({ event });
	});

	test("has of a long text for people the beginning", () => {
		const long = `${"x".repeat(9_999)}\u{1f600}${"y".repeat(2_000_000)}`;
		const kept = `${"x".repeat(9_999)}…`;
		const said = { event: { message: kept, shortened: ["message"], argv: allowed.argv } };
		expect(fitRecord(decision({ ...allowed, message: long }))).toMatchObject(said);
		expect(fitRecord(outcome("1", { ...ended, failure: long }))).toMatchObject({
			event: { failure: kept, shortened: ["failure"] },
		});
	});

	test("is none where nothing that may be left out is long", () => {
		const long = "x".repeat(longestRecord);
		for (const event of [
			decision({ ...allowed, cwd: `/${long}` }),
			outcome("1", { ...ended, spill: [long] }),
			{ ...outcome(), type: "approval", by: long } as never,
		])
			expect(() => fitRecord(event)).toThrow(/^a record of \d+ bytes is too long/);
	});

	test("is never longer than it may be, and keeps a request whole or not at all", () => {
		const size = fc.integer({ min: 0, max: 700_000 });
		fc.assert(
			fc.property(
				size,
				size,
				size,
				fc.constantFrom("x", "\\", "\ud800", "ä", "\u0001"),
				(asked, read, said, letter) => {
					const fields = {
						...allowed,
						argv: [letter.repeat(asked)],
						commands: [{ argv: [letter.repeat(read)], effect: "allow" as const }],
						message: letter.repeat(said),
					};
					const { event, lack } = fitRecord(decision(fields));
					expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(longestRecord);
					expect(faultsOf(event)).toEqual([]);
					const { argv, shortened = [] } = event as { argv?: unknown; shortened?: readonly string[] };
					expect(argv).toEqual(lack === undefined ? fields.argv : undefined);
					expect(shortened.includes("argv")).toBe(lack !== undefined);
				},
			),
			{ numRuns: 25 },
		);
	});
});
