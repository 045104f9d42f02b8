import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { hasErrors } from "../../../src/language/diagnostic/diagnostic.js";
import { writeDsl } from "../../../src/language/syntax/dsl/write-dsl.js";
import { readPolicyFile } from "../../../src/language/syntax/read-policy-file.js";
import { convertPolicyFile } from "../../../src/language/syntax/write-policy-file.js";
import { writeYaml } from "../../../src/language/syntax/yaml/write-yaml.js";
import { readTree } from "../../../src/language/syntax/yaml/yaml-tree.js";
import { tries } from "../../part.js";
import { arbitraryPolicy } from "./arbitrary-policy.js";

const names = ["x.rules", "x.rules.yaml"] as const;

describe("hostile texts are refused at once", () => {
	const many = 100_000;
	const some = 20_000;
	const texts: Readonly<Record<string, string>> = {
		braces: "{".repeat(many),
		brackets: "[".repeat(many),
		"closing braces": "}".repeat(some),
		"pairs of braces": "{".repeat(many) + "}".repeat(many),
		"brackets in a rule": `rules: [${"[".repeat(many)}`,
		dashes: "- ".repeat(many),
		questions: "? ".repeat(many),
		staircase: Array.from({ length: 2000 }, (_, index) => `${" ".repeat(index)}a:`).join("\n"),
		"agents in agents": "agent x {\n".repeat(many),
		quotes: '"'.repeat(some),
		"keywords only": "allow ".repeat(some),
		"half words with braces": `allow ${"{a,".repeat(some)}`,
		slashes: `allow ${"/[".repeat(many)}`,
		anchors: "&a ".repeat(some),
		aliases: "*a ".repeat(some),
		"wrong agents": `agents:\n${Array.from({ length: some }, (_, index) => `  a${index}: 1`).join("\n")}`,
		"one key many times": "a: 1\n".repeat(some),
		"blanks before a keyword": `x${" ".repeat(many)}default${" ".repeat(many)}default`,
		documents: "---\n".repeat(some),
	};
	test.each(Object.keys(texts))("%s", (what) => {
		for (const name of names) {
			const before = performance.now();
			const { diagnostics } = readPolicyFile(name, texts[what] as string);
			expect(hasErrors(diagnostics)).toBe(true);
			expect(diagnostics.length).toBeLessThanOrEqual(100);
			expect(performance.now() - before).toBeLessThan(60_000);
		}
	});

	test("aliases of aliases are not followed", () => {
		const lines = Array.from(
			{ length: 40 },
			(_, index) => `  a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(10)}]`,
		);
		const { value, diagnostics } = readPolicyFile("x.yaml", `agents:\n  a0: &a0 {}\n${lines.join("\n")}\n`);
		expect(hasErrors(diagnostics)).toBe(true);
		expect(value.statements.length).toBeLessThan(100);
	});

	test("a nesting of brackets inside of a text is no nesting", () => {
		expect(readPolicyFile("x.yaml", `rules:\n  - deny: '"${"[".repeat(500)}"'\n`).diagnostics).toEqual([]);
		expect(readTree("x.yaml", `a: "${"{".repeat(500)}"`).diagnostics).toEqual([]);
	});
});

describe("names of JavaScript are names like others", () => {
	test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("%s", (name) => {
		const { value, diagnostics } = readPolicyFile(
			"x.yaml",
			`agents:\n  ${name}:\n    default: deny\nsets:\n  ${name}: git\n`,
		);
		expect(diagnostics).toEqual([]);
		expect(value.statements.map((one) => ("name" in one ? one.name.text : ""))).toEqual([name, name]);
		expect(convertPolicyFile(value, "rules")).toBe(`agent ${name} {\n  default deny\n}\nset ${name} = git\n`);
		expect(convertPolicyFile(value, "yaml")).toBe(`agents:\n  ${name}:\n    default: deny\nsets:\n  ${name}: git\n`);
		expect(({} as Record<string, unknown>).rules).toBeUndefined();
	});

	test("as keys where none belongs they are faults", () => {
		const { diagnostics } = readPolicyFile(
			"x.yaml",
			"agents:\n  a:\n    __proto__: { rules: [] }\n    constructor: 1\n",
		);
		expect(diagnostics.map((one) => one.message)).toEqual([
			"`__proto__` is no key of `a`",
			"`constructor` is no key of `a`",
		]);
	});
});

