import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { privateFolder } from "../private-folder.js";

const allowing = "agent default {\n  default deny\n  allow ls\n}\n";
const denying = "agent default {\n  default deny\n  allow cat\n}\n";
let cwd: string;
let home: string;
let cache: string;

beforeEach(() => {
	cwd = folder({ "policy.rules": allowing });
	home = privateFolder();
	cache = join(home, "cache", "bylaw");
});

const checkFrom = (at: string, ...words: string[]) =>
	rules(["check", ...words], { apart: true, cwd, env: { XDG_CACHE_HOME: join(at, "cache") } });
const check = (...words: string[]) => checkFrom(home, ...words);
const entries = (): readonly string[] => readdirSync(cache).filter((name) => name.startsWith("policy-"));
const entry = (): string => join(cache, entries()[0] as string);

/** A home where the program was asked before: its own code is kept there, and no policy. To compile that code is most of what a first question costs. */
let asked: string;
beforeAll(() => {
	cwd = folder({ "policy.rules": allowing });
	asked = privateFolder();
	checkFrom(asked, "--", "ls");
	for (const name of readdirSync(join(asked, "cache", "bylaw")))
		if (name.startsWith("policy-")) rmSync(join(asked, "cache", "bylaw", name));
});
const wasAskedBefore = (): void => cpSync(join(asked, "cache"), join(home, "cache"), { recursive: true });

test("a policy is kept when it was compiled, where nobody else can read it, and answers the same from there", () => {
	const first = check("--", "ls");
	expect(first.code).toBe(0);
	expect(entries()).toHaveLength(1);
	expect([
		statSync(cache).mode & 0o777,
		statSync(entry()).mode & 0o777,
		statSync(join(cache, "key")).mode & 0o777,
	]).toEqual([0o700, 0o600, 0o600]);
	const { mtimeMs } = statSync(entry());
	expect(check("--", "ls")).toEqual(first);
	expect(check("--json", "--", "rm", "x")).toEqual(
		rules(["check", "--json", "--", "rm", "x"], { apart: true, cwd, env: { BYLAW_CACHE: "off" } }),
	);
	expect([entries().length, statSync(entry()).mtimeMs]).toEqual([1, mtimeMs]);
});

test("a policy that is broken is not kept", () => {
	writeFileSync(join(cwd, "policy.rules"), "agent default {");
	expect(check("--", "ls").code).toBe(2);
	expect(existsSync(cache) ? entries() : []).toEqual([]);
});

test("`BYLAW_CACHE=off` keeps nothing", () => {
	rules(["check", "--", "ls"], { apart: true, cwd, env: { XDG_CACHE_HOME: join(home, "cache"), BYLAW_CACHE: "off" } });
	expect(existsSync(cache)).toBe(false);
});

describe("what changed since is seen:", () => {
	beforeEach(wasAskedBefore);

	test("the policy itself, of the same length and age", () => {
		check("--", "ls");
		const { atime, mtime } = statSync(join(cwd, "policy.rules"));
		writeFileSync(join(cwd, "policy.rules"), denying.replace("cat", "rm"));
		utimesSync(join(cwd, "policy.rules"), atime, mtime);
		expect(check("--", "ls").code).toBe(1);
	});

	test("a file that it imports", () => {
		writeFileSync(join(cwd, "more.rules"), "group g {\n  allow ls\n}\n");
		writeFileSync(join(cwd, "policy.rules"), 'import "./more.rules"\nagent default extends g {\n  default deny\n}\n');
		expect(check("--", "ls").code).toBe(0);
		writeFileSync(join(cwd, "more.rules"), "group g {\n  allow cat\n}\n");
		expect(check("--", "ls").code).toBe(1);
		writeFileSync(join(cwd, "more.rules"), "group g {");
		expect(check("--", "ls").code).toBe(2);
	});

	test("a file that came to a folder", () => {
		mkdirSync(join(cwd, "all"));
		writeFileSync(join(cwd, "all", "a.rules"), allowing);
		expect(check("--rules", "all", "--", "ls").code).toBe(0);
		writeFileSync(join(cwd, "all", "b.rules"), "agent default {\n  deny ls\n}\n");
		expect(check("--rules", "all", "--", "ls").code).not.toBe(0);
	});

	test("a file that is a link to another now", () => {
		check("--", "ls");
		rmSync(join(cwd, "policy.rules"));
		writeFileSync(join(cwd, "other.rules"), denying);
		symlinkSync("other.rules", join(cwd, "policy.rules"));
		expect(check("--", "ls").code).toBe(1);
	});

	test("a file that is gone", () => {
		check("--rules", "policy.rules", "--", "ls");
		rmSync(join(cwd, "policy.rules"));
		expect(check("--rules", "policy.rules", "--", "ls").code).toBe(2);
	});
});

