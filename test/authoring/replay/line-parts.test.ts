/** Lines that have both parts in common say the same of all that a replay reads. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type LineParts, type LineReader, lineReader } from "../../../src/authoring/replay/line-parts.js";
import { type ReadLine, readLine } from "../../../src/authoring/replay/log-records.js";
import { isMoment } from "../../../src/engine/request/read-facts.js";
import { tries } from "../../part.js";

const base = {
	...{
		version: 1,
		type: "decision",
		id: "x",
		seq: 3,
		machine: "m",
		time: "2026-11-02T12:00:00.000Z",
		agent: "default",
	},
	...{ session: "s", cwd: "/home/ann/w", script: 'echo "a",\n"message":"b"', force: false, workspace: "/home/ann/w" },
	...{ home: "/home/ann", effect: "allow", code: "rule", rules: [{ id: "r", file: "f", line: 1 }], message: "m" },
	...{ commands: [{ argv: ["echo"], effect: "allow", message: "n" }], policy: "p", latency: 7, hash: "0" },
};

/** What a replay reads of a line: whether it has a time, and not which. */
function readOf(text: string): unknown {
	const read: ReadLine = readLine({ text });
	if (read.kind !== "decision") return read.kind === "broken" ? read : { kind: read.kind, recovered: read.recovered };
	const { id: _, time, session: __, parent: ___, subagent: ____, ...record } = read.record;
	return { ...read, record: { ...record, time: isMoment(time) ? "" : time } };
}

const same = (one: LineParts | undefined, other: LineParts | undefined): boolean =>
	one !== undefined && other !== undefined && one.what === other.what && one.where === other.where;

const value = fc.oneof(
	fc.constantFrom<unknown>(
		"",
		'x"y',
		"a\\b",
		"é",
		',"agent":"other"',
		'"},"effect":"deny"',
		"/home/bob",
		1,
		-2.5e7,
		true,
		null,
	),
	fc.constantFrom<unknown>(
		[],
		{},
		["x"],
		{ id: "y", time: "z" },
		[{ message: "]" }],
		"2026-02-29T12:00:00Z",
		"2026-02-28T12:00:00Z",
	),
);
const name = fc.constantFrom(
	...Object.keys(base),
	"recovered",
	"masked",
	"env",
	"tools",
	"argv",
	"parent",
	"duration",
	"other",
	"pr\\u0065v",
);
const members = fc.array(fc.tuple(name, value), { maxLength: 3 });
/** What is done to a text: a piece of it becomes another one. */
const edits = fc.array(
	fc.tuple(
		fc.nat(2000),
		fc.nat(2),
		fc.constantFrom("", '"', "\\", ",", "{", "]", "\t", "0", "x", '","', '":"', "}", "\\u00e9"),
	),
	{ maxLength: 2 },
);

const written = (all: readonly (readonly [string, unknown])[], turned: number): string => {
	const inOrder = [...all.slice(turned), ...all.slice(0, turned)];
	return `{${inOrder.map(([member, said]) => `"${member}":${JSON.stringify(said)}`).join(",")}}`;
};

