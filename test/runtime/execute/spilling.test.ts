/** Where long outputs lie, who can read them, and how long they stay. */
import {
	chmodSync,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { keptFor, removeOld } from "../../../src/runtime/execute/old-files.js";
import { privateFolder } from "../../../src/runtime/execute/private-folder.js";
import { openSpill } from "../../../src/runtime/execute/spill.js";
import { run } from "./run.js";

jest.setTimeout(240_000);

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "bylaw-spilling-"));
});
afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

const output = { size: 100, unit: "bytes", head: 10, tail: 10, spill: true, each: true } as const;
/** Where a long output of a run lies that names no folder. */
const spilled = (temporary = folder) => openSpill(undefined, "merged", 1e6, temporary);
const uid = process.geteuid?.();
const name = (age: string, stream = "merged") => `bylaw-20260101000000-${age}-${stream}.log`;

describe("a long output without a folder of its own", () => {
	test("lies in one that nobody else can look into", async () => {
		const { spill } = spilled();
		spill?.close();
		expect(spill?.path.startsWith(join(folder, `bylaw-${uid}`, "bylaw-"))).toBe(true);
		expect(statSync(join(folder, `bylaw-${uid}`)).mode & 0o777).toBe(0o700);
		expect(statSync(spill?.path as string).mode & 0o777).toBe(0o600);
		const { merged } = await run("seq", ["500"], { limits: { output } });
		expect(merged?.spill?.startsWith(join(privateFolder(), "bylaw-"))).toBe(true);
		expect(readFileSync(merged?.spill as string, "utf8").split("\n")).toHaveLength(501);
		rmSync(merged?.spill as string);
	});

	test("does not lie where somebody else was before: behind a link, in a file's place, in a folder open to all", () => {
		const mine = join(folder, `bylaw-${uid}`);
		mkdirSync(join(folder, "theirs"));
		symlinkSync(join(folder, "theirs"), mine);
		const { spill } = spilled();
		spill?.close();
		expect(spill?.path.startsWith(join(folder, "bylaw-own-"))).toBe(true);
		expect(readdirSync(join(folder, "theirs"))).toEqual([]);
		rmSync(mine);
		writeFileSync(mine, "");
		expect(privateFolder(folder).startsWith(join(folder, "bylaw-own-"))).toBe(true);
		expect(statSync(privateFolder(folder)).mode & 0o777).toBe(0o700);
		rmSync(mine);
		mkdirSync(mine);
		chmodSync(mine, 0o777);
		expect(privateFolder(folder)).toBe(mine);
		expect(statSync(mine).mode & 0o777).toBe(0o700);
	});

	test("grows to its limit and no further, and says that it is not whole", () => {
		const { spill } = openSpill(undefined, "merged", 10, folder);
		spill?.write(Buffer.from("12345"));
		spill?.write(Buffer.from("67890"));
		expect([spill?.failure(), readFileSync(spill?.path as string, "utf8")]).toEqual([undefined, "1234567890"]);
		spill?.write(Buffer.from("x"));
		spill?.write(Buffer.from("y"));
		spill?.close();
		expect([spill?.failure(), readFileSync(spill?.path as string, "utf8")]).toEqual([
			"it would have grown too large",
			"1234567890",
		]);
	});

	test("is said to have no place where there is none", () => {
		expect(spilled(join(folder, "nowhere"))).toEqual({
			warnings: [`\`${join(folder, "nowhere")}\` can't be written (ENOENT), so there is no full log`],
		});
	});
});

describe("what earlier runs left in the folder", () => {
	const aged = (file: string, milliseconds: number): string => {
		const time = (Date.now() - milliseconds) / 1000;
		utimesSync(file, time, time);
		return file;
	};
	const file = (called: string, milliseconds: number): string => {
		writeFileSync(join(folder, called), "");
		return aged(join(folder, called), milliseconds);
	};

	test("is removed when it is a week old, and when nobody uses it any more", () => {
		const old = [name("0123456789ab"), name("0123456789ac", "stdout"), name("0123456789ad", "stderr")];
		for (const one of old) file(one, keptFor + 60_000);
		const young = file(name("ffffffffffff"), keptFor - 60_000);
		for (const one of ["pipes-abcdef", "input-abcdef"]) {
			mkdirSync(join(folder, one));
			writeFileSync(join(folder, one, one.startsWith("pipes") ? "0" : "input"), "");
			aged(join(folder, one), 25 * 3_600_000);
		}
		removeOld(folder, "private");
		expect(readdirSync(folder)).toEqual([young.slice(folder.length + 1)]);
	});

	test("stays in a folder of somebody's own, unless it is an output by its full name", async () => {
		const old = file(name("0123456789ab"), keptFor + 60_000);
		for (const [inside, called] of [
			["input-frames", "0001"],
			["pipes-abcdef", "0"],
			["input-abcdef", "input"],
		] as const) {
			mkdirSync(join(folder, inside));
			writeFileSync(join(folder, inside, called), "theirs");
			aged(join(folder, inside), 2 * keptFor);
		}
		await run("seq", ["500"], { limits: { output }, spillFolder: folder });
		expect(existsSync(old)).toBe(false);
		for (const one of ["input-frames/0001", "pipes-abcdef/0", "input-abcdef/input"])
			expect(readFileSync(join(folder, one), "utf8")).toBe("theirs");
	});

	test("is looked at once an hour", () => {
		removeOld(folder, "private");
		const old = file(name("0123456789ab"), keptFor + 60_000);
		removeOld(folder, "private");
		expect(existsSync(old)).toBe(true);
		removeOld(folder, "private", Date.now() + 3_600_001);
		expect(existsSync(old)).toBe(false);
	});

	test("stays when it is not ours for certain: by its name, a link, of two names, a folder with more in it", () => {
		const week = 2 * keptFor;
		const target = file("precious", week);
		const kept = [
			target,
			file("bylaw-notes.log", week),
			file(`${name("0123456789ab")}.bak`, week),
			file(name("0123456789AB"), week),
			file(name("0123456789ab", "audit"), week),
		];
		symlinkSync(target, join(folder, name("aaaaaaaaaaaa")));
		linkSync(target, join(folder, name("bbbbbbbbbbbb")));
		mkdirSync(join(folder, name("cccccccccccc")));
		mkdirSync(join(folder, "pipes-abcdef"));
		writeFileSync(join(folder, "pipes-abcdef", "work"), "");
		aged(join(folder, "pipes-abcdef"), week);
		symlinkSync(folder, join(folder, "pipes-linked"));
		removeOld(folder, "private");
		for (const one of [...kept, join(folder, "pipes-abcdef", "work")]) expect(existsSync(one)).toBe(true);
		for (const one of ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"])
			expect(lstatSync(join(folder, name(one)), { throwIfNoEntry: false })).toBeDefined();
		expect(lstatSync(join(folder, "pipes-linked")).isSymbolicLink()).toBe(true);
	});

	test("of others stays, and a folder that is not there is no fault", () => {
		expect(() => removeOld(join(folder, "missing"), "shared")).not.toThrow();
	});
});