describe("a cache that is not as it was written decides nothing:", () => {
	beforeEach(wasAskedBefore);

	const hurt: readonly (readonly [string, () => void])[] = [
		["a rule that denies was made to allow", () => change((text) => text.replaceAll("cat", "rm "))],
		["cut off", () => truncateSync(entry(), 300)],
		["empty", () => truncateSync(entry(), 0)],
		["garbage", () => writeFileSync(entry(), Buffer.alloc(5000, 7))],
		["others may write it", () => chmodSync(entry(), 0o666)],
		["others may write into its folder", () => chmodSync(cache, 0o777)],
		["others may read the key", () => chmodSync(join(cache, "key"), 0o644)],
		["another key", () => writeFileSync(join(cache, "key"), Buffer.alloc(32, 1))],
		["a key of no length", () => truncateSync(join(cache, "key"), 0)],
		["the entry of another policy in its place", () => otherInItsPlace()],
		["a link in its place", () => asLink()],
		["a folder in its place", () => asFolder()],
	];
	test.each(hurt)("%s", (_, spoil) => {
		writeFileSync(join(cwd, "policy.rules"), denying);
		expect(check("--", "rm", "x").code).toBe(1);
		spoil();
		expect(check("--", "rm", "x").code).toBe(1);
		expect(check("--", "cat", "x").code).toBe(0);
	});

	function change(how: (text: string) => string): void {
		writeFileSync(entry(), how(readFileSync(entry(), "latin1")), "latin1");
	}

	function otherInItsPlace(): void {
		const path = entry();
		mkdirSync(join(cwd, "b"));
		writeFileSync(join(cwd, "b", "policy.rules"), "agent default {\n  default allow\n}\n");
		rules(["check", "--rules", "b/policy.rules", "--", "rm"], {
			apart: true,
			cwd,
			env: { XDG_CACHE_HOME: join(home, "cache") },
		});
		const other = entries().find((name) => join(cache, name) !== path) as string;
		writeFileSync(path, readFileSync(join(cache, other)));
	}

	function asLink(): void {
		const path = entry();
		writeFileSync(join(cwd, "elsewhere"), readFileSync(path), { mode: 0o600 });
		rmSync(path);
		symlinkSync(join(cwd, "elsewhere"), path);
	}

	function asFolder(): void {
		const path = entry();
		rmSync(path);
		mkdirSync(path);
	}
});

describe("where no cache can be written, everything is decided all the same:", () => {
	test.each([
		["a file stands where the folder would", (place: string) => writeFileSync(place, "")],
		["the folder is a link", (place: string) => symlinkSync(cwd, place)],
	])("%s", (_, make) => {
		mkdirSync(join(home, "cache"));
		make(cache);
		expect(check("--", "ls").code).toBe(0);
		expect(check("--", "rm").code).toBe(1);
	});
});

describe("code that V8 compiled before is code of the same bytes, signed:", () => {
	beforeEach(wasAskedBefore);
	const code = (): string => join(cache, readdirSync(cache).find((name) => name.startsWith("code-")) as string);
	test.each([
		["changed", () => writeFileSync(code(), Buffer.from(readFileSync(code())).fill(0, 2000, 3000))],
		["cut off", () => truncateSync(code(), 5000)],
		["signed for another name", () => writeFileSync(code(), readFileSync(entry()))],
		["readable by others", () => chmodSync(code(), 0o644)],
	])("%s", (_, spoil) => {
		const first = check("--", "ls");
		check("--", "ls");
		spoil();
		expect(check("--", "ls")).toEqual(first);
		expect(check("--", "rm").code).toBe(1);
	});
});

