/** A log in pieces: no line is lost, cut or taken twice, and what comes of the pieces is what comes of the whole. */
import { appendFileSync, closeSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { replayAlikePieces } from "../../../src/authoring/archive/alike-pieces.js";
import { replayedAlikeApart } from "../../../src/authoring/archive/alike-threads.js";
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

	test.each([1, 2, 3])("come out together where equal requests are decided once, by %i parts", async (parts) => {
		const part = (port: MessagePort): Promise<void> => replayAlikePieces(port, known, world, {});
		/** Threads, but for having a thread each. */
		const start = (): Worker => {
			const { port1, port2 } = new MessageChannel();
			void part(port2);
			return Object.assign(port1, { terminate: async () => port1.close() }) as unknown as Worker;
		};
		await fc.assert(
			fc.asyncProperty(files, fc.integer({ min: 1, max: 1500 }), async (contents, size) => {
				const pieces = piecesOf(opened(contents), size);
				let bytes = 0;
				const found = await replayedAlikeApart(pieces, { count: parts, start }, part, known.digest, (some) => {
					bytes += some;
				});
				expect(found?.summary).toEqual(summaryOf(linesOf(pieces)));
				expect(bytes).toBe(pieces.flat().reduce((sum, { start: begin, end }) => sum + end - begin, 0));
			}),
			{ numRuns: 60 },
		);
	});

	test("are left where their part is ended between two lines", async () => {
		const long = record({ script: `ls ${"x".repeat(40_000)}` });
		const [descriptor] = opened([[Array.from({ length: 8 }, () => long), false]]);
		const { port1, port2 } = new MessageChannel();
		const lost: unknown[] = [];
		const ended = replayAlikePieces(port2, known, world, {}, (why) => lost.push(why));
		port1.postMessage({ kind: "piece", piece: [{ descriptor, start: 0, end: 1 << 20 }], before: 0 });
		await new Promise((resolve) => port1.once("message", resolve));
		port1.close();
		await ended;
		// A part that went on would read of a file that is none any more.
		closeSync(descriptor as number);
		open.splice(open.indexOf(descriptor as number), 1);
		for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
		expect(lost).toEqual([]);
	});

	test("that can't be read are told of", async () => {
		const { port1, port2 } = new MessageChannel();
		const lost = new Promise((resolve) => {
			void replayAlikePieces(port2, known, world, {}, resolve);
		});
		port1.postMessage({ kind: "piece", piece: [{ descriptor: -1, start: 0, end: 10 }], before: 0 });
		expect(String(await lost)).toContain("fd");
		port1.close();
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
