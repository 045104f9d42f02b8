/** Which file a name stands for, and which variables a program gets. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { keptByDefault } from "../../../src/language/policy/settings/environment-keep.js";
import { buildEnvironment, changesWhatRuns } from "../../../src/runtime/execute/environment.js";
import { findProgram } from "../../../src/runtime/execute/find-program.js";
import { shell } from "./run.js";

let folder: string;
const program = (path: string, mode = 0o755): string => {
	const file = join(folder, path);
	writeFileSync(file, "#!/bin/true\n");
	chmodSync(file, mode);
	return file;
};
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-find-")));
	for (const name of ["a", "b", "a/folder"]) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("finding a program", () => {
	test("takes the first folder of the PATH that has it", () => {
		const second = program("b/x");
		const path = `${folder}/a:${folder}/b`;
		expect(findProgram("x", { path, cwd: "/" })).toBe(second);
		const first = program("a/x");
		expect(findProgram("x", { path, cwd: "/" })).toBe(first);
		expect(findProgram("y", { path, cwd: "/" })).toBeUndefined();
	});

	test("never looks in the current folder, whatever the PATH says", () => {
		program("a/x");
		for (const path of ["", ":", ".", "./", "a", "..", `:${folder}/b`, `${folder}/b:`]) {
			expect(findProgram("x", { path, cwd: join(folder, "a") })).toBeUndefined();
		}
	});

	test("takes a name with a slash from the folder that it is meant in", () => {
		const file = program("a/x");
		expect(findProgram("./x", { path: "", cwd: join(folder, "a") })).toBe(file);
		expect(findProgram("a/x", { path: "", cwd: folder })).toBe(file);
		expect(findProgram(file, { path: "", cwd: "/" })).toBe(file);
		expect(findProgram("./x", { path: join(folder, "a"), cwd: folder })).toBeUndefined();
	});

	test("passes over folders, files that can't be executed, and links to nowhere", () => {
		program("a/text", 0o644);
		symlinkSync("/nowhere", join(folder, "a/link"));
		for (const name of ["folder", "text", "link", "", ".", "..", "a\0b"]) {
			expect(findProgram(name, { path: join(folder, "a"), cwd: folder })).toBeUndefined();
		}
	});
});

describe("the environment of a program", () => {
	const base = {
		PATH: "/bin",
		HOME: "/h",
		LC_ALL: "C",
		SECRET: "s",
		LD_PRELOAD: "x.so",
		NODE_OPTIONS: "-r x",
		GIT_SSH_COMMAND: "x",
		GONE: undefined,
		TMPDIR: "/t",
	};

	test("has little when a policy names nothing", () => {
		expect(buildEnvironment(base, { keep: [], set: {} })).toEqual({
			PATH: "/bin",
			HOME: "/h",
			LC_ALL: "C",
			TMPDIR: "/t",
		});
		expect(keptByDefault.filter((name) => name.endsWith("*"))).toEqual(["LC_*"]);
	});

	test("has what is named, and what is set goes before", () => {
		expect(buildEnvironment(base, { keep: ["SECRET", "GONE", "HOME"], set: { HOME: "/x", CI: "1" } })).toEqual({
			SECRET: "s",
			HOME: "/x",
			CI: "1",
		});
	});

	test("gets what changes what runs by its full name, never by a wildcard", () => {
		expect(buildEnvironment(base, { keep: ["*"], set: {} })).toEqual({
			PATH: "/bin",
			HOME: "/h",
			LC_ALL: "C",
			SECRET: "s",
			TMPDIR: "/t",
		});
		expect(buildEnvironment(base, { keep: ["LD_*", "NODE_*", "GIT*"], set: {} })).toEqual({});
		expect(buildEnvironment(base, { keep: ["LD_PRELOAD"], set: {} })).toEqual({ LD_PRELOAD: "x.so" });
		for (const name of ["LD_PRELOAD", "BASH_ENV", "NODE_OPTIONS", "GIT_SSH_COMMAND", "PATH"])
			expect(changesWhatRuns(name)).toBe(true);
		for (const name of ["CI", "LANG", "SECRET"]) expect(changesWhatRuns(name)).toBe(false);
	});

	test("is all that a program has, with nothing of the harness's own", async () => {
		process.env.BYLAW_TEST_SECRET = "x";
		const { merged } = await shell("/usr/bin/env | /usr/bin/cut -d= -f1 | /usr/bin/sort", { env: { A: "1" } });
		delete process.env.BYLAW_TEST_SECRET;
		expect(
			merged?.text
				.split("\n")
				.filter((name) => !["", "PWD", "OLDPWD", "_", "SHLVL", "PAGER", "GIT_PAGER"].includes(name)),
		).toEqual(["A", "BYLAW_RUN"]);
	});
});
