/** The words of an argv as a command: where it stands, and letters that nobody sees. */
import { expect, test } from "@jest/globals";
import { readRequest } from "../../../src/engine/request/read-request.js";

test.each([
	[["ls"], 2],
	[["ls", "a b", ""], 7],
	[["ls", null, "x"], 5],
])("%j ends where its words do that are joined by blanks", (argv, end) => {
	expect(readRequest({ argv })).toMatchObject({ kind: "understood", commands: [{ span: { start: 0, end } }] });
});

test.each([
	["\u0001", "U+0001"],
	["\u007f", "U+007F"],
	["a\u202eb", "U+202E"],
	["\u{e0041}", "U+E0041"],
	["a\nb\u0000", "NUL"],
])("%j hides what a command says", (word, why) => {
	expect(readRequest({ argv: ["ls", word] })).toMatchObject({ kind: "opaque", why: expect.stringContaining(why) });
});

test.each(["a\tb\nc", " ~", "é", ""])("%j hides nothing", (word) => {
	expect(readRequest({ argv: ["ls", word] }).kind).toBe("understood");
});
