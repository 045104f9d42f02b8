/** The file with the token of a server: made where there is none, and taken only where nobody else could read it. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { opens, tokenIn } from "../../../../src/runtime/servers/sandbox/token.js";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-token-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const good = "a-token-that-nobody-guesses";

test("where there is no file, one is made that is the user's alone, and it is taken from then on", () => {
	const path = join(folder, "deep/token");
	const made = tokenIn(path);
	expect([statSync(path).mode & 0o777, tokenIn(path)]).toEqual([0o600, made]);
	expect(made).toEqual({ token: readFileSync(path, "utf8").trim() });
});

test.each([
	[0o600, { token: good }],
	[0o400, { token: good }],
	[0o640, { fault: expect.stringContaining("others may read the token") }],
	[0o620, { fault: expect.stringContaining("others may read the token") }],
	[0o610, { fault: expect.stringContaining("others may read the token") }],
	[0o604, { fault: expect.stringContaining("others may read the token") }],
	[0o602, { fault: expect.stringContaining("others may read the token") }],
])("a file with the rights %i is taken only where they are the user's", (rights, expected) => {
	const path = join(folder, "token");
	writeFileSync(path, `${good}\n`);
	chmodSync(path, rights);
	expect(tokenIn(path)).toMatchObject(expected);
});

test.each([
	["too short", "fifteen-signs-x", "is too short"],
	["of two words", "a-token-that nobody-guesses", "is too short, or has other signs"],
	["too long", "x".repeat(1_027), "is no file with a token"],
])("a token is not taken that is %s", (_, text, fault) => {
	writeFileSync(join(folder, "token"), text, { mode: 0o600 });
	expect(tokenIn(join(folder, "token"))).toMatchObject({ fault: expect.stringContaining(fault) });
});

test("neither a link nor a folder is taken for the file", () => {
	writeFileSync(join(folder, "token"), good, { mode: 0o600 });
	symlinkSync("token", join(folder, "link"));
	mkdirSync(join(folder, "folder"));
	for (const name of ["link", "folder"])
		expect(tokenIn(join(folder, name))).toMatchObject({ fault: expect.stringContaining(name) });
});

test.each([
	[`Bearer ${good}`, true],
	[`Bearer ${good}x`, false],
	[`Bearer ${good.slice(1)}`, false],
	[`Basic ${good}`, false],
	[good, false],
	["", false],
	[undefined, false],
])("the header `%s` has the token: %s", (header, expected) => {
	expect(opens(good, header)).toBe(expected);
});

test("an empty token is opened by no header", () => {
	expect([opens("", undefined), opens("", ""), opens("", "Bearer ")]).toEqual([false, false, false]);
});
