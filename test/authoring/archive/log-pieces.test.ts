/** A log in pieces: no line is lost, cut or taken twice, and what comes of the pieces is what comes of the whole. */
import { appendFileSync, closeSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Piece, piecesOf, readPiece } from "../../../src/authoring/archive/log-pieces.js";
import type { LogLine } from "../../../src/authoring/replay/log-records.js";
import { replayInto } from "../../../src/authoring/replay/replay.js";
import { type ReplaySummary, startSummary } from "../../../src/authoring/replay/replay-summary.js";
import { load } from "../../../src/runtime/load/load.js";
import { folder } from "../../cli/cli.js";

const { tree } = load("policy.rules", {
	cwd: folder({ "policy.rules": "agent default {\n  default deny\n  allow ls\n  ask cat id no-cat\n}\n" }),
});
if (tree === undefined) throw new Error("the policy is broken");
const known = tree;
const world = { workspace: "/repo", home: "/home/u", linkAt: () => "none" as const };

const record = (more: object): string =>
	JSON.stringify({
		...{
			version: 1,
			type: "decision",
			id: "x",
			time: "2026-01-01T00:00:00.000Z",
			agent: "default",
			workspace: "/repo",
		},
		...{ cwd: "/repo", home: "/home/u", effect: "deny", code: "default", rules: [], force: false, ...more },
	});
const program = fc.constantFrom("ls", "cat", "rm x", "ls é", "ls 𝄞");
const line = fc.oneof(
	{ weight: 5, arbitrary: program.map((script) => record({ script })) },
	{
		weight: 3,
		arbitrary: program.map((script) =>
			record({ script, effect: "allow", rules: [{ id: script, file: "a.rules", line: 2 }] }),
		),
	},
	{ weight: 1, arbitrary: fc.constant(record({ script: "ls", recovered: true })) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			"",
			"torn {",
			'{"version":1',
			"[]",
			"\u0000",
			record({ script: 7 }),
			record({ agent: "nobody", script: "ls" }),
		),
	},
	{ weight: 1, arbitrary: fc.constant(JSON.stringify({ version: 1, type: "approval", id: "x" })) },
);
/** Files of a log; the last line of each may lack its line break. */
const files = fc.array(fc.tuple(fc.array(line, { maxLength: 12 }), fc.boolean()), { minLength: 1, maxLength: 3 });

const place = mkdtempSync(join(tmpdir(), "bylaw-pieces-"));
const open: number[] = [];
afterAll(() => {
	for (const one of open) closeSync(one);
});
let count = 0;

function opened(contents: readonly (readonly [readonly string[], boolean])[]): readonly number[] {
	return contents.map(([lines, isOpen]) => {
		const path = join(place, String(count++));
		writeFileSync(path, lines.map((one) => `${one}\n`).join(""));
		if (isOpen) appendFileSync(path, '{"torn');
		const descriptor = openSync(path, "r");
		open.push(descriptor);
		return descriptor;
	});
}

function linesOf(pieces: readonly Piece[]): readonly LogLine[] {
	const lines: LogLine[] = [];
	for (const piece of pieces)
		readPiece(
			piece,
			(one) => lines.push(one),
			() => {},
		);
	return lines;
}

function summaryOf(lines: readonly LogLine[], most?: number): ReplaySummary {
	const summing = startSummary(most);
	const replaying = replayInto(summing.add, known, world);
	lines.forEach(replaying.take);
	replaying.end();
	return summing.summary();
}

describe("pieces", () => {
	test("hold every line once, in order", () => {
		fc.assert(
			fc.property(files, fc.integer({ min: 1, max: 3000 }), (contents, size) => {
				const descriptors = opened(contents);
				const wanted = contents.flatMap(([lines, isOpen]) => [...lines, ...(isOpen ? ['{"torn'] : [])]);
				expect(linesOf(piecesOf(descriptors, size)).map((line) => "text" in line && line.text)).toEqual(wanted);
			}),
			{ numRuns: 100 },
		);
	});

	test("come out together as the whole does", () => {
		fc.assert(
			fc.property(files, fc.integer({ min: 1, max: 1500 }), (contents, size) => {
				const pieces = piecesOf(opened(contents), size);
				const summing = startSummary();
				let before = 0;
				for (const piece of pieces) {
					const lines = linesOf([piece]);
					summing.append(summaryOf(lines, 1000), before);
					before += lines.length;
				}
				expect(summing.summary()).toEqual(summaryOf(linesOf(pieces)));
			}),
			{ numRuns: 100 },
		);
	});

	test("keep a torn line with the one behind it", () => {
		const [descriptor] = opened([
			[[record({ script: "ls" }), '{"torn', record({ script: "ls", recovered: true })], false],
		]);
		const pieces = piecesOf([descriptor as number], 1);
		expect(pieces).toHaveLength(2);
		expect(summaryOf(linesOf(pieces.slice(1)))).toMatchObject({ torn: 1, broken: { count: 0 } });
	});

	test("count groups beyond those that there is room for", () => {
		const lines = ["a", "b", "a"].map((id) => ({
			text: record({ script: "ls", rules: [{ id, file: "f", line: 1 }] }),
		}));
		const summing = startSummary(1);
		for (const [at, one] of lines.entries()) summing.append(summaryOf([one]), at);
		expect(summing.summary()).toMatchObject({ looser: 3, further: 1, changes: [{ count: 2, samples: [{ line: 1 }] }] });
		expect(summaryOf(lines, 1)).toEqual(summing.summary());
	});
});
