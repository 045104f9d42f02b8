/** What `rules lint` looks at and what it tells: standard input, patterns, a choice of findings, a baseline, and a cache. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";
import { privateFolder } from "../private-folder.js";
import { valid } from "../schemas.js";

const faulty = "set unused = a, b\nagent default {\n  default deny\n  allow ls\n  allow python\n}\n";
const codes = (out: string): readonly string[] =>
	[...out.matchAll(/^\w+\[([\w-]+)\]/gm)].map((found) => found[1] as string);
const places = (out: string): readonly string[] =>
	[...out.matchAll(/^ --> (\S+):\d+:\d+$/gm)].map((found) => found[1] as string);

describe("standard input", () => {
	const cwd = folder({
		"base.rules": "agent base {\n  default deny\n}\n",
		"strict/bylaw.config.yaml": "lints: { unused-set: error }\n",
	});
	const lint = (input: string, ...words: string[]) => rules(["lint", ...words], { cwd, input });

	test("is linted as a file of its name would be, in its notation, with its imports and its configuration", () => {
		expect(codes(lint(faulty, "-").out)).toEqual(["unused-set", "allow-interpreter"]);
		expect(places(lint(faulty, "-").out)).toEqual(["stdin.rules", "stdin.rules"]);
		const yaml = "agents:\n  default:\n    rules:\n      - allow: ls\n";
		expect(codes(lint(yaml, "--stdin-filename", "own.rules.yaml", "-").out)).toEqual(["missing-default"]);
		expect(lint('import "./base.rules"\nagent default extends base {\n  allow ls\n}\n', "-").code).toBe(0);
		expect(lint(faulty, "--stdin-filename", "strict/own.rules", "-").code).toBe(1);
		expect(lint(faulty, "-").code).toBe(0);
	});

	test.each([
		["twice", ["-", "-"]],
		["by a name of no policy", ["--stdin-filename", "own.txt", "-"]],
		["that nobody asks for", ["--stdin-filename", "own.rules", "base.rules"]],
		["as a part of a policy", ["--rules", "-"]],
		["that is to be written", ["--fix", "-"]],
		["that is to be watched", ["--watch", "-"]],
	])("%s is refused", (_, words) => {
		expect(lint(faulty, ...words)).toMatchObject({ code: 2, out: "" });
	});
});

test("a pattern means each policy that it fits, in the order of their names", () => {
	const cwd = folder({
		"b.rules": faulty,
		"a.rules.yaml": "agents:\n  default:\n    rules:\n      - allow: ls\n",
		"sub/deep/c.rules": faulty,
		"sub/.hidden/d.rules": faulty,
		"sub/notes.txt": "",
		"[x].rules": faulty,
	});
	const lint = (...words: string[]) => rules(["lint", ...words], { cwd });
	const files = (...words: string[]): readonly string[] => [...new Set(places(lint(...words).out))];
	expect(files("sub/**/*.rules")).toEqual(["sub/deep/c.rules"]);
	expect(files("./**/{b,c}.rules", "b.rules")).toEqual(["b.rules", "sub/deep/c.rules"]);
	expect(files("*.yaml")).toEqual(["a.rules.yaml"]);
	expect(files("[x].rules")).toEqual(["[x].rules"]);
	expect(files(`${cwd}/*/deep/*`)).toEqual([join("sub", "deep", "c.rules")]);
	expect(lint("sub/*.rules")).toMatchObject({
		code: 2,
		err: expect.stringContaining("no policy matches `sub/*.rules`"),
	});
});

