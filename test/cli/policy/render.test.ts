import { describe, expect, test } from "@jest/globals";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { renderGithub } from "../../../src/language/diagnostic/render-github.js";
import { renderJson } from "../../../src/language/diagnostic/render-json.js";
import { countLine, renderFrame, renderText } from "../../../src/language/diagnostic/render-text.js";
import { cellsOf, visible } from "../../../src/language/diagnostic/render-visible.js";
import { sourceFile } from "../../../src/language/source/source-file.js";

/** A fault at the text between `«` and `»`. */
function at(
	marked: string,
	more: Partial<Diagnostic> = {},
): { fault: Diagnostic; sources: Map<string, ReturnType<typeof sourceFile>> } {
	const start = marked.indexOf("«");
	const text = marked.replace("«", "").replace("»", "");
	const end = marked.indexOf("»") - 1;
	const fault: Diagnostic = {
		code: "some-fault",
		severity: "error",
		message: "this is wrong",
		span: { file: "policy.rules", start, end },
		...more,
	};
	return { fault, sources: new Map([["policy.rules", sourceFile("policy.rules", text)]]) };
}

function frame(marked: string, more: Partial<Diagnostic> = {}): string {
	const { fault, sources } = at(marked, more);
	return renderFrame(fault, sources);
}

describe("a frame", () => {
	test("shows place, line, span and help", () => {
		const text = `${"\n".repeat(11)}  locked deny «@shels» because "No shells."\n`;
		expect(
			frame(text, { code: "unknown-set", message: "no set is called `shels`", help: "did you mean `shells`?" }),
		).toBe(
			[
				"error[unknown-set]: no set is called `shels`",
				"  --> policy.rules:12:15",
				"   |",
				'12 |   locked deny @shels because "No shells."',
				"   |               ^^^^^^",
				"   = help: did you mean `shells`?",
				"",
			].join("\n"),
		);
	});

	test("shows labels at their own places, and a command that shows the fault", () => {
		const { sources } = at("set a = b\n«»\nset a = c\n");
		const fault: Diagnostic = {
			code: "duplicate-set",
			severity: "warning",
			message: "the set `a` is defined twice",
			span: { file: "policy.rules", start: 15, end: 16 },
			labels: [
				{ span: { file: "policy.rules", start: 4, end: 5 }, message: "here first" },
				{ span: { file: "other.rules", start: 0, end: 0 }, message: "not shown: there is no text" },
			],
			witness: "b --force",
		};
		expect(renderFrame(fault, sources)).toBe(
			[
				"warning[duplicate-set]: the set `a` is defined twice",
				" --> policy.rules:3:5",
				"  |",
				"3 | set a = c",
				"  |     ^",
				" ::: policy.rules:1:5",
				"  |",
				"1 | set a = b",
				"  |     - here first",
				" ::: other.rules",
				"  = example: b --force",
				"",
			].join("\n"),
		);
	});

	test("of a file that was not read has no lines", () => {
		const { fault } = at("«»", { span: { file: "nope.rules", start: 0, end: 0 }, help: "check the path" });
		expect(renderFrame(fault, new Map())).toBe(
			"error[some-fault]: this is wrong\n --> nope.rules\n  = help: check the path\n",
		);
	});

	test("puts the sign where tabs put the text", () => {
		expect(frame("\tallow\t«git»\n")).toContain("1 |     allow   git\n  |             ^^^\n");
	});

	test("gives wide characters two columns, and marks none", () => {
		expect(frame("deny 漢字 «git»")).toContain("1 | deny 漢字 git\n  |           ^^^\n");
		expect(frame("deny «漢字»")).toContain("  |      ^^^^\n");
		expect(frame("deny e\u0301 «git»")).toContain("1 | deny e\u0301 git\n  |        ^^^\n");
	});

	test("of an empty span shows one sign, at the end of the file, too", () => {
		expect(frame("allow «»git")).toContain("1 | allow git\n  |       ^\n");
		expect(frame("allow «»")).toContain("1 | allow\n  |       ^\n");
		expect(frame("allow\n«»")).toContain(":2:1\n  |\n2 |\n  | ^\n");
		expect(frame("«»")).toContain(":1:1\n  |\n1 |\n  | ^\n");
	});

	test("of several lines shows the first", () => {
		expect(frame("agent «a {\n  allow git\n}»\n")).toContain("1 | agent a {\n  |       ^^^\n");
	});

	test("leaves line breaks of all kinds out", () => {
		expect(frame("a\r\n«b»\r\nc")).toContain(":2:1\n  |\n2 | b\n  | ^\n");
		expect(frame("a\r«b»\rc")).toContain(":2:1\n  |\n2 | b\n  | ^\n");
	});

	test("cuts long lines around the span", () => {
		const lines = frame(`${"x".repeat(1000)} «wrong» ${"y".repeat(1000)}`).split("\n");
		expect(lines[3]).toBe(`1 | …${"x".repeat(39)} wrong ${"y".repeat(74)}…`);
		expect(lines[4]).toBe(`  | ${" ".repeat(41)}^^^^^`);
	});

	test("shows the beginning of a long line with a fault in it", () => {
		const lines = frame(`«wrong» ${"y".repeat(1000)}`).split("\n");
		expect(lines[3]).toBe(`1 | wrong ${"y".repeat(114)}…`);
		expect(lines[4]).toBe("  | ^^^^^");
	});

	test("of a span longer than what is shown ends with it", () => {
		const lines = frame(`«${"z".repeat(5000)}»`).split("\n");
		expect(lines[3]).toBe(`1 | ${"z".repeat(120)}…`);
		expect(lines[4]).toBe(`  | ${"^".repeat(120)}`);
	});

	test("is quick on a line as long as a file", () => {
		const { fault, sources } = at(`${"x".repeat(4_000_000)}«y»`);
		const start = performance.now();
		renderFrame(fault, sources);
		expect(performance.now() - start).toBeLessThan(30_000);
	});

	test("does not part a character of two units where it cuts", () => {
		expect(frame(`${"😀".repeat(500)}«wrong»${"😀".repeat(500)}`)).not.toMatch(/\\u\{d8|\p{Cs}/u);
	});

	test("lets nothing through that steers a terminal or can't be seen", () => {
		const text = frame("deny «\u001b[31m\u0007\u202egit\u200b»", {
			message: "not `\u001b]0;x\u0007`",
			help: "see\nthis",
		});
		expect(text).toContain("1 | deny \\u{1b}[31m\\u{7}\\u{202e}git\\u{200b}\n  |      ^");
		expect(text).toContain("error[some-fault]: not `\\u{1b}]0;x\\u{7}`\n");
		expect(text).toContain("help: see\\u{a}this\n");
		expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}/u);
	});

	test("has colour only when asked", () => {
		const { fault, sources } = at("«x»");
		expect(renderFrame(fault, sources)).not.toContain("\u001b");
		expect(renderFrame(fault, sources, { colour: true })).toContain("\u001b[31m\u001b[1merror[some-fault]");
	});
});

