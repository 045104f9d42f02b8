/**
 * Can two tests speak of the same command? Told from their programs, operands and exceptions; what else they ask is left aside,
 * and so are links that lead from one program to another.
 */
import type { Test, WordPattern } from "./test.js";
import { matcherOf } from "./word-language/matcher.js";

/** Surely no command fits both, by its name and words. */
export function areDisjoint(a: Test, b: Test): boolean {
	const [left, right] = [alternatives(a), alternatives(b)];
	// Sets multiply: what would take long is taken to meet.
	if (left.length * right.length > mostPairs) return false;
	return left.every((one) => right.every((other) => exclude(one, other)));
}

const mostPairs = 200_000;

/** The conditions of each way to fit. */
function alternatives(test: Test): readonly (readonly Test[])[] {
	if (test.kind === "any") return test.tests.flatMap(alternatives);
	const conditions = test.kind === "all" ? test.tests : [test];
	const at = conditions.findIndex((one) => one.kind === "any");
	const choice = conditions[at];
	if (choice?.kind !== "any" || !choice.tests.some(namesProgram)) return [conditions];
	const others = conditions.filter((_, index) => index !== at);
	return choice.tests.flatMap(alternatives).map((one) => [...one, ...others]);
}

function namesProgram(test: Test): boolean {
	return test.kind === "program" || (test.kind === "all" && test.tests.some(namesProgram));
}

function exclude(one: readonly Test[], other: readonly Test[]): boolean {
	return (
		one.some((a) => other.some((b) => clash(a, b))) ||
		one.some((a) => a.kind === "not" && follows(a.test, other)) ||
		other.some((b) => b.kind === "not" && follows(b.test, one))
	);
}

function clash(a: Test, b: Test): boolean {
	if (a.kind === "program" && b.kind === "program") return noCommonProgram(a.pattern, b.pattern);
	if (a.kind !== "operands" || b.kind !== "operands") return false;
	for (let at = 0; ; at++) {
		const [x, y] = [a.words[at], b.words[at]];
		if (x?.kind === "rest" || y?.kind === "rest") return false;
		if (x === undefined) return y !== undefined && a.exactly;
		if (y === undefined) return b.exactly;
		if (noCommonWord(x, y)) return true;
	}
}

function noCommonProgram(a: WordPattern, b: WordPattern): boolean {
	// A regular expression may speak of a whole path.
	if ((a.kind === "regex" && isPath(b)) || (b.kind === "regex" && isPath(a))) return false;
	return noCommonWord(nameOf(a), nameOf(b));
}

function isPath(pattern: WordPattern): boolean {
	return (pattern.kind === "literal" || pattern.kind === "glob") && pattern.text.includes("/");
}

/** A path names the program at its end. */
function nameOf(pattern: WordPattern): WordPattern {
	if (!isPath(pattern)) return pattern;
	return pattern.kind === "literal"
		? { kind: "literal", text: pattern.text.slice(pattern.text.lastIndexOf("/") + 1) }
		: { kind: "any" };
}

function noCommonWord(a: WordPattern, b: WordPattern): boolean {
	if (a.kind === "literal" && b.kind === "literal") return a.text !== b.text;
	if (a.kind === "literal") return hasLanguage(b) && !matcherOf(b)(a.text);
	if (b.kind === "literal") return hasLanguage(a) && !matcherOf(a)(b.text);
	return false;
}

function hasLanguage(pattern: WordPattern): boolean {
	return pattern.kind === "glob" || pattern.kind === "regex";
}

/** Whatever meets all conditions meets the test. */
function follows(test: Test, conditions: readonly Test[]): boolean {
	switch (test.kind) {
		case "all":
			return test.tests.every((one) => follows(one, conditions));
		case "any":
			return test.tests.some((one) => follows(one, conditions));
		case "program":
			// Where a rule grants, a name means less than where it restricts.
			return conditions.some(
				(one) =>
					one.kind === "program" &&
					(one.as === test.as || one.as === "granting") &&
					narrower(one.pattern, test.pattern),
			);
		case "operands":
			return conditions.some((one) => one.kind === "operands" && narrowerOperands(one, test));
		default:
			return conditions.some((one) => JSON.stringify(one) === JSON.stringify(test));
	}
}

function narrowerOperands(
	inner: Test & { readonly kind: "operands" },
	outer: Test & { readonly kind: "operands" },
): boolean {
	if (outer.exactly && !(inner.exactly && inner.words.length === outer.words.length)) return false;
	return outer.words.every((word, at) => {
		const own = inner.words[at];
		if (own === undefined || word.kind === "rest" || own.kind === "rest") return false;
		return narrower(own, word);
	});
}

function narrower(inner: WordPattern, outer: WordPattern): boolean {
	if (outer.kind === "any" || JSON.stringify(inner) === JSON.stringify(outer)) return true;
	return inner.kind === "literal" && !inner.text.includes("/") && hasLanguage(outer) && matcherOf(outer)(inner.text);
}