describe("a choice", () => {
	const cwd = folder({ "a.rules": faulty, "broken.rules": "agent default {\n  allow\n}\n" });
	const lint = (...words: string[]) => rules(["lint", ...words], { cwd });

	test.each([
		["a lint", ["--only", "unused-set"], ["unused-set"]],
		["a family", ["--only", "breadth"], ["allow-interpreter"]],
		[
			"several, with commas and repeated",
			["--only", "breadth, long-message", "--only", "unused-set"],
			["unused-set", "allow-interpreter"],
		],
		["all but some", ["--skip", "breadth"], ["unused-set"]],
		["a level", ["--level", "error"], []],
		["a level and a family", ["--level", "warning", "--only", "breadth"], ["allow-interpreter"]],
	])("of %s is all that is told", (_, words, told) => {
		expect(codes(lint(...words, "a.rules").out)).toEqual(told);
	});

	test("hides no error of reading, and counts for the exit code", () => {
		expect(lint("--only", "style", "--level", "error", "broken.rules").code).toBe(1);
		expect(lint("--max-warnings", "0", "a.rules").code).toBe(1);
		expect(lint("--max-warnings", "0", "--only", "style", "a.rules").code).toBe(0);
	});

	test("of lints on ignores knows what the others find", () => {
		const own = folder({
			"a.rules": "agent default {\n  default deny\n  # lint-ignore allow-interpreter: x\n  allow python\n}\n",
		});
		expect(codes(rules(["lint", "--only", "unused-ignore", "a.rules"], { cwd: own }).out)).toEqual([]);
	});

	test("of a name that nobody knows is refused with what was meant", () => {
		expect(lint("--only", "refrences", "a.rules")).toMatchObject({
			code: 2,
			err: expect.stringContaining("did you mean `references`?"),
		});
		expect(lint("--skip", "unsed-set", "a.rules")).toMatchObject({
			code: 2,
			err: expect.stringContaining("did you mean `unused-set`?"),
		});
		expect(lint("--list", "--only", "pahts").code).toBe(2);
	});

	test("narrows what is fixed", () => {
		const own = folder({ "a.rules": "set unused = a, b\nagent default {\n  default deny\n  deny rm\n  deny rm\n}\n" });
		rules(["lint", "--fix", "--unsafe", "--only", "anomalies", "a.rules"], { cwd: own });
		expect(readFileSync(join(own, "a.rules"), "utf8")).toBe(
			"set unused = a, b\nagent default {\n  default deny\n  deny rm\n}\n",
		);
	});
});

describe("a baseline", () => {
	const known = () => {
		const cwd = folder({ "a.rules": faulty, "sub/b.rules": faulty });
		const lint = (...words: string[]) => rules(["lint", "--baseline", "known.json", ...words], { cwd });
		const written = lint("--update-baseline", "a.rules", "sub/b.rules");
		return {
			cwd,
			lint,
			written,
			change: (to: (text: string) => string) => writeFileSync(join(cwd, "a.rules"), to(faulty)),
		};
	};

	test("takes what it knows away, and keeps to its schema", () => {
		const { cwd, lint, written } = known();
		expect(written).toMatchObject({ code: 0, err: expect.stringContaining("`known.json` knows 4 findings") });
		expect(valid("lint-baseline", JSON.parse(readFileSync(join(cwd, "known.json"), "utf8")))).toEqual([]);
		expect(lint("--max-warnings", "0", "a.rules")).toEqual({
			code: 0,
			out: "a.rules: no new faults\n",
			err: "2 findings of `known.json` are not told\n",
		});
	});

	test("knows a line that has moved or is spaced otherwise, and tells one more of it", () => {
		const { lint, change } = known();
		change((text) => `# More.\n\n${text.replace("  allow python", "  allow   python # yes")}`.replace(" # yes", ""));
		expect(lint("a.rules").out).toBe("a.rules: no new faults\n");
		change((text) => text.replace("  allow python\n", "  allow python\n  allow python\n"));
		expect(codes(lint("--only", "allow-interpreter", "a.rules").out)).toEqual(["allow-interpreter"]);
	});

	test("says what is gone, and is written anew without it and with what it knows of other files", () => {
		const { cwd, lint, change } = known();
		change((text) => text.replace("  allow python\n", ""));
		const { out, err } = lint("--format", "json", "a.rules");
		expect(err).toContain("1 finding of `known.json` is gone: allow-interpreter in a.rules\n");
		const report = JSON.parse(out) as { readonly baseline: unknown };
		expect(valid("diagnostic#/$defs/report", report)).toEqual([]);
		expect(report.baseline).toEqual({ known: 1, gone: [{ file: "a.rules", code: "allow-interpreter", count: 1 }] });
		lint("--update-baseline", "a.rules");
		const { findings } = JSON.parse(readFileSync(join(cwd, "known.json"), "utf8")) as {
			readonly findings: readonly { readonly file: string }[];
		};
		expect(findings.map(({ file }) => file)).toEqual(["a.rules", "sub/b.rules", "sub/b.rules"]);
		expect(lint("a.rules").err).toBe("1 finding of `known.json` is not told\n");
	});

	test("knows no error of reading, and is not written where there is one", () => {
		const { cwd, lint, change } = known();
		const before = readFileSync(join(cwd, "known.json"), "utf8");
		change((text) => `${text}allow\n`);
		expect(lint("a.rules")).toMatchObject({ code: 1, out: expect.stringContaining("syntax-error") });
		expect(lint("a.rules").err).not.toContain("gone");
		expect(lint("--update-baseline", "a.rules").code).toBe(2);
		expect(readFileSync(join(cwd, "known.json"), "utf8")).toBe(before);
	});

	test("goes by the folder that it lies in", () => {
		const { cwd } = known();
		const lint = rules(["lint", "--baseline", "../known.json", "b.rules"], { cwd: join(cwd, "sub") });
		expect(lint.out).toBe("b.rules: no new faults\n");
	});

	test("that is none, or is not there, is refused", () => {
		const { cwd, lint } = known();
		for (const text of ["{", "[]", '{"version":2,"findings":[]}', '{"version":1,"findings":[{"file":1}]}']) {
			writeFileSync(join(cwd, "known.json"), text);
			expect(lint("a.rules")).toMatchObject({ code: 2, err: expect.stringContaining("`known.json` is no baseline") });
		}
		rmSync(join(cwd, "known.json"));
		expect(lint("a.rules").err).toContain("there is no baseline `known.json`");
		expect(rules(["lint", "--update-baseline", "a.rules"], { cwd }).code).toBe(2);
		expect(lint("--update-baseline", "--only", "style", "a.rules").code).toBe(2);
		expect(existsSync(join(cwd, "known.json"))).toBe(false);
	});
});

