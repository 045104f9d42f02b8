import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dataOf, type Json, type JsonNode, readJson, type Steps } from "../../../../src/language/source/json-tree.js";
import { nodeAt, withFirst, withoutValue, withValue } from "../../../../src/runtime/harnesses/install/edit-json.js";

const leave = { comments: true, trailingCommas: true };
const data = (text: string): Json => dataOf(readJson(text, leave) as JsonNode);

/** Blanks and comments between the signs of a text. */
const blank = fc.constantFrom("", " ", "\n", "\n\t", "\r\n  ", " // note, {\n", " /* , ] */ ", "\n  // a\n  ");

/** A text of JSON with any layout, its comments numbered by their place. */
const written: fc.Arbitrary<string> = fc
	.tuple(fc.json({ maxDepth: 3 }), fc.array(blank, { minLength: 1, maxLength: 12 }), fc.boolean())
	.filter(([text]) => !("message" in readJson(text)))
	.map(([text, blanks, last]) => dressed(text, blanks, last));

function dressed(text: string, blanks: readonly string[], last: boolean): string {
	let count = 0;
	const some = (): string => blanks[count++ % blanks.length] as string;
	const out = (node: JsonNode): string => {
		switch (node.kind) {
			case "scalar":
				return text.slice(node.start, node.end);
			case "array":
				return `[${some()}${node.items.map((item) => out(item) + some()).join(`,${some()}`)}${last && node.items.length > 0 ? "," : ""}${some()}]`;
			case "object":
				return `{${some()}${node.members.map(({ key, value }) => `${JSON.stringify(key)}${some()}:${some()}${out(value)}${some()}`).join(`,${some()}`)}${last && node.members.length > 0 ? "," : ""}${some()}}`;
		}
	};
	return some() + out(readJson(text) as JsonNode) + some();
}

/** Every container of a text. */
function containers(node: JsonNode, steps: Steps = []): readonly (readonly [Steps, JsonNode])[] {
	switch (node.kind) {
		case "scalar":
			return [];
		case "array":
			return [[steps, node], ...node.items.flatMap((item, at) => containers(item, [...steps, at]))];
		case "object":
			return [[steps, node], ...node.members.flatMap(({ key, value }) => containers(value, [...steps, key]))];
	}
}

const entry = { matcher: "Bash", hooks: [{ type: "command", command: "x 'y' \"z\"" }] };
const comments = (text: string): readonly string[] =>
	(text.match(/\/\/[^\r\n]*|\/\*.*?\*\//g) ?? []).map((one) => one.trimEnd());

describe("editing JSON", () => {
	test("says what it should, and loses no comment, whatever the layout is", () => {
		fc.assert(
			fc.property(written, fc.nat(), (text, which) => {
				const places = containers(readJson(text, leave) as JsonNode);
				fc.pre(places.length > 0);
				const [steps, node] = places[which % places.length] as (typeof places)[number];
				const child = node.kind === "array" ? node.items.length : "an own key";
				const more = withValue(text, [...steps, child], entry, leave);
				expect(comments(more)).toEqual(comments(text));
				const back = withoutValue(more, [...steps, child], leave);
				expect(data(back)).toEqual(data(text));
				expect(comments(back)).toEqual(comments(text));
			}),
		);
	});

	test("takes out any value, and keeps the comments around it", () => {
		fc.assert(
			fc.property(written, fc.nat(), fc.nat(), (text, which, index) => {
				const places = containers(readJson(text, leave) as JsonNode).filter(
					([, node]) => (node.kind === "array" ? node.items : node.kind === "object" ? node.members : []).length > 0,
				);
				fc.pre(places.length > 0);
				const [steps, node] = places[which % places.length] as (typeof places)[number];
				const last =
					node.kind === "array"
						? index % node.items.length
						: node.kind === "object"
							? (node.members[index % node.members.length]?.key as string)
							: 0;
				const gone = nodeAt(readJson(text, leave) as JsonNode, [...steps, last]) as JsonNode;
				const less = withoutValue(text, [...steps, last], leave);
				// Between its key and its value two may stand, which go with it.
				const count = (part: string): number => part.match(/\/\/|\/\*/g)?.length ?? 0;
				expect(count(less)).toBeGreaterThanOrEqual(count(text.slice(0, gone.start)) + count(text.slice(gone.end)) - 2);
			}),
		);
	});

	test("puts back, byte for byte, what people and programs write", () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
				fc.constantFrom(2, 4, "\t"),
				fc.constantFrom("", "\n"),
				fc.constantFrom("\n", "\r\n"),
				(value, step, end, lineBreak) => {
					const text = (JSON.stringify(value, null, step) + end).replaceAll("\n", lineBreak);
					const steps = ["hooks\u0000", "PreToolUse"];
					const more = withValue(text, [...steps, 0], entry, {});
					expect(more.includes("\r")).toBe(text.includes("\r"));
					expect(withoutValue(more, steps.slice(0, 1), {})).toBe(text);
				},
			),
		);
	});

	test.each([
		["{}", ["a"], 1, '{\n  "a": 1\n}'],
		['{"b":2}', ["a"], 1, '{"b":2, "a": 1}'],
		[
			'{\n    "b": 2\n}\n',
			["a", "c"],
			{ d: [1] },
			'{\n    "b": 2,\n    "a": {\n        "c": {\n            "d": [\n                1\n            ]\n        }\n    }\n}\n',
		],
		['{\n\t"b": [\n\t\t1\n\t]\n}', ["b", 1], 2, '{\n\t"b": [\n\t\t1,\n\t\t2\n\t]\n}'],
		["{\n  // why\n}", ["a"], 1, '{\n  // why\n  "a": 1\n}'],
		['{\n  "b": 2, // why\n}', ["a"], 1, '{\n  "b": 2,\n  "a": 1, // why\n}'],
		['{"b": 2 // why\n}', ["a"], 1, '{"b": 2, "a": 1 // why\n}'],
	])("looks as its neighbours do: %j", (text, steps, value, after) => {
		expect(withValue(text, steps, value as Json, leave)).toBe(after);
	});

	test("puts a value before the others", () => {
		expect(withFirst('{"x": [1]}', ["x"], 0, {})).toBe('{"x": [0, 1]}');
		expect(withFirst('{\n  "x": [\n    1\n  ]\n}', ["x"], { y: 0 }, {})).toBe(
			'{\n  "x": [\n    {\n      "y": 0\n    },\n    1\n  ]\n}',
		);
		expect(withFirst("{}", ["x"], 0, {})).toBe('{\n  "x": [\n    0\n  ]\n}');
		expect(withoutValue('{\n  "x": [\n    {\n      "y": 0\n    },\n    1\n  ]\n}', ["x", 0], {})).toBe(
			'{\n  "x": [\n    1\n  ]\n}',
		);
	});
});