describe("whole files", () => {
	test.each(["", "\ufeff", "# nothing yet\n", "\n\n", "\r\n"])("%j holds nothing, and that is fine", (text) => {
		for (const name of names) {
			const { value, diagnostics } = readPolicyFile(name, text);
			expect([value.statements, diagnostics]).toEqual([[], []]);
		}
	});

	test("a file with a NUL is no text, one with half of a character is damaged", () => {
		for (const name of names) {
			expect(readPolicyFile(name, "deny x\0").diagnostics).toMatchObject([
				{ code: "not-text", span: { start: 6, end: 7 } },
			]);
			expect(readPolicyFile(name, "deny \ud800x").diagnostics).toMatchObject([
				{ code: "not-text", span: { start: 5, end: 6 } },
			]);
		}
	});

	test("a name says the notation", () => {
		expect(readPolicyFile("a/b.rules", "deny x\n").value.notation).toBe("rules");
		for (const name of ["b.rules.yaml", "b.rules.yml", "b.yaml", "b.YML"])
			expect(readPolicyFile(name, "rules: []\n").value.notation).toBe("yaml");
		expect(readPolicyFile("b.txt", "deny x\n").diagnostics).toMatchObject([{ code: "unknown-notation" }]);
	});
});

describe("no text makes a reader throw", () => {
	/** Faults lie inside the text, and what has none can be written in both notations. */
	const holdsUp = (name: string, text: string): void => {
		const { value, diagnostics } = readPolicyFile(name, text);
		for (const { span, message } of diagnostics) {
			expect(span.start >= 0 && span.start <= span.end && span.end <= text.length).toBe(true);
			expect(message).not.toMatch(/undefined|NaN|\[object/);
		}
		if (hasErrors(diagnostics)) return;
		expect(convertPolicyFile(value, "rules")).toBe(writeDsl(value));
		expect(convertPolicyFile(value, "yaml")).toBe(writeYaml(value));
	};

	test("random characters", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...names),
				fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ maxLength: 60 })),
				holdsUp,
			),
			{ numRuns: tries(500) },
		);
	});

	test("policies with changes", () => {
		const pieces = [
			'"',
			"'",
			"\\",
			"#",
			"\n",
			"\r\n",
			"\r",
			"\t",
			"  ",
			",",
			"{",
			"}",
			"[",
			"]",
			": ",
			"- ",
			"&",
			"*",
			"!",
			"@",
			"|",
			">",
			"?",
			"~",
			"<<: ",
			"---\n",
			"agent ",
			"expect ",
			"within",
			"id",
			"/",
			"option ",
			"\ufeff",
			"\u0085",
			"$",
			"null",
			"",
		];
		const change = fc.record({ at: fc.nat(), length: fc.nat(6), piece: fc.constantFrom(...pieces) });
		fc.assert(
			fc.property(arbitraryPolicy(), fc.array(change, { minLength: 1, maxLength: 4 }), (file, changes) => {
				for (const [name, whole] of [
					["x.rules", writeDsl(file)],
					["x.yaml", writeYaml(file)],
				] as const) {
					const text = changes.reduce((now, { at, length, piece }) => {
						const start = at % (now.length + 1);
						return now.slice(0, start) + piece + now.slice(start + length);
					}, whole);
					holdsUp(name, text);
				}
			}),
			{ numRuns: tries(500) },
		);
	});
});