describe("the cache", () => {
	const cached = () => {
		const home = privateFolder();
		const cwd = folder({
			"a.rules": 'import "./base.rules"\nagent default extends base {\n  allow python\n}\n',
			"base.rules": "agent base {\n  default deny\n}\n",
		});
		const own = join(home, "cache", "bylaw");
		return {
			cwd,
			own,
			lint: (...words: string[]) =>
				rules(["lint", ...words, "a.rules"], { cwd, env: { XDG_CACHE_HOME: join(home, "cache") } }),
			kept: () => readdirSync(own).filter((name) => name.startsWith("lint-")),
		};
	};

	test("gives what was found, for the same texts, configuration and choice", () => {
		const { cwd, lint, kept } = cached();
		const plain = lint("--format", "json");
		expect(lint("--cache", "--format", "json")).toEqual(plain);
		expect(kept()).toHaveLength(1);
		expect(lint("--cache", "--format", "json")).toEqual(plain);
		expect(codes(lint("--cache", "--only", "style").out)).toEqual([]);
		writeFileSync(join(cwd, "base.rules"), "agent base {\n  default deny\n  deny python\n}\n");
		expect(codes(lint("--cache").out)).toContain("missing-override");
		writeFileSync(join(cwd, "bylaw.config.yaml"), "lints: { missing-override: off }\n");
		expect(codes(lint("--cache").out)).not.toContain("missing-override");
		expect(lint("--cache")).toEqual(lint());
	});

	test("takes nothing that was changed, or that is another's", () => {
		const { lint, kept, own } = cached();
		const plain = lint("--cache");
		const [name = ""] = kept();
		const text = readFileSync(join(own, name), "latin1");
		writeFileSync(join(own, name), text.replace(/"found":.*$/s, '"found":[]}'));
		expect(lint("--cache")).toEqual(plain);
		copyFileSync(join(own, "key"), join(own, name));
		expect(lint("--cache")).toEqual(plain);
	});

	test("is not used where commands may write", () => {
		const { cwd } = cached();
		const { err, out } = rules(["lint", "--cache", "a.rules"], { cwd, env: { XDG_CACHE_HOME: join(cwd, "cache") } });
		expect(err).toContain("nothing is kept: ");
		expect(codes(out)).toContain("allow-interpreter");
		expect(existsSync(join(cwd, "cache", "bylaw"))).toBe(false);
	});
});