describe("the text of several", () => {
	test("has blank lines between them and counts at the end", () => {
		const { fault, sources } = at("«x»");
		const text = renderText([fault, { ...fault, severity: "warning" }], sources);
		expect(text).toMatch(/\^\n\nwarning\[/);
		expect(text).toMatch(/\^\n\n1 error, 1 warning\n$/);
	});

	test("of none is empty", () => {
		expect(renderText([], new Map())).toBe("");
	});

	test("counts in words", () => {
		const { fault } = at("«x»");
		const some = (severity: Diagnostic["severity"], many: number): Diagnostic[] =>
			Array<Diagnostic>(many).fill({ ...fault, severity });
		expect(countLine([...some("error", 2), ...some("warning", 1)])).toBe("2 errors, 1 warning");
		expect(countLine([...some("info", 1), ...some("warning", 3)])).toBe("3 warnings, 1 remark");
		expect(countLine([])).toBe("");
	});
});

describe("visible text", () => {
	test.each([
		["plain täxt 漢字 😀", "plain täxt 漢字 😀"],
		["\u0000\u007f\u0085", "\\u{0}\\u{7f}\\u{85}"],
		["\u00a0\u3000\u2003", "\\u{a0}\\u{3000}\\u{2003}"],
		["\u2028\u2029\ufeff\u00ad\u2800\u115f", "\\u{2028}\\u{2029}\\u{feff}\\u{ad}\\u{2800}\\u{115f}"],
		["\ud800", "\\u{d800}"],
		["\u{e0041}\u{10ffff}", "\\u{e0041}\\u{10ffff}"],
	])("%j becomes %j", (text, shown) => {
		expect(visible(text)).toBe(shown);
	});

	test("has an offset for every cell", () => {
		expect(cellsOf("a😀\tb").map(({ offset }) => offset)).toEqual([0, 1, 3, 4]);
	});
});

describe("for GitHub", () => {
	test("a fault is one command with its place", () => {
		const { fault, sources } = at("a\n  «@shels»\n", { help: "did you mean `shells`?", witness: "bash" });
		expect(renderGithub([fault], sources)).toBe(
			"::error file=policy.rules,line=2,endLine=2,col=3,endColumn=9,title=some-fault::this is wrong%0Ahelp: did you mean `shells`?%0Aexample: bash\n",
		);
	});

	test("nothing in a fault begins another command", () => {
		const { fault } = at("«»", {
			severity: "info",
			message: "100%\n::error::x",
			span: { file: "a,b:c\n%.rules", start: 0, end: 0 },
		});
		expect(renderGithub([fault], new Map())).toBe(
			"::notice file=a%2Cb%3Ac\\u{a}%25.rules,title=some-fault::100%25\\u{a}::error::x\n",
		);
	});
});

describe("as JSON", () => {
	test("a fault has lines and columns, and every other place, too", () => {
		const { fault, sources } = at("a\nb «c\nd» e\n", {
			labels: [{ span: { file: "policy.rules", start: 0, end: 1 }, message: "here" }],
			fix: {
				title: "take it out",
				safe: true,
				edits: [{ span: { file: "policy.rules", start: 4, end: 5 }, text: "" }],
			},
		});
		expect(JSON.parse(renderJson([fault], sources))).toEqual({
			diagnostics: [
				{
					file: "policy.rules",
					line: 2,
					column: 3,
					endLine: 3,
					endColumn: 2,
					start: 4,
					end: 7,
					code: "some-fault",
					severity: "error",
					message: "this is wrong",
					labels: [
						{ file: "policy.rules", line: 1, column: 1, endLine: 1, endColumn: 2, start: 0, end: 1, message: "here" },
					],
					fix: {
						title: "take it out",
						safe: true,
						edits: [{ file: "policy.rules", line: 2, column: 3, endLine: 2, endColumn: 4, start: 4, end: 5, text: "" }],
					},
				},
			],
			errors: 1,
			warnings: 0,
			remarks: 0,
		});
	});
});