describe("a line", () => {
	test("whose parts are those of one that was read says the same, or is no line at all for both", () => {
		let met = 0;
		fc.assert(
			fc.property(members, fc.nat(5), edits, fc.boolean(), members, (some, turned, edited, isOther, others) => {
				const reader: LineReader = lineReader();
				const text = written(Object.entries({ ...base, ...Object.fromEntries(some) }), turned);
				const learned = reader.learn(text);
				const twice = Object.entries({ ...base, ...Object.fromEntries(some) });
				let other = written(isOther ? [...twice, ...others] : twice, turned);
				for (const [at, count, by] of edited) {
					const place = at % (other.length + 1);
					other = other.slice(0, place) + by + other.slice(place + count);
				}
				if (learned === undefined) return;
				expect(reader.partsOf(text)).toEqual(learned);
				if (!same(reader.partsOf(other), learned)) return;
				if (other !== text) met++;
				expect(readOf(other)).toEqual(readOf(text));
			}),
			{ numRuns: tries(3000), seed: 3 },
		);
		// Some were others, and had the same parts.
		expect(met).toBeGreaterThan(0);
	});

	test("whose parts come from two lines says what both say", () => {
		const reader = lineReader();
		const [one, other] = [base, { ...base, workspace: "/home/bob/v", home: "/home/bob", script: "ls", seq: 4 }];
		const [first, second] = [one, other].map((said) => reader.learn(JSON.stringify(said))) as [LineParts, LineParts];
		const both = reader.partsOf(
			JSON.stringify({ ...one, workspace: other.workspace, home: other.home, id: "z", hash: "1" }),
		);
		expect(both?.what).toBe(first.what);
		expect(both?.where).toBe(second.where);
		expect(reader.partsOf(JSON.stringify({ ...other, cwd: other.cwd, script: one.script }))?.what).toBe(first.what);
	});

	const differs: readonly (readonly [string, object])[] = [
		["its agent", { agent: "writer" }],
		["its request", { script: "ls" }],
		["its answer", { effect: "deny" }],
		["a rule", { rules: [{ id: "q", file: "f", line: 1 }] }],
		["a member that nobody knows", { other: 1 }],
		["a time that is none", { time: "then" }],
		["no time", { time: undefined }],
		["a number that is another value", { seq: [1] }],
	];
	test.each(differs)("with other parts differs in %s", (_, more) => {
		const reader = lineReader();
		const [one, other] = [base, { ...base, ...more }].map((said) => JSON.stringify(said)) as [string, string];
		const [first, second] = [reader.learn(one), reader.learn(other)];
		expect(first?.what).not.toBe(second?.what);
		// What is laid out like both is found as it was learned last.
		for (const [text, parts] of [
			[one, first],
			[other, second],
			[one, first],
		] as const)
			expect([reader.learn(text), reader.partsOf(text)]).toEqual([parts, parts]);
	});

	const sames: readonly (readonly [string, object])[] = [
		["its number, id, hash and message", { seq: 4, id: "y", hash: "1", message: 'it says "no"\n' }],
		["its time", { time: "2027-12-31T23:59:59Z" }],
		["its session", { session: "t" }],
	];
	test.each(sames)("with the same parts may differ in %s", (_, more) => {
		const reader = lineReader();
		const learned = reader.learn(JSON.stringify(base));
		expect(learned).toBeDefined();
		expect(reader.partsOf(JSON.stringify({ ...base, ...more }))).toEqual(learned);
	});

	test("differs in its session where that is read", () => {
		const reader = lineReader(["session"]);
		const learned = reader.learn(JSON.stringify(base));
		expect(reader.partsOf(JSON.stringify({ ...base, session: "t" }))?.what).not.toBe(learned?.what);
	});

	const strange: readonly (readonly [string, string])[] = [
		["with blanks", JSON.stringify(base, null, 1).replaceAll("\n", " ")],
		["that is long", JSON.stringify({ ...base, script: "x".repeat(40_000) })],
		["that is cut off", JSON.stringify(base).slice(0, -1)],
		["with a name that is written otherwise", JSON.stringify(base).replace('"agent"', '"\\u0061gent"')],
		["that is no object", "[1]"],
		["that is empty", ""],
	];
	test.each(strange)("%s is read as JSON", (_, text) => {
		const reader = lineReader();
		reader.learn(JSON.stringify(base));
		expect([reader.learn(text), reader.partsOf(text)]).toEqual([undefined, undefined]);
	});

	test("is found in the layout that it has, of a dozen that came last", () => {
		const reader = lineReader();
		const laid = Array.from({ length: 14 }, (_, at) => JSON.stringify({ ...base, [`m${at}`]: 1 }));
		for (const text of laid) reader.learn(text);
		expect(laid.map((text) => reader.partsOf(text) !== undefined)).toEqual([false, false, ...Array(12).fill(true)]);
	});

	test("that looks like another in ever more places takes no longer than its length", () => {
		const reader = lineReader();
		reader.learn(JSON.stringify(base));
		const many = (count: number): string =>
			JSON.stringify({ ...base, script: "x", more: Array(count).fill({ message: "m", commands: [] }) });
		for (const text of [many(900), many(900).replaceAll('"message"', '"latency"')])
			for (let at = 0; at < 200; at++) reader.partsOf(text);
		expect(reader.partsOf(many(2))).toBeUndefined();
	});

	test("in which a layout would be found inside of a value is read as JSON", () => {
		const reader = lineReader();
		expect(reader.learn('{"version":1,"seq":2,"b":3}')).toBeDefined();
		expect(reader.learn('{"version":1,"x":[{"y":1,"seq":2,"b":3}],"seq":2,"b":3}')).toBeUndefined();
	});

	test("that is cut elsewhere has other parts", () => {
		const reader = lineReader();
		const whole = reader.learn('{"version":1,"x":[{"y":1,"b":3}]}');
		reader.learn('{"version":1,"seq":2,"b":3}');
		expect(reader.partsOf('{"version":1,"x":[{"y":1,"seq":2,"b":3}]}')?.what).not.toBe(whole?.what);
	});

	test("of ever new layouts is read as JSON after a thousand of them", () => {
		const reader = lineReader();
		const laid = (at: number): string => `{"version":1,"m${at}":1,"seq":2}`;
		for (let at = 0; at < 1000; at++) expect(reader.learn(laid(at))).toBeDefined();
		expect(reader.learn(laid(1000))).toBeUndefined();
		expect(reader.learn(laid(999))).toBeDefined();
	});
});
