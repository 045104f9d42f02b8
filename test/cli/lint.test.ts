import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "./cli.js";
import { valid } from "./schemas.js";

const cwd = folder({
	"good.rules": "agent default {\n  default deny\n  allow ls\n}\n",
	"warned.rules": "agent default {\n  allow ls\n}\n",
	"syntax.rules": "agent default {\n  allow\n  deny @shels\n",
	"broken/a.rules": "agent default {\n  default deny\n  deny @shels\n}\n",
	"broken/b.rules": 'import "./a.rules"\nagent writer {\n  default deny\n  extends nobody\n}\n',
	"imports.rules": 'import "./nope.rules"\nagent default {\n  default deny\n}\n',
	"bytes.rules": new Uint8Array([0xff]),
	"many.rules": `agent default {\n  default deny\n${"  deny @none\n".repeat(3)}}\n`,
});
mkdirSync(join(cwd, "empty"));
const lint = (...words: string[]) => rules(["lint", ...words], { cwd });

describe("the exit code", () => {
	test.each([
		[0, "a clean policy", ["good.rules"]],
		[0, "warnings", ["warned.rules"]],
		[0, "as many warnings as may be", ["--max-warnings", "1", "warned.rules"]],
		[1, "more warnings than may be", ["--max-warnings", "0", "warned.rules"]],
		[1, "a syntax error", ["syntax.rules"]],
		[1, "an error", ["many.rules"]],
		[1, "an import of a file that is not there", ["imports.rules"]],
		[2, "a file that is not there", ["good.rules", "nope.rules"]],
		[2, "a file that can't be read", ["bytes.rules"]],
		[2, "a folder without policies", ["empty"]],
		[2, "a number of warnings that is none", ["--max-warnings", "few", "good.rules"]],
		[2, "an unknown format", ["--format", "xml", "good.rules"]],
		[2, "files with and without --rules", ["--rules", "good.rules", "good.rules"]],
	])("is %d for %s", (code, _, words) => {
		expect(lint(...words).code).toBe(code);
	});
});

describe("the text", () => {
	test("for no fault says so", () => {
		expect(lint("good.rules")).toEqual({ code: 0, out: "good.rules: no faults\n", err: "" });
	});

	test("shows every fault and counts", () => {
		expect(lint("many.rules").out).toBe(
			[
				...[3, 4, 5].flatMap((line) => [
					"error[unknown-set]: no set is called `none`",
					` --> many.rules:${line}:8`,
					"  |",
					`${line} |   deny @none`,
					"  |        ^^^^^",
					"  = help: define it: `set none = …`",
					"",
				]),
				"3 errors",
				"",
			].join("\n"),
		);
	});

	test("of a syntax error says what is missing", () => {
		const { out } = lint("syntax.rules");
		expect(out).toContain(
			"error[syntax-error]: a pattern is missing behind `allow`, found `deny`\n --> syntax.rules:3:3\n",
		);
	});

	test("of a file that is not there names it", () => {
		expect(lint("nope.rules").out).toBe(
			"error[file-not-found]: there is no such file\n --> nope.rules\n  = help: check the path\n\n1 error\n",
		);
	});

	test("tells a fault once, though two policies import it", () => {
		const { out } = lint("broken/a.rules", "broken/b.rules");
		expect(out.match(/no set is called/g)).toHaveLength(1);
	});

	test("has colour where it is forced", () => {
		expect(rules(["lint", "many.rules"], { cwd, env: { FORCE_COLOR: "1" } }).out).toContain("\u001b[31m");
		expect(rules(["lint", "many.rules"], { cwd, env: { FORCE_COLOR: "1", NO_COLOR: "1" } }).out).not.toContain(
			"\u001b",
		);
	});
});

describe("other formats", () => {
	test.each([["good.rules"], ["warned.rules"], ["many.rules"], ["syntax.rules"], ["nope.rules"]])(
		"JSON is what its schema says: %s",
		(name) => {
			expect(valid("diagnostic#/$defs/report", JSON.parse(lint("--format", "json", name).out))).toEqual([]);
		},
	);

	test("GitHub's name file, line and column", () => {
		expect(lint("--format", "github", "many.rules").out.split("\n")[0]).toBe(
			"::error file=many.rules,line=3,endLine=3,col=8,endColumn=13,title=unknown-set::no set is called `none`%0Ahelp: define it: `set none = …`",
		);
	});

	test("GitHub's of nothing is nothing", () => {
		expect(lint("--format", "github", "good.rules").out).toBe("");
	});
});

describe("--explain", () => {
	test("says what a lint is", () => {
		const { code, out } = lint("--explain", "missing-override");
		expect(code).toBe(0);
		expect(out).toContain("missing-override");
	});

	test.each([["missing-overide"], ["../../package"], [""]])("of no lint is refused: %s", (name) => {
		const { code, out, err } = lint("--explain", name);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(/^error: there is no page on `.*`\nhelp: .*\n$/);
	});
});
