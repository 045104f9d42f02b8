/** Which entries of a compiled policy are taken: each sort as it should be, and with each of its fields wrong. */
import { describe, expect, test } from "@jest/globals";
import {
	isChoice,
	isPlace,
	isRuleText,
	isTest,
	isTestText,
} from "../../../../src/engine/decide/compiled/compiled-entries.js";

type Fields = Readonly<Record<string, unknown>>;

/** Fields, and what is wrong in the place of each: `undefined` takes it away. */
type Sort = readonly [name: string, good: Fields, wrong: Readonly<Record<string, readonly unknown[]>>];

function holdsFor(is: (value: unknown) => boolean, sorts: readonly Sort[]): void {
	const rows = sorts.flatMap(([name, good, wrong]) =>
		Object.entries(wrong).flatMap(([field, values]) => values.map((value) => ({ name, good, field, value }))),
	);
	test.each(sorts)("%s is taken", (_, good) => {
		expect(is(good)).toBe(true);
	});
	test.each(rows)("$name is not taken with another $field: $value", ({ good, field, value }) => {
		expect(is({ ...good, [field]: value })).toBe(false);
	});
	test.each([null, undefined, 1, "x", true, [], [{}]])("%j is not taken", (value) => {
		expect(is(value)).toBe(false);
	});
}

const noText = [undefined, 1, null, ["x"]];
const noFlag = [undefined, 0, "true", null];
const noTexts = [undefined, "x", {}, [1], ["x", null]];
const noPattern = [
	undefined,
	"x",
	[],
	{},
	{ kind: "other", text: "x" },
	{ kind: "literal" },
	{ kind: "glob", text: 1 },
	{ kind: "regex", text: null },
];
const word = { kind: "literal", text: "x" };
const path = { text: "/x", literal: true, negated: false };
const noPaths = [
	undefined,
	path,
	["/x"],
	[path, null],
	...[
		{ text: 1 },
		{ literal: 1 },
		{ negated: undefined },
		{ itself: false },
		{ itself: "x" },
		{ told: "elsewhere" },
		{ told: true },
	].map((wrong) => [path, { ...path, ...wrong }]),
];
const noAccess = [undefined, "all", 1];
const noPlace = [undefined, -1, 0.5, "1", null];
const host = { text: "a.example", negated: false };
const noHosts = [
	undefined,
	host,
	["a.example"],
	[host, null],
	[host, { ...host, text: 1 }],
	[host, { ...host, negated: 1 }],
];
const event = { text: "ls", fits: { kind: "forced" }, effects: false, words: [] };
const named = { name: "x", operand: 0 };
const noNamed = [
	undefined,
	named,
	["x"],
	[named, null],
	[named, { ...named, name: 1 }],
	[named, { name: "x" }],
	[named, { name: "x", operand: -1 }],
	[named, { name: "x", option: 1 }],
];
const noEvents = [
	undefined,
	event,
	["ls"],
	[event, null],
	...[
		{ text: 1 },
		{ fate: "lost" },
		{ fits: { kind: "other" } },
		{ fits: undefined },
		{ creates: false },
		{ effects: undefined },
		...noNamed.map((words) => ({ words })),
	].map((wrong) => [event, { ...event, ...wrong }]),
];

describe("a test", () => {
	const forced = { kind: "forced" };
	const tests = [undefined, forced, [forced, {}], ["forced"]];
	holdsFor(isTest, [
		["what is forced", forced, { kind: [undefined, "other", 1] }],
		["all", { kind: "all", tests: [] }, { tests }],
		["all of two", { kind: "all", tests: [forced, { kind: "all", tests: [] }] }, { tests }],
		["any", { kind: "any", tests: [forced] }, { tests }],
		["not", { kind: "not", test: forced }, { test: [undefined, [forced], "x", { kind: "not" }] }],
		[
			"a program",
			{ kind: "program", pattern: word, as: "granting" },
			{ pattern: noPattern, as: [undefined, "x", true] },
		],
		["any program", { kind: "program", pattern: { kind: "any" }, as: "restricting" }, { pattern: noPattern }],
		[
			"operands",
			{ kind: "operands", words: [word, { kind: "rest" }, { kind: "regex", text: "x" }], exactly: false },
			{ words: [undefined, word, ["x"], [word, {}]], exactly: noFlag },
		],
		["an option", { kind: "option", name: "-x" }, { name: noText, value: noPattern.slice(1) }],
		["an option with a value", { kind: "option", name: "-x", value: { kind: "glob", text: "x" } }, { name: noText }],
		["options", { kind: "only-options", names: ["-x"] }, { names: noTexts }],
		["tools", { kind: "has-tool", names: [] }, { names: noTexts }],
		[
			"paths inside",
			{ kind: "paths-within", access: "any", paths: [path] },
			{ access: noAccess, paths: noPaths, named: [false, "x"], found: [false, 1] },
		],
		[
			"paths that are touched",
			{
				kind: "paths-touching",
				access: "read",
				paths: [{ ...path, itself: true, told: "policy" }],
				named: true,
				found: true,
			},
			{ access: noAccess, paths: noPaths, named: [false, "x"], found: [false, 1] },
		],
		[
			"paths that are written",
			{ kind: "paths-touching", access: "write", paths: [] },
			{ access: noAccess, paths: noPaths },
		],
		[
			"powers",
			{ kind: "powers-within", powers: ["write", "delete"], options: ["-x"] },
			{ powers: [undefined, "write", "all", ["other"], ["write", 1]], options: noTexts },
		],
		["every power", { kind: "powers-within", powers: "everything", options: [] }, { options: noTexts }],
		[
			"a power that is used",
			{ kind: "uses-power", powers: ["network"] },
			{ powers: [undefined, "everything", ["other"], ["write", 1]] },
		],
		["hosts inside", { kind: "hosts-within", hosts: [host], named: true }, { hosts: noHosts, named: [false, "x", 1] }],
		["no hosts inside", { kind: "hosts-within", hosts: [] }, { hosts: noHosts }],
		["hosts that are reached", { kind: "hosts-reaching", hosts: [host] }, { hosts: noHosts, named: [false, true] }],
		["what is redirected", { kind: "redirected", access: "write" }, { access: noAccess }],
		["a plain name", { kind: "plain-name" }, { kind: ["plain", null] }],
		[
			"a fact",
			{ kind: "fact", fact: "branch", values: [word, { kind: "any" }, { kind: "any", named: "x" }] },
			{ fact: noText, values: [undefined, word, ["x"], [word, {}], [{ kind: "any", named: 1 }]] },
		],
		["a date", { kind: "until", date: "2026-12-31" }, { date: noText }],
		[
			"a past",
			{ kind: "past", asks: { kind: "consent", group: "x", people: 1, holds: "call" } },
			{ asks: [undefined, null, [], "x", {}] },
		],
	]);
});

