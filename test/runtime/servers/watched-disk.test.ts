/** What was read of a disk is known to be so still, or not. */
import fs, { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, jest, test } from "@jest/globals";
import { headFor } from "../../../src/engine/decide/compiled/compiled-text.js";
import { realDisk } from "../../../src/runtime/load/disk.js";
import {
	isSettled,
	watchedCompiled,
	watchedDisk,
	watchedWithBundles,
} from "../../../src/runtime/servers/watched-disk.js";

const root = mkdtempSync(join(tmpdir(), "bylaw-watched-"));
afterAll(() => rmSync(root, { recursive: true }));
let made = 0;

function folderInstead(path: string): void {
	rmSync(path);
	mkdirSync(path);
}

/** A file that was written so long ago that its times tell every change. */
function oldFile(text: string): string {
	const path = join(root, `f${made++}`);
	writeFileSync(path, text);
	utimesSync(path, 1_000_000, 1_000_000);
	return path;
}

test("as long as nothing changes all is as it was", () => {
	const { disk, isUnchanged } = watchedDisk();
	const path = oldFile("a");
	expect([disk.isFolder(path), disk.isFolder(root), disk.isFolder(join(root, "none"))]).toEqual([false, true, false]);
	disk.text(path);
	disk.text(join(root, "none"));
	for (let time = 0; time < 3; time++) expect(isUnchanged()).toBe(true);
});

test.each<readonly [string, (path: string) => void]>([
	["is written", (path) => writeFileSync(path, "b")],
	["is replaced by another one of the same length and times", (path) => renameSync(oldFile("b"), path)],
	["becomes a folder", folderInstead],
	["goes away", (path) => rmSync(path)],
])("it shows when a file %s", (_, change) => {
	const { disk, isUnchanged } = watchedDisk();
	const path = oldFile("a");
	disk.isFolder(path);
	disk.text(path);
	expect(isUnchanged()).toBe(true);
	change(path);
	expect(isUnchanged()).toBe(false);
});

test.each<readonly [string, (path: string) => void]>([
	["becomes a folder", folderInstead],
	["that was none is one", (path) => mkdirSync(join(path, "../n"))],
])("it shows when what was only asked whether it is a folder %s", (_, change) => {
	const { disk, isUnchanged } = watchedDisk();
	const path = oldFile("a");
	disk.isFolder(path);
	disk.isFolder(join(root, "n"));
	expect(isUnchanged()).toBe(true);
	change(path);
	expect(isUnchanged()).toBe(false);
});

test.each([
	["long ago", -10_000, true],
	["just now", -1_000, false],
	["an hour from now", 3_600_000, false],
])("another change of a file whose last one was %s shows in its times, or not", (_, later, settled) => {
	const [now, old] = [Date.now(), 1_000_000_000];
	expect(isSettled({ mtimeMs: now + later, ctimeMs: old })).toBe(settled);
	expect(isSettled({ mtimeMs: old, ctimeMs: now + later })).toBe(settled);
});

test("as long as a file's time is still to come its bytes are compared", () => {
	const { disk, isUnchanged } = watchedDisk();
	const path = oldFile("a");
	utimesSync(path, 4_000_000_000, 4_000_000_000);
	disk.text(path);
	for (let time = 0; time < 3; time++) expect(isUnchanged()).toBe(true);
	// What a second change within one tick of the file system's clock looks like.
	const text = jest.spyOn(realDisk, "text").mockReturnValue({ text: "b" });
	try {
		expect(isUnchanged()).toBe(false);
	} finally {
		text.mockRestore();
	}
});

describe("a compiled policy", () => {
	/** One that is larger than any policy in source, with this checksum. */
	function compiled(checksum: string): string {
		return `${headFor(checksum.repeat(64))}${" ".repeat(5 << 20)}`;
	}
	const file = (): string => {
		const path = join(root, `c${made++}.json`);
		writeFileSync(path, compiled("a"));
		return path;
	};

	test.each<readonly [string, (path: string) => () => boolean]>([
		["by itself", watchedCompiled],
		[
			"by a server",
			(path) => {
				const { disk, isUnchanged } = watchedWithBundles([path], root);
				disk.text(path);
				return isUnchanged;
			},
		],
	])("shows by its checksum that it changed within one tick of the clock, %s", (_, watched) => {
		const path = file();
		const real = fs.statSync;
		const moment = Date.now();
		// A file system whose clock stands, as a coarse one does between two ticks.
		const stat = jest.spyOn(fs, "statSync").mockImplementation(((about: string, options?: fs.StatSyncOptions) => {
			const stats = real(about, options);
			return about === path ? Object.assign(stats as fs.Stats, { mtimeMs: moment, ctimeMs: moment }) : stats;
		}) as typeof fs.statSync);
		syncBuiltinESMExports();
		try {
			const isUnchanged = watched(path);
			for (let time = 0; time < 3; time++) expect(isUnchanged()).toBe(true);
			const descriptor = fs.openSync(path, "r+");
			fs.writeSync(descriptor, headFor("b".repeat(64)), 0);
			fs.closeSync(descriptor);
			expect(isUnchanged()).toBe(false);
		} finally {
			stat.mockRestore();
			syncBuiltinESMExports();
		}
	});

	test("is as it was while its time is still to come, and not when it goes away or comes back as another", () => {
		const path = file();
		utimesSync(path, 4_000_000_000, 4_000_000_000);
		const isUnchanged = watchedCompiled(path);
		for (let time = 0; time < 3; time++) expect(isUnchanged()).toBe(true);
		rmSync(path);
		expect(isUnchanged()).toBe(false);
		const isStillNone = watchedCompiled(path);
		expect(isStillNone()).toBe(true);
		writeFileSync(path, compiled("b"));
		expect([isUnchanged(), isStillNone()]).toEqual([false, false]);
	});
});
