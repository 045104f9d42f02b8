/** What a tree is besides its nodes: the number of its policy, the order of its rules, and the programs that are granted. */
import { describe, expect, test } from "@jest/globals";
import { digestOf } from "../../../src/engine/decide/compile/policy-digest.js";
import { programsOf, specialise } from "../../../src/engine/decide/compile/specialise.js";
import { compile, compileAgent } from "../../../src/engine/decide/compile.js";
import type { AgentPolicy, Policy } from "../../../src/language/policy/policy.js";
import { allOf, always, anyOf, never, not, type Test, type WordPattern } from "../../../src/language/policy/test.js";
import { loadText } from "../../../src/runtime/load/load.js";

function policyOf(rules: string, around = ""): Policy {
	const { policy, tree, diagnostics } = loadText("p.rules", `${around}\nagent default {\n${rules}\n}\n`);
	if (tree === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
	return policy;
}

const agentOf = (rules: string): AgentPolicy => policyOf(rules).agents.get("default") as AgentPolicy;

describe("the number of a policy", () => {
	const before = 'allow git status id "a"\ndeny rm -r because "no" id "b"\nask cat id "c"';
	const number = (rules: string, around?: string): string => digestOf(policyOf(rules, around));

	test.each([
		["another order", 'ask cat id "c"\ndeny rm -r because "no" id "b"\nallow git status id "a"'],
		["other places", `\n\n${before}`],
	])("is the same with %s", (_, after) => {
		expect(number(after)).toBe(number(before));
	});

	test.each([
		["another id", before.replace('"a"', '"x"'), ""],
		["another program", before.replace("git", "hg"), ""],
		["another option", before.replace("-r", "-f"), ""],
		["another message", before.replace('"no"', '"never"'), ""],
		["another note", before.replace("ask cat", 'ask cat note "x"'), ""],
		["another effect", before.replace("ask cat", "nudge cat use bat"), ""],
		["another list of paths", `${before}\nconstrain writes of cp to ./a`, ""],
		["another default", `default allow\n${before}`, ""],
		["a locked rule", before.replace("deny rm", "locked deny rm"), ""],
		["another agent", before, "agent other {\nallow ls\n}"],
		["what a program is", before, "program tool can write"],
	])("is another one with %s", (_, after, around) => {
		expect(number(after, around)).not.toBe(number(before));
	});

	test("speaks of all rules of a long policy", () => {
		const many = (changed: number): string =>
			Array.from(
				{ length: 1_500 },
				(_, at) => `deny tool word${at} because "${at === changed ? "changed" : "same"}"`,
			).join("\n");
		const numbers = [-1, 0, 700, 1_499].map((changed) => number(many(changed)));
		expect(new Set(numbers).size).toBe(numbers.length);
	});
});

describe("the rules of a tree", () => {
	/** The ids of the rules that an author wrote, in the order in which they are asked. */
	const inOrder = (rules: string): readonly string[] => {
		const { rules: all } = compileAgent(agentOf(rules));
		return all.filter(({ engine }) => engine !== true).map(({ id }) => id);
	};

	test.each([
		["stricter effects come first", "allow a id x\nask b id y\nnudge c use d id z\ndeny e id w", "w z y x"],
		["locked ones come first", "deny a id x\nlocked deny b id y\ndeny aa id z", "y x z"],
		["what says more of the command comes first", "deny git id x\ndeny git push id y\ndeny git push -f id z", "z y x"],
		["a program's name says more than a pattern", "deny g* id x\ndeny git id y\ndeny * id z", "y x z"],
		["operands that may not be more say more", "deny git push ** id x\ndeny git push id y", "x y"],
		["of several commands the one that says least counts", "deny git push, hg id x\ndeny git pull id y", "y x"],
		["all that a rule says adds up", "deny git -a -b id x\ndeny git push id y", "x y"],
		["what is told why comes before what is not", 'deny b because "z" id x\ndeny a id y', "x y"],
		["then what they say decides", "deny b id x\ndeny a id y\ndeny c id z", "y x z"],
		["then their ids", "deny a id y\ndeny a id x", "x y"],
	])("%s, wherever they stand", (_, rules, expected) => {
		expect(inOrder(rules).join(" ")).toBe(expected);
		expect(inOrder(rules.split("\n").reverse().join("\n")).join(" ")).toBe(expected);
	});

	test("what an author says of a command comes before what every policy says", () => {
		const { rules } = compileAgent(agentOf("deny * touching ~/x\nallow ls"));
		const denials = rules.filter(({ effect }) => effect === "deny").map(({ engine }) => engine === true);
		expect(denials).toEqual([...denials].sort());
		expect(denials[0]).toBe(false);
	});
});

test.each([
	["allow git status, ls", ["git", "ls"]],
	["allow z\nallow a", ["a", "z"]],
	["allow py*, /bin/x", ["/bin/x", "py*"]],
	["allow * within .", ["*"]],
	["allow a\ndeny b\nask c\nnudge d use e", ["a"]],

	["default allow", []],
])("%s grants %j", (rules, expected) => {
	expect(compileAgent(agentOf(rules)).granted).toEqual(expected);
});

describe("a test and the programs that it speaks of", () => {
	const program = (pattern: WordPattern, as: "granting" | "restricting" = "granting"): Test => ({
		kind: "program",
		pattern,
		as,
	});
	const named = (text: string, as?: "granting" | "restricting"): Test => program({ kind: "literal", text }, as);
	const glob = (text: string): Test => program({ kind: "glob", text });
	const regex = program({ kind: "regex", text: "x" });
	const forced: Test = { kind: "forced" };
	const [a, b] = [named("a"), named("b")];

	test.each<[string, Test, readonly string[] | undefined]>([
		["a name", a, ["a"]],
		["a path", named("/bin/a"), undefined],
		["a glob", glob("a"), undefined],
		["a regular expression", regex, undefined],
		["any program", program({ kind: "any" }), undefined],
		["no program", forced, undefined],
		["what is not a name", not(a), undefined],
		["one of two names", { kind: "any", tests: [a, b] }, ["a", "b"]],
		["a name or something else", { kind: "any", tests: [a, forced] }, undefined],
		["none", never, []],
		["a name and something else", { kind: "all", tests: [forced, a] }, ["a"]],
		["two names", { kind: "all", tests: [a, b] }, ["a"]],
		["all", always, undefined],
	])("may hold for: %s", (_, one, expected) => {
		const found = programsOf(one);
		expect(found && [...found]).toEqual(expected);
	});

	const many = (...tests: Test[]): Test => anyOf([...tests, ..."cdefghij".split("").map((text) => named(text))]);
	test.each<[string, Test, string | undefined, Test]>([
		["a granting name, to itself", a, "a", a],
		["a restricting name, to itself", named("a", "restricting"), "a", always],
		["a name, to another", a, "b", never],
		["a name, to those that no rule says", a, undefined, never],
		["a path, to its own name", named("/bin/a"), "a", named("/bin/a")],
		["a path, to those that no rule says", named("/bin/a"), undefined, named("/bin/a")],
		["a glob, to what fits", glob("a*"), "ab", glob("a*")],
		["a glob, to what does not fit", glob("a*"), "b", never],
		["a glob, to those that no rule says", glob("a*"), undefined, glob("a*")],
		["a regular expression", regex, "x", regex],
		["any program, to a name", program({ kind: "any" }), "a", always],
		["any program, to those that no rule says", program({ kind: "any" }), undefined, program({ kind: "any" })],
		["another test", forced, "a", forced],
		["all of several, to a name", allOf([a, forced]), "a", allOf([a, forced])],
		["all of several, to another", allOf([a, forced]), "b", never],
		["one of several, to one of them", anyOf([a, named("b", "restricting"), allOf([b, forced])]), "a", a],
		["not, to what never holds", not(a), "b", always],
		["not, to what always holds", not(named("a", "restricting")), "a", never],
		["not, to what may hold", not(a), "a", not(a)],
		["not of several, to what is left", not(allOf([a, forced])), "a", not(allOf([a, forced]))],
		["not of one of several, to what is left", not(anyOf([allOf([a, forced]), b])), "a", not(allOf([a, forced]))],
		["one of many, to one", many(a), "a", a],
		["one of many, to one that stands there twice", many(a, allOf([a, forced])), "a", anyOf([a, allOf([a, forced])])],
		["one of many, to none", many(a), "z", never],
		["one of many, to those that no rule says", many(a), undefined, never],
		["one of many and a glob, to what the glob fits", many(a, glob("z*")), "zz", glob("z*")],
		["one of many and a glob, to those that no rule says", many(a, glob("z*")), undefined, glob("z*")],
		["one of many and a glob, in order", many(glob("a*"), a), "a", anyOf([glob("a*"), a])],
		["one of many and a glob, in order", many(a, glob("a*")), "a", anyOf([a, glob("a*")])],
	])("%s", (_, one, name, expected) => {
		// Twice: what is remembered says the same.
		for (let times = 0; times < 2; times++) expect(specialise(one, name)).toEqual(expected);
	});
});

test("equal tests of a tree are one, and so are equal switches", () => {
	const rules = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((word) => `allow git ${word} -x\nask git ${word} -y`);
	const { tests, choices } = compileAgent(agentOf(rules.join("\n")));
	for (const list of [tests, choices]) {
		const texts = list.map((one) => JSON.stringify(one));
		expect(new Set(texts).size).toBe(texts.length);
	}
	expect(choices.length).toBeGreaterThan(0);
});

test("many rules of a program are switched on their words, few are not, and not where nearly all speak of any word", () => {
	const switches = (rules: readonly string[]): number =>
		compileAgent({ ...agentOf(rules.join("\n")), engineRules: [] }).choices.length;
	const words = (count: number, rest = ""): readonly string[] =>
		Array.from({ length: count }, (_, at) => `allow git w${at}${rest}`);
	const wide = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `ask git --o${at}`);
	expect([7, 8].map((count) => switches(words(count)))).toEqual([0, 1]);
	expect([32, 33].map((count) => switches([...words(8), ...wide(count)]))).toEqual([1, 0]);
	expect(switches(Array.from({ length: 12 }, (_, at) => `allow git one -o${at}`))).toBe(0);
});

test("a tree has the number, the files and the lines of its policy, and agents by any name", () => {
	const policy = policyOf("allow ls", "agent __proto__ {\nallow cat\n}");
	const tree = compile(policy, { "p.rules": [0] });
	expect([tree.version, tree.digest, tree.files, tree.lines]).toEqual([
		1,
		digestOf(policy),
		policy.files,
		{ "p.rules": [0] },
	]);
	expect(Object.keys(tree.agents).sort()).toEqual([...policy.agents.keys()].sort());
});
