import { describe, expect, test } from "@jest/globals";
import { namedPaths } from "../../../../src/engine/effects/paths/named-paths.js";
import { powersBeyond } from "../../../../src/engine/effects/powers-used.js";
import { programNamed } from "../../../../src/engine/knowledge/lookup.js";
import type { Arguments } from "../../../../src/engine/request/arguments/arguments.js";
import { readArguments } from "../../../../src/engine/request/arguments/read-arguments.js";
import type { Word } from "../../../../src/engine/request/request.js";
import { examples } from "../../knowledge/examples.js";

const known = (text: string): Word => ({ kind: "known", text });
const shown = (word: Word): string => (word.kind === "known" ? word.text : "?");

function read(argv: readonly string[]): Arguments {
	return readArguments(programNamed(argv[0] ?? ""), argv.slice(1).map(known));
}

function optionsOf(args: Arguments): string[] {
	const found: string[] = [];
	for (const option of args.options) {
		// Further values of one option belong to it.
		if (option.role !== undefined) continue;
		found.push(option.value === undefined ? option.name : `${option.name}=${shown(option.value)}`);
	}
	return found;
}

describe("every example of the knowledge base is read as it says", () => {
	test.each(examples.map(({ example }) => [example.argv.join(" "), example] as const))("%s", (_title, example) => {
		const args = read(example.argv);
		const silent = args.informs;
		if (example.subcommand !== undefined) expect(args.subcommand).toBe(example.subcommand);
		if (example.options !== undefined) expect(optionsOf(args)).toEqual(example.options);
		if (example.operands !== undefined) {
			expect(args.operands.filter((slot) => slot.canonical === undefined).map((slot) => shown(slot.word))).toEqual(
				example.operands,
			);
		}
		if (example.informs !== undefined) expect(args.informs).toBe(example.informs);
		if (silent) return;
		const paths = namedPaths(args, []);
		const named = (access: "read" | "write"): string[] => [
			...new Set(
				paths.filter((path) => path.access === access || path.access === "both").map((path) => path.text ?? "?"),
			),
		];
		for (const [access, expected] of [
			["read", example.reads ?? []],
			["write", example.writes ?? []],
		] as const) {
			// A path that is looked up in the folder of the command itself is named too.
			expect(named(access)).toEqual(expect.arrayContaining([...expected]));
		}
		expect([...new Set(powersBeyond(args).map((use) => use.power))].sort()).toEqual([...(example.powers ?? [])].sort());
		const runs = args.inner.map((inner) => (inner.kind === "argv" ? inner.words.map(shown) : [shown(inner.word)]));
		if (example.runs !== undefined)
			expect(runs.map((words) => words.join(" "))).toEqual(example.runs.map((words) => words.join(" ")));
	});
});

describe("behind an option that no table lists", () => {
	test("a word may be a subcommand by any of its names, with its options", () => {
		const args = read(["npm", "--foo", "x", "i", "-g", "p"]);
		expect(args.subcommand).toBeUndefined();
		expect(args.strangeSubcommand).toBe(true);
		expect(args.operands.map((slot) => [shown(slot.word), slot.kind, slot.mayBe])).toEqual([
			["x", "maybe", expect.anything()],
			["i", "maybe", ["install"]],
			["p", "maybe", undefined],
		]);
		expect(args.options.filter((option) => option.name === "--global").map((option) => option.sure)).toContain(false);
	});

	test("a word may be its value and an option as well", () => {
		const args = read(["grep", "--foo", "-e", "-r", "x"]);
		expect(args.options.map((option) => [option.name, option.value && shown(option.value), option.sure])).toEqual([
			["--foo", undefined, true],
			["--foo", "-e", false],
			["--regexp", "-r", false],
			["--recursive", undefined, false],
		]);
	});
});

describe("a program without facts", () => {
	test("has operands that are certain only where no option could have taken them", () => {
		const args = read(["unheard-of", "a", "-x", "b", "--", "c"]);
		expect(args.operands.map((slot) => [shown(slot.word), slot.kind])).toEqual([
			["a", "sure"],
			["b", "maybe"],
			["c", "sure"],
		]);
	});

	test("keeps `--` in doubt behind an option that could take it as its value", () => {
		const args = read(["unheard-of", "-x", "--", "-y"]);
		expect(args.options.map((option) => [option.name, option.sure])).toEqual([
			["-x", true],
			["-y", false],
		]);
		expect(args.operands.map((slot) => slot.kind)).toEqual(["maybe", "maybe"]);
	});

	test("is not sure of what stands behind a `--` that may be a value", () => {
		const args = read(["unheard-of", "-v", "--", "a", "--safe"]);
		expect(args.options.map((option) => [option.name, option.sure])).toEqual([
			["-v", true],
			["--safe", false],
		]);
		expect(args.operands.map((slot) => [shown(slot.word), slot.kind])).toEqual([
			["--", "maybe"],
			["a", "maybe"],
			["--safe", "maybe"],
		]);
	});

	test("names every operand, value and part as a path that is read and written", () => {
		expect(
			namedPaths(read(["unheard-of", "--out=x:y", "-I/usr/include", "a=b@c"]), []).map((path) => path.text),
		).toEqual(expect.arrayContaining(["x:y", "x", "y", "/usr/include", "a=b@c", "a", "b@c", "b", "c"]));
	});
});
