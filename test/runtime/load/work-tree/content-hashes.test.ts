/** What is kept of the files of a tree, so that those that did not change are not read again: it stands in for nothing that may have changed, and nobody else can write it. */
import { createHash } from "node:crypto";
import {
	appendFileSync,
	lstatSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { keepSigned, signedFile } from "../../../../src/runtime/load/signed-files.js";
import { treeFingerprint } from "../../../../src/runtime/load/work-tree/tree-fingerprint.js";
import { privateFolder } from "../../../cli/private-folder.js";
import { gitFolder, repository, write } from "./git.js";

const folder = gitFolder();
let cache: string;
let root: string;
let count = 0;
beforeEach(() => {
	cache = privateFolder({ isOutside: true });
	process.env.XDG_CACHE_HOME = cache;
	root = repository(join(folder.path, `kept-${count++}`), { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
});
afterEach(() => {
	delete process.env.XDG_CACHE_HOME;
	jest.restoreAllMocks();
});

/** A minute has passed, so that what lies there is no change of just now. */
function later(): void {
	const now = Date.now();
	jest.spyOn(Date, "now").mockReturnValue(now + 60_000);
}

function treeOf(): string {
	const found = treeFingerprint(root);
	if ("unknown" in found) throw new Error(found.unknown);
	return found.tree;
}

/** Where what is known of the repository lies. */
function keptFile(): string | undefined {
	return readdirSync(join(cache, "bylaw")).find((name) => name.startsWith("tree-"));
}

/** What would be said by who reads every file. */
function readAnew(): string {
	process.env.BYLAW_CACHE = "off";
	try {
		return treeOf();
	} finally {
		delete process.env.BYLAW_CACHE;
	}
}

test("what changed just now is not kept: it may change again, and look the same", () => {
	treeOf();
	expect(() => keptFile()).toThrow("ENOENT");
	later();
	treeOf();
	expect(keptFile()).toBeDefined();
});

test("what is kept is used, signed, and for this repository alone", () => {
	later();
	const tree = treeOf();
	const name = keptFile() as string;
	const bytes = signedFile(name, [root]) as Buffer;
	expect(bytes).toHaveLength(3 * 56);
	// A hash of something else, as only who has the key can write it.
	const at = Array.from({ length: 3 }, (_, one) => one * 56).find(
		(one) => bytes.readDoubleLE(one) === lstatSync(join(root, "a.txt")).ino,
	) as number;
	const other = Buffer.from(bytes);
	createHash("sha256")
		.update("other")
		.digest()
		.copy(other, at + 24);
	keepSigned(name, other, [root]);
	expect(treeOf()).not.toBe(tree);
	expect(readAnew()).toBe(tree);
	// Without the signature it is nothing.
	const file = join(cache, "bylaw", name);
	const text = readFileSync(file);
	text[text.length - 1] = (text[text.length - 1] as number) ^ 1;
	writeFileSync(file, text);
	expect(treeOf()).toBe(tree);
});

test("a file whose size and times are put back is read", () => {
	later();
	const before = treeOf();
	expect(treeOf()).toBe(before);
	const file = join(root, "a.txt");
	const { atime, mtime } = statSync(file);
	writeFileSync(file, "b\n");
	utimesSync(file, atime, mtime);
	expect(statSync(file)).toMatchObject({ size: 2, mtime });
	expect(treeOf()).not.toBe(before);
	expect(treeOf()).toBe(readAnew());
	writeFileSync(file, "a\n");
	expect(treeOf()).toBe(before);
});

test("files that change places are known again, and each stands for itself", () => {
	later();
	const before = treeOf();
	renameSync(join(root, "a.txt"), join(root, "x"));
	renameSync(join(root, "b.txt"), join(root, "a.txt"));
	renameSync(join(root, "x"), join(root, "b.txt"));
	const changed = treeOf();
	expect(changed).not.toBe(before);
	expect(changed).toBe(readAnew());
	write(root, { "a.txt": "a\n", "b.txt": "b\n" });
	expect(treeOf()).toBe(before);
});

test("many changes, asked with what is kept and without: the answers are the same", () => {
	const files = ["a.txt", "b.txt", "c.txt", "d.txt"];
	for (let turn = 0; turn < 60; turn++) {
		// Some changes are just now, others a while ago.
		if (turn % 3 === 0) later();
		const file = join(root, files[(turn * 7) % 4] as string);
		if (turn % 5 === 4) appendFileSync(file, "x");
		else writeFileSync(file, `${turn % 2}\n`);
		expect(treeOf()).toBe(readAnew());
		if (turn % 3 === 2) jest.restoreAllMocks();
	}
});
