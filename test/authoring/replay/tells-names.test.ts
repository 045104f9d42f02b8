/** Which expressions tell one name of a folder from another: held against the names themselves. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { alikeTo } from "../../../src/authoring/replay/tells-names.js";

test.each([
	["no slash is in its words", "build|check|test[a-z]*", true],
	["anything", ".*", true],
	["anything behind a word", "alias\\..*", true],
	["an end of a word that is no part of a name", "core\\..*|trailer\\..*\\.(?:cmd|command)", true],
	["a folder of any name", "/home/[^/]*", true],
	["a folder of any name, and one in it", "/home/[^/]*/x", true],
	["an end that other names have", "http\\..*proxy", true],
	["a name", "/home/ann/.*", false],
	["a beginning of names", "/home/a[a-z]+/x", false],
	["an end of names", ".*n/x", false],
	["so many letters", "/home/.{3}/x", false],
	["so many letters at most", "/home/.{0,4}", false],
	["a word that may stand anywhere", ".*ann.*", false],
	["no expression", "(", false],
])("%s", (_, text, isAlike) => {
	expect(alikeTo({ kind: "regex", text }, "bertram")("ann")).toBe(isAlike);
});

test("to what is said to be alike, words with either name are", () => {
	const part = fc.constantFrom(
		...["/", "home", "[^/]*", ".*", "a", "[a-z]*", "\\.", "(?:x|/y)", "n", "[^.]*", "-", "/?", "z{2}", "(?:[^/]+/)*"],
	);
	const text = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
	const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{2,8}$/);
	const before = fc.constantFrom("", "x", "/home", "home", "x/", "/", ".", "z");
	const behind = fc.constantFrom("", "/x", "/home", "/", ".", "/z");
	let alike = 0;
	fc.assert(
		fc.property(text, name, name, before, behind, (source, one, other, start, end) => {
			if (!alikeTo({ kind: "regex", text: source }, one)(other)) return true;
			alike++;
			const whole = new RegExp(`^(?:${source})$`, "su");
			return whole.test(`${start}/${one}${end}`) === whole.test(`${start}/${other}${end}`);
		}),
		{ numRuns: 10_000 },
	);
	expect(alike).toBeGreaterThan(1_000);
});
