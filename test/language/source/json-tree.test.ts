import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dataOf, type JsonFault, type JsonNode, readJson } from "../../../src/language/source/json-tree.js";

const leave = { comments: true, trailingCommas: true };

describe("reading JSON", () => {
	test("says what `JSON.parse` says, and knows where each value stands", () => {
		fc.assert(
			fc.property(fc.json(), fc.constantFrom(0, 1, 4, "\t"), (text, step) => {
				const value: unknown = JSON.parse(text);
				const spread = JSON.stringify(value, null, step);
				const root = readJson(spread) as JsonNode;
				expect(dataOf(root)).toEqual(value);
				visit(root, (node) => expect(JSON.parse(spread.slice(node.start, node.end))).toEqual(dataOf(node)));
			}),
		);
	});

	test("refuses what `JSON.parse` refuses, and a key that stands twice", () => {
		fc.assert(
			fc.property(
				fc.json(),
				fc.nat(),
				fc.constantFrom("", "{", "}", "[", "]", ",", ":", '"', "x", "0", "\\"),
				(text, at, sign) => {
					const place = at % (text.length + 1);
					const torn = text.slice(0, place) + sign + text.slice(place + 1);
					let isGood = true;
					try {
						JSON.parse(torn);
					} catch {
						isGood = false;
					}
					const read = readJson(torn);
					if ("message" in read && isGood) expect(read.message).toMatch(/stands twice/);
					else expect("message" in read).toBe(!isGood);
				},
			),
		);
	});

	test.each([
		["", 0, "the text ends where a value should stand"],
		["{", 1, "the text ends where `}` should stand"],
		['{"a":1,', 7, "the text ends where a key in quotes should stand"],
		['{"a" 1}', 5, "`:` should stand here"],
		['{"a":1 "b":2}', 7, "`,` should stand here"],
		['{"a":1,}', 7, "a comma stands before `}`, where the file may have none"],
		['// x\n{"a":1}', 0, "a comment stands here, and the file may have none"],
		['{"a":1} x', 8, "this is no JSON"],
		['{"a":1} 1', 8, "something stands behind the end of the value"],
		["[1, ]", 4, "a comma stands before `]`, where the file may have none"],
		["[1,,2]", 3, "a value should stand here"],
		['{"a":1,"a":2}', 7, "the key `a` stands twice in this object"],
		['["a\nb"]', 1, "this text does not end"],
		['["a\tb"]', 1, "this text holds what no text of JSON may hold"],
		['["\\x"]', 1, "an escape in this text is none of JSON's"],
		["[01]", 2, "`,` should stand here"],
		["[tru]", 1, "this is no JSON"],
		["[".repeat(300), 300, "the text ends where `]` should stand"],
		["[".repeat(300) + "]".repeat(300), 257, "values stand more than 256 deep in each other"],
		["[".repeat(50_000) + "]".repeat(50_000), 0, "values stand more than 256 deep in each other"],
	])("names the place of a fault: %j", (text, at, message) => {
		expect(readJson(text) as JsonFault).toEqual({ at, message });
	});

	test("takes comments and a last comma where the file's owner does", () => {
		const text = '\uFEFF// a\n{ /* b */ "x": [1, 2, /* c */], // d\n}\r\n// e';
		expect(dataOf(readJson(text, leave) as JsonNode)).toEqual({ x: [1, 2] });
		expect(readJson("/* x", leave)).toEqual({ message: "this comment does not end", at: 0 });
		expect("message" in readJson('{"x":[1,]}', { comments: true })).toBe(true);
	});

	test("makes no prototype of a key", () => {
		const data = dataOf(readJson('{"__proto__":{"x":1}}') as JsonNode) as Record<string, unknown>;
		expect(Object.keys(data)).toEqual(["__proto__"]);
		expect((data as { x?: unknown }).x).toBeUndefined();
	});
});

function visit(node: JsonNode, seen: (node: JsonNode) => void): void {
	seen(node);
	if (node.kind === "object") for (const { value } of node.members) visit(value, seen);
	if (node.kind === "array") for (const item of node.items) visit(item, seen);
}
