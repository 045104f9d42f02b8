/** One error hides nothing: what else stands in the file is read, linted and told, in both notations. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { lint } from "../../../src/authoring/lint/lint.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { convertPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { type Loaded, loadText } from "../../../src/runtime/load/load.js";
import { tries } from "../../part.js";

/** Rules in which lints find something, each by itself. */
const sound = [
	"allow python",
	'deny git stauts because "Look."',
	"allow cat within /",
	"allow wget granting everything",
	"allow ls, sort /x.*|y.*|.*/",
	'deny npm because "No."',
	"allow tail /^a$/",
	"allow mv within ./a/../b",
];

/** Statements that can't be read, each by another fault, and with nothing that says how to mend it. */
const broken = [
	"allow rm $x",
	"deny rm 'x'",
	"default nope",
	"deny @nope",
	"allow sort granting nothing",
	"constrain cp",
	"limit timeout soon",
	"govern nonsense",
	"allow git push at most many per 1h",
	"deny cp --zzz",
	"deny ls except",
	"deny cat touching",
	"deny ls because",
	"locked allow wc",
	"allow a b ;",
	'allow tail "x',
	"syntax nonsense",
	"self sometimes",
	"expect maybe: ls",
	"deny wc with x",
	"} deny x",
	"agent {",
	"import nowhere",
];

function codes(found: readonly Diagnostic[], text: string): readonly string[] {
	return found.map(({ code, span, message }) => {
		const line = text.slice(text.lastIndexOf("\n", span.start - 1) + 1, text.indexOf("\n", span.start));
		// Rules without an id are called by their lines.
		return `${line.trim()} ${code} ${message.replaceAll(/policy\.rules(?:\.yaml)?:\d+/g, "a rule")}`;
	});
}

function isBroken({ tree, diagnostics }: Loaded): boolean {
	return tree === undefined && diagnostics.some(({ severity }) => severity === "error");
}

/** Findings on the policy as a whole change with its parts. */
const ofTheWhole = new Set(["no-expectations", "unreachable-default", "missing-default"]);

describe("one error hides no finding", () => {
	test.each(broken)("of `%s`", (wrong) => {
		for (const at of [0, 3, sound.length]) {
			const text = (lines: readonly string[]): string => `${["default deny", ...lines].join("\n")}\n`;
			const right = text(sound);
			const mixed = text([...sound.slice(0, at), wrong, ...sound.slice(at)]);
			const loaded = loadText("policy.rules", mixed);
			expect(isBroken(loaded)).toBe(true);
			const before = codes(
				lint(loadText("policy.rules", right)).filter(({ code }) => !ofTheWhole.has(code)),
				right,
			);
			expect(before.length).toBeGreaterThan(sound.length - 1);
			expect(codes(lint(loaded), mixed)).toEqual(expect.arrayContaining([...before]));
		}
	});

	test("nor another error, wherever they stand", () => {
		// A list goes on in the next line, where that begins with a word: `touching` and `govern` are one statement.
		const plain = broken.filter((one) => !/^[}]|\{$|^govern/.test(one));
		fc.assert(
			fc.property(
				fc.shuffledSubarray([...plain, ...sound], { minLength: 2, maxLength: 9 }),
				fc.boolean(),
				(lines, inAgent) => {
					const text = inAgent ? `agent default {\n${lines.join("\n")}\n}\n` : `${lines.join("\n")}\n`;
					const outer = /^import/;
					const found = loadText("policy.rules", text).diagnostics.filter(({ severity }) => severity === "error");
					for (const line of lines) {
						if (!plain.includes(line) || (inAgent && outer.test(line))) continue;
						const start = text.indexOf(`${line}\n`);
						// What is missing at a line's end is told where the next begins.
						const end = start + line.length + 1;
						expect([line, found.some(({ span }) => span.start >= start && span.start <= end)]).toEqual([line, true]);
					}
				},
			),
			{ numRuns: tries(200) },
		);
	});
});

describe("in YAML", () => {
	test.each([
		"  - deny: rm $x",
		"  - denny: rm",
		"  - deny: git push until soon",
		"  - deny: ['@nope']",
		"  - deny: cp --zzz",
		"  - constrain: cp",
		"  - { allow: rm, toching: x }",
		"  - limit: timeout soon",
		"  - deny: *",
		"  - deny: ls\n    deny: wc",
	])("%j hides nothing", (wrong) => {
		const rules = loadText("policy.rules", `${sound.join("\n")}\n`).files[0];
		if (rules === undefined) throw new Error("nothing was read");
		const right = convertPolicyFile(rules, "yaml");
		const mixed = right.replace("rules:\n", `rules:\n${wrong}\n`);
		const loaded = loadText("policy.rules.yaml", mixed);
		expect(isBroken(loaded)).toBe(true);
		const before = codes(
			lint(loadText("policy.rules.yaml", right)).filter(({ code }) => !ofTheWhole.has(code)),
			right,
		);
		expect(before.length).toBeGreaterThan(sound.length - 1);
		expect(codes(lint(loaded), mixed)).toEqual(expect.arrayContaining([...before]));
	});
});

