import { describe, expect, test } from "@jest/globals";
import { type ProgramNotation, readProgram } from "../../../src/engine/knowledge/notation/notation.js";
import { readSpelling } from "../../../src/engine/knowledge/notation/spelling.js";
import { writePrograms } from "../../../src/engine/knowledge/notation/write-programs.js";
import { lateOptions, written } from "../../../src/engine/knowledge/notation/written-program.js";
import type { OptionFact, Program } from "../../../src/engine/knowledge/program.js";

const bare: ProgramNotation = { name: "x", summary: "does x", style: "gnu", verified: true };

function option(spelling: string, effect: string): OptionFact {
	return readProgram({ ...bare, options: { [spelling]: effect } }).options[0] as OptionFact;
}

describe("a spelling says names and values", () => {
	test.each([
		["-v", { names: ["-v"], values: 0 }],
		["-v, --verbose", { names: ["-v", "--verbose"], values: 0 }],
		["-o FILE", { names: ["-o"], value: "required", values: 1 }],
		["-o, --output=FILE", { names: ["-o", "--output"], value: "required", values: 1 }],
		["--color[=WHEN]", { names: ["--color"], value: "optional", values: 1 }],
		["-i[SUFFIX], --in-place[=SUFFIX]", { names: ["-i", "--in-place"], value: "optional", values: 1 }],
		["--slurpfile NAME FILE", { names: ["--slurpfile"], value: "required", values: 2 }],
		["-name PATTERN", { names: ["-name"], value: "required", values: 1 }],
		["if=FILE", { names: ["if="], value: "required", values: 1 }],
		["+o OPTION", { names: ["+o"], value: "required", values: 1 }],
		["-NUM", { names: ["-NUM"], values: 0 }],
		["-?, --help", { names: ["-?", "--help"], values: 0 }],
	])("%s", (text, spelling) => {
		expect(readSpelling(text)).toEqual(spelling);
	});

	test.each(["", "v", "-o,--output", "-v, -v", "-a[X], --all=X", "--x=", "- "])("%j is none", (text) => {
		expect(() => readSpelling(text)).toThrow();
	});
});

