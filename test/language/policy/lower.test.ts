/** What a rule may say, and what is refused with its reason: each beside its nearest neighbour that is right. */
import { describe, expect, test } from "@jest/globals";
import { holdsBack } from "../../../src/language/policy/lower.js";
import { loadText } from "../../../src/runtime/load/load.js";

const faultsOf = (rule: string) => loadText("p.rules", `default deny\n${rule}\n`).diagnostics;

describe("is taken", () => {
	test.each([
		"allow ls",
		"locked deny ls",
		"locked constrain writes of ls to .",
		"constrain network of ls to a.example",
		"ask of release ls",
		"ask 1 of release ls",
		"ask 99 of release ls",
		"ask of release for this session ls",
		"ask of release for this call ls",
		"ask of release for 1h ls",
		"nudge ls use x",
		"allow ls when branch is a when env CI is b",
		"allow ls with -x",
		"allow ls with of=",
		"deny * using network",
		"allow ls granting everything",
		"allow ls granting network, everything",
		"allow ls when branch is a*",
		"allow ls at most 5 per 1h",
		"allow ls at most 5.5 per session",
		"allow ls at most 5 paths per 1h",
		"allow ls {n} at most 5 total {n} per 1h",
		"allow ls after cp same path",
		"allow ls after cp 1 times",
		"allow ls after cp 1000 times",
		"allow ls after cp using create",
		"allow ls after cp within .",
		'allow ls {n} because "x {n}"',
		'allow ls because "x {m}"',
		'deny ls after cp because "{program} {command} {path}"',
		"never allow ls",
		'never allow ls because "x"',
		"always nudge ls",
	])("%s", (rule) => {
		expect(faultsOf(rule)).toEqual([]);
	});
});

describe("is refused", () => {
	const refused: readonly (readonly [rule: string, code: string, message: string, help?: string])[] = [
		["locked allow ls", "misplaced-modifier", "`locked` does not belong on `allow`"],
		["locked ask ls", "misplaced-modifier", "`locked` does not belong on `ask`"],
		["deny 2 of release ls", "misplaced-clause", "`of` does not belong on a `deny` rule"],
		["allow 2 of release ls", "misplaced-clause", "`of` does not belong on an `allow` rule"],
		["ask 0 of release ls", "bad-people", "`0` people can't say yes"],
		["ask 100 of release ls", "bad-people", "`100` people can't say yes"],
		['ask of " " ls', "bad-people", "a group has a name"],
		["ask of release for ever ls", "bad-time", "`ever` is no time"],
		["deny ls within .", "misplaced-clause", "`within` does not belong on a `deny` rule"],
		["allow ls within a within b", "duplicate-clause", "`within` stands twice on one rule"],
		["constrain writes of ls", "missing-clause", "`constrain` needs `to`"],
		["constrain network of ls to /x", "bad-host", "`/x` has a path in it, and what is compared is the host alone"],
		["allow ls with foo", "bad-option", "`foo` is no option"],
		["deny * using netwrk", "unknown-power", "`netwrk` is no power", "did you mean `network`?"],
		["allow ls granting everythin", "unknown-power", "`everythin` is no power", "did you mean `everything`?"],
		["deny * using everything", "unknown-power", "`everything` is no power"],
		["allow ls when branch is @x", "bad-fact", "`@x` is a set, and a fact is one value"],
		["allow ls at most x per 1h", "bad-limit", "`x` is no number"],
		["allow ls at most 5 per 1y", "bad-time", "`1y` is no time"],
		["allow ls {n} at most 5 total n per 1h", "bad-limit", "`n` is no word with a name"],
		["allow ls at most 5 total {n} per 1h", "unbound-word", "no word of the rule's pattern is called `{n}`"],
		["allow ls after cp same foo", "bad-event", "`same foo` says nothing"],
		["allow ls after cp 0 times", "bad-event", "`0 times` is never and always"],
		["allow ls after cp 1001 times", "bad-event", "`1001 times` is never and always"],
		[
			"allow ls after cp using create, network",
			"bad-event",
			"`create` and `network` don't stand in one list",
			"`using create` speaks of a write to a path that was not there: write two rules",
		],
		['allow ls {n} because "x {m}"', "unbound-word", "no word of the rule's pattern is called `{m}`"],
		[
			'allow ls after cp {m} because "x {m}"',
			"unbound-word",
			"no word of the rule's pattern is called `{m}`",
			"a word that only an event has can't be told: give the rule's own word the name",
		],
		['deny ls after cp because "{n}"', "unbound-word", "no word of the rule's pattern is called `{n}`"],
		["never allow ls use x", "misplaced-clause", "`use` does not belong on `never allow`"],
		["never allow ls with foo", "bad-option", "`foo` is no option"],
	];
	test.each(refused.map(([rule, code, message, help]) => ({ rule, code, message, help })))("$rule", (one) => {
		const { rule, code, message, help } = one;
		expect(faultsOf(rule)).toEqual([
			expect.objectContaining({ severity: "error", code, message, ...(help === undefined ? {} : { help }) }),
		]);
	});

	test("a rule that is both locked and an override", () => {
		const text =
			"group base {\n default deny\n deny ls\n}\nagent default extends base {\n locked override deny ls\n}\n";
		expect(loadText("p.rules", text).diagnostics.map(({ code }) => code)).toContain("misplaced-modifier");
	});
});

test.each([
	["never", "allow", true],
	["never", "ask", true],
	["never", "deny", false],
	["never", "nudge", false],
	["always", "deny", true],
	["always", "allow", false],
	["always", "ask", false],
	["always", "nudge", false],
] as const)("`%s %s` holds something back: %s", (keyword, effect, expected) => {
	expect(holdsBack(keyword, effect)).toBe(expected);
});