describe("what stands besides the errors decides nothing", () => {
	test("there is no tree, and a fix of what needs the whole is left out", () => {
		const loaded = loadText("policy.rules", "default deny\ndeny rm\ndeny rm\nallow rm $x\n");
		expect(loaded.tree).toBeUndefined();
		const found = lint(loaded).filter(({ code }) => code === "duplicate-rule");
		expect(found).toHaveLength(1);
		expect(found[0]?.fix).toBeUndefined();
	});

	test("an expectation is not told to fail where a rule can't be read", () => {
		const found = lint(loadText("policy.rules", "default allow\ndeny rm $x\nexpect deny: rm a\n"));
		expect(found.map(({ code }) => code)).not.toContain("expectation-fails");
	});

	test("where all is mended, it is", () => {
		const text = "default allow\ndeny * toching ~/.ssh\nexpect allow: cat ~/.ssh/id\n";
		const found = lint(loadText("policy.rules", text));
		const [fails] = found.filter(({ code }) => code === "expectation-fails");
		expect(text.slice(fails?.span.start, fails?.span.end)).toContain("cat ~/.ssh/id");
	});

	test.each([
		["a rule that speaks of another subcommand", "deny git push $x", "expect deny: git status"],
		["a rule that asks for more words", "deny git status origin /(?!x).*/", "expect deny: git status x"],
		["a line that brings no syntax", "/opt/tools/** rix", "expect allow: git status | git log"],
		["an id that is taken", "deny wc id one\ndeny ls id one", "expect ask: ls"],
		[
			"a rule for hosts, of a command that talks to none",
			"deny * reaching bank.example until soon",
			"expect deny: git status",
		],
		["a rule for other hosts", "allow dig at dns.example until soon", "expect allow: dig @9.9.9.9 bank.example"],
		["a rule for paths that it does not name", "deny * touching /srv until soon", "expect deny: git"],
		["a denial, where a question is expected", "deny * reaching bank.example until soon", "expect ask: git fetch"],
		["a rule of another id", "deny git at bank.example id no-bank", "expect deny by no-git: git status"],
		["a word of another language", "permit wc", "expect deny: git status"],
		["folders of programs, of a bare name", "trust ~/Downloads", "expect allow: wc x"],
	])("an expectation is told to fail beside %s", (_, wrong, expectation) => {
		const text = `default deny\nsyntax sequences\nallow git\n${wrong}\n${expectation}\n`;
		const loaded = loadText("policy.rules", text);
		expect(isBroken(loaded)).toBe(true);
		expect(lint(loaded).map(({ code }) => code)).toContain("expectation-fails");
	});

	test.each([
		["an import", 'import "./missing.rules"\n', ""],
		["a parent", "", " extends nobody"],
	])("behind %s that is missing, what it can't undo is told to fail", (_, before, behind) => {
		const text = `${before}agent default${behind} {\n  default deny\n  allow git\n  deny git push\n  expect allow: git push a\n  never deny git push\n  expect deny: git status\n  never allow git status\n}\n`;
		const found = lint(loadText("policy.rules", text)).filter(({ code }) => code.endsWith("-fails"));
		expect(found.map(({ span }) => text.slice(span.start, span.end))).toEqual([
			"expect allow: git push a",
			"never deny git push",
		]);
	});

	test("a claim is told to fail by another command, where a rule that can't be read may speak of the first", () => {
		const text = "default deny\nallow cat, wc\ndeny cat $x\nalways deny * touching /srv\n";
		const [fails] = lint(loadText("policy.rules", text)).filter(({ code }) => code === "claim-fails");
		expect(fails?.message).toMatch(/^`wc /);
	});

	test("values of a clause that is not read are no patterns", () => {
		const text = "default deny\nallow git at a.example, *.b.example\nexpect deny: x.b.example\n";
		expect(lint(loadText("policy.rules", text)).map(({ code }) => code)).not.toContain("glob-program-name");
	});

	test.each([
		["of these words", "deny git status $x", "expect deny: git status x"],
		["of any program", "deny @nope", "expect deny: git status"],
		["whose word is misspelt", "deny git sttaus $x", "expect deny: git status x"],
		["for its host", "deny * reaching bank.example until soon", "expect deny: git push https://bank.example/x"],
		["for a path of it", "deny * touching docs until soon", "expect deny: git add docs/x"],
		["of that id", "deny git $x id no-git", "expect deny by no-git: git status"],
	])("an expectation is not told to fail beside a rule %s that can't be read", (_, wrong, expectation) => {
		const text = `default deny\nallow git\n${wrong}\n${expectation}\n`;
		expect(lint(loadText("policy.rules", text)).map(({ code }) => code)).not.toContain("expectation-fails");
	});
});

test("what is missing changes nothing about a finding that it can't undo", () => {
	const told = ["allow git tag after golangci-lint run", "never allow git push --force without --force"] as const;
	const codesOf = (line: string): readonly string[] => {
		const loaded = loadText(
			"policy.rules",
			`agent default {\n  default deny\n  allow git push\n  ${line}\n  ${told.join("\n  ")}\n}\n`,
		);
		return lint(loaded)
			.filter(({ code }) => code === "unreachable-after" || code === "vacuous-claim")
			.map(({ code }) => code);
	};
	expect(codesOf("trust .")).toEqual(["unreachable-after", "vacuous-claim"]);
	expect(codesOf("limit timeout soon")).toEqual(["unreachable-after", "vacuous-claim"]);
	// A grant that can't be read may be the one that is missing.
	expect(codesOf("allow golangci-lint run touching")).toEqual(["vacuous-claim"]);
});
