/** Bytes are cut into the same lines wherever they are cut, and whatever stands beside a line. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type InputLine, lineSplitter } from "../../../../src/runtime/servers/lines/split-lines.js";

const longest = 24;

const line = fc.oneof(
	{ weight: 4, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 30 }).map((text) => Buffer.from(text)) },
	fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => Buffer.from(text)),
	fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
	fc.constantFrom("", "\r", "\ufeff", "\ufeff{}\r", "ü".repeat(12), "a".repeat(25)).map((text) => Buffer.from(text)),
);

/** What a line is, looked at alone. */
function alone(bytes: Buffer): InputLine {
	if (bytes.length > longest) return { fault: "too long" };
	try {
		const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
		return { text: text.replace(/^\ufeff/, "").replace(/\r$/, "") };
	} catch {
		return { fault: "not UTF-8" };
	}
}

function expected(bytes: Buffer): readonly InputLine[] {
	const lines: InputLine[] = [];
	let start = 0;
	for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
		lines.push(alone(bytes.subarray(start, end)));
		start = end + 1;
	}
	return start < bytes.length ? [...lines, alone(bytes.subarray(start))] : lines;
}

test("each line is what it is alone, however the bytes come", () => {
	fc.assert(
		fc.property(
			fc.array(line, { maxLength: 12 }),
			fc.boolean(),
			fc.array(fc.nat({ max: 40 }), { maxLength: 20 }),
			(lines, isEnded, sizes) => {
				const all = Buffer.concat(lines.flatMap((one) => [one, Buffer.from("\n")]));
				const bytes = isEnded ? all : all.subarray(0, -1);
				const splitter = lineSplitter(longest);
				const found: InputLine[] = [];
				let at = 0;
				for (const size of [...sizes, bytes.length]) {
					found.push(...splitter.take(Buffer.from(bytes.subarray(at, at + size))));
					at = Math.min(at + size, bytes.length);
				}
				expect([...found, ...splitter.rest()]).toEqual(expected(bytes));
			},
		),
		{ numRuns: 3000 },
	);
});
