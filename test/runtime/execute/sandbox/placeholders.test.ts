/** What stands in places that must not come to be: for as long as any run needs it, and no longer. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { holdPlaces, isPlaceholder } from "../../../../src/runtime/execute/sandbox/placeholders.js";
import { newFolder, newFolderOutside, removeFolders } from "../sandbox.js";
import { letThemGo, unreaped } from "../unreaped.js";

afterAll(removeFolders);
afterAll(letThemGo);

const mark = (): string => "";
const [, namespace = ""] = /(\d+)/.exec(readlinkSync("/proc/self/ns/pid")) ?? [];

test.each([
	["where it can be renamed into place", newFolder],
	["on whichever file system", newFolderOutside],
])("it stays until the last of several runs has ended, %s", (_, folderOf) => {
	const folder = folderOf();
	const [one, two, three] = ["one", "two", "config.worktree"].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	const first = holdPlaces([one, two], mark());
	const second = holdPlaces([two, three], mark());
	expect([first.taken, second.taken, [one, two, three].map(isPlaceholder)]).toEqual([[], [], [true, true, true]]);
	first.release();
	// The second needs this, and nobody knows of the other any more but who ends last.
	expect([isPlaceholder(two), isPlaceholder(three)]).toEqual([true, true]);
	second.release();
	expect(readdirSync(folder)).toEqual([]);
});

test("what somebody puts into it stays, and what is there is not taken for it", () => {
	const folder = newFolder();
	const [one, two, three] = ["one", "two", "three"].map((name) => join(folder, name)) as [string, string, string];
	mkdirSync(two);
	writeFileSync(join(two, "theirs"), "kept");
	writeFileSync(three, "kept");
	const places = holdPlaces([one, two, three], mark());
	expect(places.taken).toEqual([two, three]);
	writeFileSync(join(one, "new"), "kept");
	places.release();
	expect(readdirSync(folder, { recursive: true }).map(String).sort()).toEqual([
		"one",
		"one/new",
		"three",
		"two",
		"two/theirs",
	]);
	expect(readFileSync(three, "utf8")).toBe("kept");
});

test("who ends waits for nobody, and who begins waits for who is about to end", () => {
	const folder = newFolder();
	const start = readFileSync("/proc/self/stat", "latin1")
		.replace(/^.*\) /, "")
		.split(" ")[19];
	const ending = join(folder, `.bylaw-places/.bylaw-run-${namespace}-${process.pid}-${start}-999999-end`);
	mkdirSync(join(ending, ".bylaw-place"), { recursive: true });
	expect(holdPlaces([join(folder, "one")], mark())).toMatchObject({ held: [], taken: [join(folder, "one")] });
	expect(lstatSync(ending).isDirectory()).toBe(true);
	expect(isPlaceholder(join(folder, "one"))).toBe(false);
});

test("a run that was killed needs nothing any more, also where nobody asks how it ended", () => {
	const folder = newFolder();
	const { pid, start } = unreaped();
	mkdirSync(join(folder, `.bylaw-places/.bylaw-run-${namespace}-${pid}-${start}-1/.bylaw-place`), { recursive: true });
	const places = holdPlaces([join(folder, "one")], mark());
	expect(places.taken).toEqual([]);
	places.release();
	expect(readdirSync(folder)).toEqual([]);
});