describe("an effect says roles, powers and what is run", () => {
	test.each<[string, string, Partial<OptionFact>]>([
		["-v", "flag", { powers: [] }],
		["-k KEY", "value", { value: "required", powers: [] }],
		["-o FILE", "write", { value: "required", role: "write", powers: ["write"] }],
		["-f FILE", "read exec", { value: "required", role: "read", powers: ["exec"] }],
		["-R", "write", { powers: ["write"] }],
		["-e CODE", "code replaces 1", { value: "required", role: "code", powers: [], replaces: 1 }],
		["-p PROGRAM", "runs word", { value: "required", powers: [], runs: "word" }],
		["-exec", "runs argv", { powers: [], runs: "argv" }],
		["--arg NAME FILE", "value read", { value: "required", further: ["read"], powers: [] }],
		[
			"-t DIR",
			"write operands read...",
			{ role: "write", powers: ["write"], operands: { first: [], rest: "read", last: [] } },
		],
		["-m NAME", "value ends", { value: "required", ends: true, powers: [] }],
		["-d DATA", "value parts", { value: "required", parts: true, powers: [] }],
	])("%s: %s", (spelling, effect, fact) => {
		expect(option(spelling, effect)).toMatchObject(fact);
	});

	test.each([
		["-v", "value"],
		["-v", "read"],
		["-o FILE", "flag"],
		["--version=NUMBER", "informs"],
		["-o FILE", "destroy"],
		["-o FILE", "runs"],
		["-o FILE", "runs shell"],
		["-v", "runs line"],
		["-e CODE", "code replaces all"],
		["--arg NAME FILE", "value"],
		["-t DIR", "operands read... write..."],
		["-t DIR", "operands files"],
	])("%s: %s is refused", (spelling, effect) => {
		expect(() => option(spelling, effect)).toThrow(/^x, `/);
	});

	test("an object has no powers but those that it names", () => {
		const program = readProgram({ ...bare, options: { "-C DIR": { role: "both", folder: true } } });
		expect(program.options[0]).toEqual({ names: ["-C"], value: "required", role: "both", powers: [], folder: true });
	});

	test("a form is a regular expression", () => {
		const forms = { "^[|]": ["exec"] } as const;
		const program = readProgram({ ...bare, options: { "-o FILE": { role: "write", powers: ["write"], forms } } });
		expect(program.options[0]?.forms).toEqual([{ form: "^[|]", powers: ["exec"] }]);
		expect(() => readProgram({ ...bare, operandForms: { "(": ["exec"] } })).toThrow("no regular expression");
	});
});

describe("options stand once", () => {
	test("two with the same spelling are refused", () => {
		expect(() => readProgram({ ...bare, options: { "-o FILE": "write" }, harmless: ["-o"] })).toThrow(
			"stands in two options",
		);
	});

	test("a subcommand's own option takes its spelling from a shared one", () => {
		const program = readProgram({
			...bare,
			shared: { common: { harmless: ["-v, --verbose", "-c, --count"] } },
			subcommands: { go: { with: ["common"], options: { "-c COMMAND": "runs line" } } },
		});
		expect(program.subcommands.go?.options.map((one) => one.names)).toEqual([["-c"], ["-v", "--verbose"], ["--count"]]);
	});

	test("a name that nothing is shared by is refused", () => {
		expect(() => readProgram({ ...bare, with: ["common"] })).toThrow("no options are shared as `common`");
	});

	test("two subcommands with the same word are refused", () => {
		expect(() => readProgram({ ...bare, subcommands: { a: {}, b: { aliases: ["a"] } } })).toThrow(
			"two subcommands are called `a`",
		);
	});

	test("`negates` adds what takes a long option back", () => {
		const program = readProgram({ ...bare, negates: true, harmless: ["-v, --verbose", "--no-pager"] });
		expect(program.options.slice(2).map((one) => one.names)).toEqual([["--no-verbose"], ["--pager"]]);
	});
});

describe("operands have roles in order", () => {
	test.each([
		["value read...", { first: ["value"], rest: "read", last: [] }],
		["read... write", { first: [], rest: "read", last: ["write"] }],
		["read write", { first: ["read", "write"], last: [] }],
		["none", { first: [], last: [] }],
	])("%s", (text, operands) => {
		expect(readProgram({ ...bare, operands: text }).operands).toEqual(operands);
	});
});

describe("the generated file", () => {
	const program = readProgram({
		...bare,
		name: "constructor",
		options: { "-o FILE": "write" },
		harmless: ["-v, --verbose", "-k KEY", "--color[=WHEN]"],
	});

	test("has one program a line, after a line that says where it comes from", () => {
		const lines = writePrograms([program, { ...program, name: "__proto__" }], "scripts/x.ts").split("\n");
		expect(lines[0]).toContain("generated by scripts/x.ts");
		expect(lines.filter((line) => line.startsWith("\t"))).toHaveLength(2);
		expect(lines.filter((line) => line.startsWith('\t["__proto__"]: '))).toHaveLength(1);
	});

	/** The program that a line of the file holds. */
	function read(line = ""): Program {
		const call = /written\([^\n]*\)(?=,$)/.exec(line)?.[0];
		return new Function("written", `return ${call}`)(written);
	}
	const lineOf = (one: Program): string | undefined =>
		writePrograms([one], "scripts/x.ts")
			.split("\n")
			.find((line) => line.startsWith("\t"));

	test("makes a subcommand's options when they are asked for, once", () => {
		const options = Array.from({ length: 20 }, (_, at) => [`--option-${at}`, "write"] as const);
		const { subcommands } = readProgram({
			...bare,
			subcommands: { add: { options: Object.fromEntries(options) }, drop: { options: { "-f": "delete" } } },
		});
		const { add, drop } = read(lineOf({ ...program, subcommands })).subcommands;
		expect([add, drop].map((one) => lateOptions.isIn(one as object))).toEqual([true, false]);
		expect(add?.options).toBe(add?.options);
		expect([{ ...add }, { ...drop }]).toEqual([subcommands.add, subcommands.drop]);
	});

	test("holds plain options in a short form that means the same", () => {
		const line = lineOf(program);
		expect(line).toContain('["-v --verbose"],["-k","required"],["--color","optional"]');
		expect(read(line)).toEqual(program);
	});

	test("holds every text as it is", () => {
		const summary = 'it\'s \\ a "text"\n\u2028 `${x}`';
		const operandForms = [{ form: "^'\\\\d+\"$", powers: ["exec"] as const }];
		expect(read(lineOf({ ...program, summary, operandForms }))).toEqual({ ...program, summary, operandForms });
	});
});
