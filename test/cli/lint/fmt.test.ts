import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { valid } from "../schemas.js";

const tidy = "agent default {\n  default deny\n  allow ls # all of it\n}\n";
const untidy = "agent   default {\n default deny\n    allow   ls # all of it\n}\n";
const broken = "agent default {\n  allow\n}\n";

function fmt(files: Readonly<Record<string, string>>, ...words: string[]) {
	const cwd = folder(files);
	return {
		cwd,
		ended: rules(["fmt", ...words], { cwd }),
		text: (name: string) => readFileSync(join(cwd, name), "utf8"),
	};
}

describe("files", () => {
	test("are rewritten in place, what is formatted is left alone", () => {
		const { cwd, ended, text } = fmt({ "a.rules": untidy, "b.rules": tidy }, "a.rules", "b.rules");
		expect(ended).toEqual({ code: 0, out: "", err: "formatted a.rules\n" });
		expect([text("a.rules"), text("b.rules")]).toEqual([tidy, tidy]);
		expect(readdirSync(cwd).sort()).toEqual(["a.rules", "b.rules"]);
	});

	test("are the nearest policy when none is named, and all in a folder that is", () => {
		expect(fmt({ "policy.rules": untidy }).text("policy.rules")).toBe(tidy);
		const { ended, text } = fmt({ "all/a.rules": untidy, "all/in/b.rules": untidy, "all/x.txt": untidy }, "all");
		expect(ended.code).toBe(0);
		expect([text("all/a.rules"), text("all/in/b.rules"), text("all/x.txt")]).toEqual([tidy, tidy, untidy]);
	});

	test("keep their mode", () => {
		const cwd = folder({ "a.rules": untidy });
		chmodSync(join(cwd, "a.rules"), 0o640);
		rules(["fmt", "a.rules"], { cwd });
		expect(statSync(join(cwd, "a.rules")).mode & 0o7777).toBe(0o640);
	});

	// Nothing is read-only to root, and only root gives files away.
	const isRoot = process.getuid?.() === 0;
	(isRoot ? test.skip : test)("that are read-only are left", () => {
		const cwd = folder({ "a.rules": untidy });
		chmodSync(join(cwd, "a.rules"), 0o444);
		const { code, err } = rules(["fmt", "a.rules"], { cwd });
		expect([code, err]).toEqual([2, expect.stringContaining("`a.rules` can't be written: permission denied")]);
		expect(readFileSync(join(cwd, "a.rules"), "utf8")).toBe(untidy);
	});

	(isRoot ? test : test.skip)("keep their owner", () => {
		const cwd = folder({ "a.rules": untidy });
		chownSync(join(cwd, "a.rules"), 12345, 23456);
		rules(["fmt", "a.rules"], { cwd });
		const { uid, gid } = statSync(join(cwd, "a.rules"));
		expect([uid, gid, readFileSync(join(cwd, "a.rules"), "utf8")]).toEqual([12345, 23456, tidy]);
	});

	test("behind a link are rewritten, the link stays", () => {
		const cwd = folder({ "real/a.rules": untidy });
		symlinkSync("real/a.rules", join(cwd, "link.rules"));
		rules(["fmt", "link.rules"], { cwd });
		expect(lstatSync(join(cwd, "link.rules")).isSymbolicLink()).toBe(true);
		expect(readFileSync(join(cwd, "real/a.rules"), "utf8")).toBe(tidy);
	});

	test("with syntax errors are refused and left alone, the others are formatted", () => {
		const { ended, text } = fmt({ "a.rules": broken, "b.rules": untidy }, "a.rules", "b.rules");
		expect(ended.code).toBe(2);
		expect(ended.err).toMatch(/^error\[syntax-error\]: .*\n --> a\.rules:3:1\n/);
		expect([text("a.rules"), text("b.rules")]).toEqual([broken, tidy]);
	});

	test("that are none are refused", () => {
		const { ended } = fmt({ "a.txt": "x" }, "nope.rules", "a.txt");
		expect(ended).toMatchObject({ code: 2, out: "" });
		expect(ended.err).toContain(" --> nope.rules\n");
		expect(ended.err).toContain("error[unknown-notation]: `a.txt` does not say its notation\n");
	});

	test("may be YAML", () => {
		const { text } = fmt({ "a.rules.yaml": "agents:\n    default:\n        default:   deny\n" }, "a.rules.yaml");
		expect(text("a.rules.yaml")).toBe("agents:\n  default:\n    default: deny\n");
	});
});

