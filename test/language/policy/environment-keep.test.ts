/** Which lists of variables that a run inherits let more through. */
import { expect, test } from "@jest/globals";
import { environmentKeep } from "../../../src/language/policy/settings/environment-keep.js";

const { isLooser } = environmentKeep.values;

test.each([
	// Whoever names nothing keeps `PATH`, `HOME` and others.
	["PATH", "", true],
	["", "PATH", false],
	["NOTHING", "", true],
	["", "NOTHING", true],
	["PATH, HOME", "PATH", false],
	["PATH", "PATH, HOME", true],
	["LC_*", "LC_A*", false],
	["LC_A*", "LC_*", true],
	["*", "", false],
	["*", "PATH", false],
	["*", "FOO", true],
	["*", "LC_*", false],
	// A wildcard stands for no name that changes what runs.
	["*", "LD_PRELOAD", true],
	["PATH, HOME, LANG, LC_*, TERM, TZ, USER, LOGNAME, SHELL, TMPDIR", "", false],
])("from `%s` to `%s` lets more through: %s", (before, after, expected) => {
	const names = (text: string): readonly string[] => text.split(", ").filter((name) => name !== "");
	expect(isLooser(names(before), names(after))).toBe(expected);
});