/** A test of the past that asks this. */
const isAsked = (asks: unknown): boolean => isTest({ kind: "past", asks });

describe("what is asked of the past", () => {
	const consent = { kind: "consent", group: "release", people: 2 };
	const needed = { kind: "happened", events: [event], as: "needed", times: 1, since: [], same: [], words: [] };
	const feared = {
		...needed,
		as: "feared",
		events: [
			{ ...event, fate: "passed", creates: true, effects: true, words: [named, { name: "y", option: "-x" }] },
			event,
		],
		since: [event],
		last: 1_000,
		same: ["path", "host"],
		words: [named],
	};
	const wrong = {
		events: noEvents,
		as: [undefined, "wanted", true],
		times: noPlace,
		since: noEvents,
		last: noPlace.slice(1),
		same: [undefined, "path", ["other"], ["path", 1]],
		words: noNamed,
	};
	const limit = { kind: "exceeded", events: [event], most: 5, of: "events", per: 3_600_000 };
	const per = [undefined, "day", -1, null];
	holdsFor(isAsked, [
		[
			"a yes to one call",
			{ ...consent, holds: "call" },
			{ kind: [undefined, "other"], group: noText, people: noPlace, holds: [undefined, "day", -1, null] },
		],
		["a yes for the session", { ...consent, holds: "session" }, { group: noText, people: noPlace }],
		["a yes for a time", { ...consent, holds: 60_000 }, { group: noText, people: noPlace }],
		["what is needed", needed, { ...wrong, kind: [undefined, "other", "exceeded"] }],
		["what is feared", feared, wrong],
		[
			"a limit of events",
			limit,
			{
				kind: [undefined, "other", "happened"],
				events: noEvents,
				most: noPlace,
				of: [undefined, "words", "total"],
				word: [1, null],
				per,
			},
		],
		[
			"a limit of paths in a session",
			{ ...limit, of: "paths", per: "session" },
			{ events: noEvents, most: noPlace, per },
		],
		["a limit of hosts", { ...limit, of: "hosts" }, { word: [1, null] }],
		["a total", { ...limit, of: "total", word: "n" }, { word: [undefined, 1, null], of: [undefined, "words"] }],
	]);
});

describe("a rule", () => {
	const least = { id: "a", keyword: "allow", effect: "allow", owner: "", span: [0, 1, 2] };
	const whole = {
		...least,
		keyword: "constrain",
		effect: "deny",
		access: "write",
		restricts: 0,
		message: "no",
		note: "n",
		locked: true,
		override: false,
		engine: true,
		use: ["x"],
		excludedBy: ["y"],
	};
	const wrong = {
		id: noText,
		keyword: noText,
		owner: noText,
		effect: [undefined, "forbid", 1],
		access: ["all", 1],
		message: [1, null],
		note: [1, ["x"]],
		locked: ["x", 1],
		override: ["x", null],
		engine: ["x", 0],
		use: ["x", [1], {}],
		excludedBy: ["x", [null]],
		span: [undefined, {}, [], [0, 1], [0, 1, 2, 3], [0, 1, -1], ["0", 1, 2], [0, 1.5, 2]],
	};
	holdsFor(isRuleText, [
		["the least", least, { ...wrong, restricts: [0, [], { any: [] }] }],
		["the whole", whole, { ...wrong, effect: [...wrong.effect, "allow"] }],
	]);
});

test.each([
	[0, true],
	[[0, 1], true],
	[{ any: [0, [1, { not: 2 }]] }, true],
	[{ not: { any: [] } }, true],
	[-1, false],
	["0", false],
	[null, false],
	[[0, null], false],
	[{ any: [0, "1"] }, false],
	[{ any: 0 }, false],
	[{ not: "x" }, false],
	[{}, false],
	[{ kind: "forced" }, false],
])("%j is a test put together of places: %s", (value, expected) => {
	expect(isTestText(value)).toBe(expected);
});

describe("a switch", () => {
	holdsFor(isChoice, [
		[
			"one of a word",
			{ place: 0, words: { a: 1 }, others: 2, unsure: 3 },
			{ place: noPlace, others: noPlace, unsure: noPlace, words: [undefined, [], null, { a: -1 }, { a: 1, b: "x" }] },
		],
	]);
});

test.each([
	[0, true],
	[7, true],
	[-1, false],
	[0.5, false],
	[Number.NaN, false],
	[2 ** 53, false],
	["0", false],
])("%j is a place: %s", (value, expected) => {
	expect(isPlace(value)).toBe(expected);
});