describe("--check", () => {
	test("lists what is not formatted, and writes nothing", () => {
		const { ended, text } = fmt({ "a.rules": untidy, "b.rules": tidy }, "--check", "a.rules", "b.rules");
		expect(ended).toEqual({ code: 1, out: "a.rules\n", err: "" });
		expect(text("a.rules")).toBe(untidy);
	});

	test("is silent when all is well", () => {
		expect(fmt({ "b.rules": tidy }, "--check", "b.rules").ended).toEqual({ code: 0, out: "", err: "" });
	});
});

describe("--diff", () => {
	const diff = [
		"--- a.rules",
		"+++ a.rules",
		"@@ -1,4 +1,4 @@",
		"-agent   default {",
		"- default deny",
		"-    allow   ls # all of it",
		"+agent default {",
		"+  default deny",
		"+  allow ls # all of it",
		" }",
		"",
	].join("\n");

	test("shows what would change, and writes nothing", () => {
		const { ended, text } = fmt({ "a.rules": untidy }, "--diff", "a.rules");
		expect(ended).toEqual({ code: 0, out: diff, err: "" });
		expect(text("a.rules")).toBe(untidy);
	});

	test("with --check ends with 1", () => {
		expect(fmt({ "a.rules": untidy }, "--diff", "--check", "a.rules").ended).toEqual({ code: 1, out: diff, err: "" });
	});
});

describe("standard input", () => {
	const cwd = folder({ "policy.rules": tidy });
	const stdin = (input: string | Uint8Array, ...words: string[]) => rules(["fmt", "-", ...words], { cwd, input });

	test("goes to standard output", () => {
		expect(stdin(untidy)).toEqual({ code: 0, out: tidy, err: "" });
		expect(stdin("agents:\n    default:\n        default:   deny\n", "--yaml").out).toBe(
			"agents:\n  default:\n    default: deny\n",
		);
		expect(stdin("")).toEqual({ code: 0, out: "", err: "" });
	});

	test("may be checked", () => {
		expect(stdin(untidy, "--check")).toEqual({ code: 1, out: "stdin.rules\n", err: "" });
		expect(stdin(tidy, "--check")).toEqual({ code: 0, out: "", err: "" });
	});

	test("with errors is refused", () => {
		const { code, out, err } = stdin(broken);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(" --> stdin.rules:3:1\n");
	});

	test("that is no text, or too much of it, is refused", () => {
		expect(stdin(new Uint8Array([0xff])).err).toBe(
			"error: standard input is not UTF-8 text\nhelp: give a policy as text in UTF-8\n",
		);
		expect(stdin(new Uint8Array(5_000_000).fill(97)).err).toBe(
			"error: standard input is larger than 4 MiB\nhelp: give less, or put it into a file\n",
		);
	});

	test("stands alone", () => {
		expect(stdin(tidy, "policy.rules").code).toBe(2);
		expect(rules(["fmt", "--yaml"], { cwd }).err).toBe(
			"error: `--yaml` speaks of standard input\nhelp: a file's name says its notation; leave out `--yaml`\n",
		);
	});
});

describe("with --json", () => {
	const files = { "a.rules": tidy, "b.rules": untidy, "c.rules": broken };
	const told = (...words: string[]): { readonly code: number | null; readonly files: readonly object[] } => {
		const { ended } = fmt(files, "--json", "a.rules", "b.rules", ...words);
		const report = JSON.parse(ended.out) as { readonly files: readonly object[] };
		expect(valid("format", report)).toEqual([]);
		return { code: ended.code, files: report.files };
	};

	test("it says what came of each file", () => {
		expect(told()).toEqual({
			code: 0,
			files: [
				{ file: "a.rules", state: "formatted" },
				{ file: "b.rules", state: "changed" },
			],
		});
		expect(told("--check", "c.rules", "d.rules")).toEqual({
			code: 2,
			files: [
				{ file: "a.rules", state: "formatted" },
				{ file: "b.rules", state: "unformatted" },
				{ file: "c.rules", state: "broken" },
				{ file: "d.rules", state: "broken" },
			],
		});
		expect(told("--check").code).toBe(1);
		expect(told("--diff").files[1]).toEqual({
			file: "b.rules",
			state: "unformatted",
			diff: expect.stringMatching(/^--- b\.rules\n/),
		});
	});

	test("standard input is looked at, and not printed as well", () => {
		const cwd = folder();
		const asked = (...words: string[]) => rules(["fmt", "--json", ...words, "-"], { cwd, input: untidy });
		expect(asked("--check")).toEqual({ code: 1, out: '{"files":[{"file":"-","state":"unformatted"}]}\n', err: "" });
		expect(asked()).toMatchObject({ code: 2, out: expect.stringMatching(/^\{"error":/) });
	});
});
