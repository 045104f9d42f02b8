/** How a command is written from its parts: read again it has the options and operands that were meant, each for certain. */
import { describe, expect, test } from "@jest/globals";
import {
	type Context,
	contextsOf,
	type Given,
	goesBy,
	optionsIn,
	spellingOf,
	typed,
} from "../../../../src/authoring/analysis/search/option-choices.js";
import { programNamed } from "../../../../src/engine/knowledge/lookup.js";
import type { OptionFact } from "../../../../src/engine/knowledge/program.js";
import { readArguments } from "../../../../src/engine/request/arguments/read-arguments.js";

function begun(program: string, ...words: string[]): Context {
	const contexts = contextsOf(programNamed(program));
	const found = contexts.find((one) => !one.alone && one.typedWords.join(" ") === words.join(" "));
	if (found === undefined) throw new Error(`\`${program} ${words.join(" ")}\` is no way to begin`);
	return found;
}

function option(context: Context, name: string, value?: string): Given {
	const fact = optionsIn(context).find((one) => goesBy(one, name, context.style)) as OptionFact;
	return { name, fact, ...(value === undefined ? {} : { value }) };
}

/** What is certain of the words: names of options with their values, and operands. */
function readAgain(
	program: string,
	argv: readonly string[],
): { options: readonly string[]; operands: readonly string[] } {
	const words = argv.slice(1).map((text) => ({ kind: "known", text }) as const);
	const { options, operands } = readArguments(programNamed(program), words);
	const texts = options
		.filter(({ sure }) => sure)
		.map(({ name, value }) => (value?.kind === "known" ? `${name}=${value.text}` : name));
	return {
		options: texts,
		operands: operands.flatMap(({ kind, word }) => (kind === "sure" && word.kind === "known" ? [word.text] : [])),
	};
}

describe("a command line", () => {
	test("has operands that look like options behind `--`", () => {
		expect(typed("rm", begun("rm"), [], ["-x"])).toEqual(["rm", "--", "-x"]);
		expect(readAgain("rm", typed("rm", begun("rm"), [option(begun("rm"), "-r")], ["-x"])).operands).toEqual(["-x"]);
	});

	test("of a program that nobody knows too, and without any doubt where options have their values glued", () => {
		const nobody = begun("nobody-knows");
		expect(typed("foo", nobody, [], ["a", "-x"])).toEqual(["foo", "--", "a", "-x"]);
		const argv = typed("foo", nobody, [{ name: "--a", value: "b" }], ["-x"]);
		expect(readAgain("nobody-knows", argv)).toEqual({ options: ["--a=b"], operands: ["-x"] });
	});

	test("of a program that nobody knows has its options last, those with a value first", () => {
		const argv = typed("foo", begun("nobody-knows"), [{ name: "-x" }, { name: "--a", value: "b" }], ["x"]);
		expect(argv).toEqual(["foo", "x", "--a=b", "-x"]);
		expect(readAgain("nobody-knows", argv)).toEqual({ options: ["--a=b", "-x"], operands: ["x"] });
	});

	test("has an option that no table lists behind the operands, where nothing can be its value", () => {
		const aws = begun("aws");
		const behind = typed("aws", aws, [{ name: "--quux", behind: true }], ["a", "b"]);
		expect(readAgain("aws", behind)).toEqual({ options: ["--quux"], operands: ["a", "b"] });
		const before = typed("aws", aws, [{ name: "--quux" }], ["a", "b"]);
		expect(readAgain("aws", before).operands).toEqual([]);
		expect(typed("rm", begun("rm"), [{ name: "--quux", behind: true }], ["-x"])).toEqual(["rm", "--quux", "--", "-x"]);
	});

	test("has a program's own options before the subcommand, and the subcommand's behind it", () => {
		const push = begun("git", "push");
		const argv = typed("git", push, [option(push, "--force"), option(push, "-C", "d")], ["x"]);
		expect(argv).toEqual(["git", "-C", "d", "push", "--force", "x"]);
		expect(readAgain("git", argv)).toEqual({ options: ["-C=d", "--force"], operands: ["push", "x"] });
	});

	test("has the line that a shell is given in the place of its first operand", () => {
		const bash = begun("bash");
		expect(typed("bash", bash, [option(bash, "-c")], ["ls"])).toEqual(["bash", "-c", "ls"]);
	});

	test("has values glued to their option where they may only be, or would be taken for something else", () => {
		const sort = begun("sort");
		expect(typed("sort", sort, [option(sort, "-o", "-x")], [])).toEqual(["sort", "-o-x"]);
		expect(typed("sort", sort, [option(sort, "--output", "")], [])).toEqual(["sort", "--output="]);
		const grep = begun("grep");
		expect(typed("grep", grep, [option(grep, "--color", "never")], ["x"])).toEqual(["grep", "--color=never", "x"]);
	});

	test("ends a command inside of it", () => {
		const find = begun("find");
		expect(typed("find", find, [option(find, "-exec", "ls")], ["d"])).toEqual(["find", "d", "-exec", "ls", ";"]);
	});
});

describe("a program is begun", () => {
	const words = (program: string) => contextsOf(programNamed(program)).map(({ typedWords }) => typedWords.join(" "));

	test("without any word, by each subcommand and its aliases, and by a word that is none", () => {
		expect(words("npm")).toEqual(expect.arrayContaining(["", "install", "i"]));
		expect(words("npm").filter((one) => one === "")).toHaveLength(2);
		expect(words("docker")).toEqual(expect.arrayContaining(["container run", "container"]));
	});

	test("so that no further word makes another subcommand of it", () => {
		expect(begun("npm").stops).toEqual(expect.arrayContaining(["install", "i"]));
		expect(begun("docker", "container").stops).toContain("run");
		expect(begun("git", "push").stops).toEqual([]);
		expect(begun("rm").stops).toEqual([]);
	});

	test("and an alias means what the full name means", () => {
		expect(begun("npm", "i").words).toEqual(["install"]);
		expect(begun("npm", "i").usage).toBe(begun("npm", "install").usage);
	});
});

test("an option goes by its names, and by none that is only like them", () => {
	const force = optionsIn(begun("git", "push")).find(({ names }) => names.includes("--force")) as OptionFact;
	expect(goesBy(force, "-f", "gnu")).toBe(true);
	expect(goesBy(force, "--forc", "gnu")).toBe(false);
	expect(goesBy(force, "-force", "gnu")).toBe(false);
	expect(goesBy(force, "-force", "long")).toBe(true);
	expect(spellingOf(force)).toBe("-f");
});

test("a subcommand's option hides the program's own of that name", () => {
	const all = optionsIn(begun("git", "commit"));
	const named = all.filter(({ names }) => names.includes("-C"));
	expect(named).toHaveLength(1);
	expect(optionsIn(begun("git", "push")).some(({ names }) => names.includes("-C"))).toBe(true);
});