test("what few questions need is kept by itself, and checked as well", () => {
	writeFileSync(join(cwd, "policy.rules"), `${allowing}deny * touching secret/*[ab]*.k?y\n`);
	const asked = () => check("--", "ls", "secret/xay.key");
	const answer = asked();
	expect(answer.code).toBe(1);
	expect(asked()).toEqual(answer);
	const code = readdirSync(cache).find((name) => name.startsWith("code-late-minimatch-")) as string;
	const kept = readFileSync(join(cache, code));
	writeFileSync(join(cache, code), Buffer.from(kept).fill(0, 2000, 3000));
	expect(asked()).toEqual(answer);
	expect(readFileSync(join(cache, code)).length).toBeGreaterThan(3000);
});

describe("nothing is kept, and nothing believed, where what is decided may write:", () => {
	test.each([
		["the working folder", (): readonly string[] => []],
		["`--cwd`", (): readonly string[] => ["--cwd", home]],
		["`--workspace`", (): readonly string[] => [`--workspace=${home}`]],
		["a link to it", (): readonly string[] => ["--cwd", "link"]],
	])("%s", (name, words) => {
		symlinkSync(home, join(cwd, "link"));
		const at = name === "the working folder" ? home : cwd;
		writeFileSync(join(home, "policy.rules"), allowing);
		const ended = rules(["check", ...words(), "--", "ls"], {
			apart: true,
			cwd: at,
			env: { XDG_CACHE_HOME: join(home, "cache") },
		});
		expect(ended.code).toBe(0);
		expect(existsSync(cache)).toBe(false);
	});

	test("streams, whose lines name folders", () => {
		rules(["check", "--jsonl"], {
			apart: true,
			cwd,
			env: { XDG_CACHE_HOME: join(home, "cache") },
			input: '{"argv":["ls"]}\n',
		});
		expect(readdirSync(cache).filter((name) => name.startsWith("policy-"))).toEqual([]);
	});
});

test("a home where folders come out of nothing ends nobody's patience", () => {
	expect(rules(["check", "--", "ls"], { apart: true, cwd, env: { XDG_CACHE_HOME: "", HOME: "/proc" } }).code).toBe(0);
	expect(
		rules(["check", "--", "ls"], { apart: true, cwd, env: { XDG_CACHE_HOME: "", HOME: join(home, "not", "there") } })
			.code,
	).toBe(0);
	expect(existsSync(join(home, "not"))).toBe(false);
});

test("verbs that are made up leave nothing", () => {
	rules(["aaa"], { cwd, env: { XDG_CACHE_HOME: join(home, "cache") } });
	expect(existsSync(cache) ? readdirSync(cache) : []).toEqual([]);
});

test("compiled code is kept of a hook's question that was decided, in place of one that was not", () => {
	const asked = (event: string): number => {
		const input = { session_id: "s", cwd, hook_event_name: event, tool_name: "Bash", tool_input: { command: "ls" } };
		const words = ["hook", "--harness", "claude-code"];
		rules(words, { apart: true, cwd, env: { XDG_CACHE_HOME: join(home, "cache") }, input: JSON.stringify(input) });
		const code = readdirSync(cache).find((name) => name.startsWith("code-quick-hook-")) as string;
		return statSync(join(cache, code)).size;
	};
	// The session begins; no policy is compiled yet; one is.
	const sizes = ["SessionStart", "PreToolUse", "PreToolUse"].map(asked);
	expect(sizes[1]).toBe(sizes[0]);
	expect(sizes[2]).toBeGreaterThan((sizes[0] as number) * 1.1);
	// What was kept of a decided question stays.
	expect(["SessionStart", "PreToolUse"].map(asked)).toEqual([sizes[2], sizes[2]]);
});
