/** No finding is missing because of another: rules that have nothing to do with each other are told side by side as each is told alone, and in a list as by themselves. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import fc, { type Arbitrary } from "fast-check";
import { lint } from "../../../src/authoring/lint/lint.js";
import type { Diagnostic } from "../../../src/language/diagnostic/diagnostic.js";
import { isClauseKeyword } from "../../../src/language/policy/clauses.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { tries } from "../../part.js";

const folder = "test/cases/lints";
const options = { numRuns: tries(150), seed: 20261123 };

/** Rules of one line that stand in the cases of the lints, as they are written there. */
const written: readonly string[] = [
	...new Set(
		readdirSync(folder, { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".md"))
			.flatMap((name) =>
				[...readFileSync(`${folder}/${name}`, "utf8").matchAll(/^```rules\n([\s\S]*?)^```$/gm)].flatMap(
					([, text = ""]) =>
						text.split("\n").flatMap((line) => /^ +((?:allow|deny|ask|nudge) [^{}@#]+[^,{}@#])$/.exec(line)?.[1] ?? []),
				),
			),
	),
];

function findings(text: string): readonly Diagnostic[] {
	return lint(loadText("policy.rules", text));
}

const alone = new Map<string, readonly string[]>();

/** The findings of one rule by itself under a default, by their codes and levels. */
function codesAlone(rule: string): readonly string[] {
	const known = alone.get(rule) ?? codes(findings(`default deny\n${rule}\n`));
	alone.set(rule, known);
	return known;
}

/** Who may run code writes and runs what it likes: rules for other programs would not close that, and nobody would act on it. */
const mootByCode: ReadonlySet<string> = new Set(["writes-agent-settings", "runs-own-files"]);

function codes(found: readonly Diagnostic[]): readonly string[] {
	return found
		.filter(({ code }) => !ofTheWhole.has(code) && !mootByCode.has(code))
		.map(({ code, severity }) => `${severity} ${code}`);
}

/** They speak of a policy as a whole, or of how it is written, so that another rule may well take them away. */
const ofTheWhole: ReadonlySet<string> = new Set(
	"no-expectations unreachable-default missing-default unformatted unreachable-rule default-allow allow-minus-denies redundant-rule mergeable-rules".split(
		" ",
	),
);

/** Words of a rule that may name what another speaks of; a rule on any program has to do with all others. */
function subjects(rule: string): ReadonlySet<string> {
	return new Set(
		rule
			.match(/[\p{L}\d_*][\p{L}\d_.*+-]*/gu)
			// A name at the end of a message.
			?.map((word) => word.replace(/(?<=\w)\.+$/, ""))
			.filter(
				(word) =>
					!/^(?:allow|deny|ask|nudge|with|within|use|because|granting|except|without|only|touching|using|exactly|note|id)$/.test(
						word,
					),
			),
	);
}

function apart(one: string, other: string): boolean {
	const [a, b] = [subjects(one), subjects(other)];
	const isWide = (words: ReadonlySet<string>): boolean => [...words].some((word) => word.includes("*"));
	return !isWide(a) && !isWide(b) && [...a].every((word) => !b.has(word)) && !/[/\\]/.test(one + other);
}

const grants = written.filter((rule) => /^(?:allow|deny) /.test(rule));

/** Is anything found of it? What is found is asked of those rules alone that are drawn: there are many. */
function isFaulty(rule: string): boolean {
	return codesAlone(rule).length > 0;
}

/** Are there so many? Those of which it is known come first. */
function areFaulty(rules: readonly string[], count: number): boolean {
	const [known, others] = [rules.filter((rule) => alone.has(rule)), rules.filter((rule) => !alone.has(rule))];
	let found = 0;
	return [...known, ...others].some((rule) => isFaulty(rule) && ++found === count);
}

function faultyOf(rules: readonly string[]): Arbitrary<string> {
	return fc.constantFrom(...rules).filter(isFaulty);
}

/** What runs elsewhere is told more sharply once there is a program that may be run there. */
const stronger: ReadonlyMap<string, string> = new Map([
	["info allows-arbitrary-code", "warning allow-remote-shell"],
	["warning allow-privilege", "warning allow-remote-shell"],
]);

test("two mistaken rules give the findings that each gives alone", () => {
	fc.assert(
		fc.property(faultyOf(grants), faultyOf(grants), (one, other) => {
			fc.pre(apart(one, other));
			const together = codes(findings(`default deny\n${one}\n${other}\n`));
			const missing = [...codesAlone(one), ...codesAlone(other)].filter(
				(code) => !together.includes(code) && !together.includes(stronger.get(code) ?? ""),
			);
			expect([one, other, missing]).toEqual([one, other, []]);
		}),
		options,
	);
});

function isClauseAt(words: readonly string[], at: number): boolean {
	return isClauseKeyword(words[at] ?? "") || isClauseKeyword(words.slice(at, at + 2).join(" "));
}

test("a rule in a list is told as it is alone", () => {
	const plain = grants.filter(
		(rule) =>
			// A comma behind a clause goes on with what that clause lists, and `after` lists commands as well.
			/^allow [^,"]+$/.test(rule) && !rule.split(" ").some((_, at, all) => isClauseAt(all, at)),
	);
	fc.assert(
		fc.property(faultyOf(plain), faultyOf(plain), (one, other) => {
			fc.pre(apart(one, other));
			const list = codes(findings(`default deny\n${one}, ${other.slice("allow ".length)}\n`));
			const rules = codes(findings(`default deny\n${one}\n${other}\n`));
			const missing = rules.filter((code) => !list.includes(code));
			expect([one, other, missing]).toEqual([one, other, []]);
		}),
		options,
	);
	expect(areFaulty(plain, 41)).toBe(true);
});

test("there are rules enough", () => {
	expect(areFaulty(grants, 151)).toBe(true);
});
