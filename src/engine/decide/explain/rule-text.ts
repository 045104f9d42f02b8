/**
 * A rule as it stands in a compiled policy: its tests by their places in the list of tests, the file by its place in the list of files, and nothing of what most
 * rules leave out. Such a line is a fourth as long, and what is not there need not be read, checked and parsed.
 */
import type { Rule } from "../../../language/policy/policy.js";
import type { Test } from "../../../language/policy/test.js";

export interface RuleText
	extends Pick<Rule, "id" | "keyword" | "effect" | "owner">,
		Partial<Pick<Rule, "access" | "locked" | "override" | "engine" | "message" | "note" | "use" | "excludedBy">> {
	readonly grants?: TestText;
	readonly restricts?: TestText;
	readonly span: readonly [file: number, start: number, end: number];
}

/** The place of a test; a list of those that hold all; one of them; one that does not hold. */
export type TestText =
	| number
	| readonly TestText[]
	| { readonly any: readonly TestText[] }
	| { readonly not: TestText };

/** The rule again. `testAt`, `fileAt`: what stands at a place. A rule that names what is not there is a fault, which decides nothing. */
export function ruleFrom(
	text: RuleText,
	testAt: (place: number) => Test | undefined,
	fileAt: (place: number) => string | undefined,
): Rule {
	const {
		grants,
		restricts,
		span: [file, start, end],
		...said
	} = text;
	return {
		locked: false,
		override: false,
		use: [],
		excludedBy: [],
		...said,
		...(grants === undefined ? {} : { grants: testFrom(grants, testAt) }),
		...(restricts === undefined ? {} : { restricts: testFrom(restricts, testAt) }),
		span: { file: there(fileAt(file)), start, end },
	};
}

/** The test again, of what stands at the places. */
export function testFrom(text: TestText, testAt: (place: number) => Test | undefined): Test {
	if (typeof text === "number") return there(testAt(text));
	if ("any" in text) return { kind: "any", tests: text.any.map((one) => testFrom(one, testAt)) };
	if ("not" in text) return { kind: "not", test: testFrom(text.not, testAt) };
	return { kind: "all", tests: text.map((one) => testFrom(one, testAt)) };
}

function there<T>(found: T | undefined): T {
	if (found === undefined) throw new Error("a rule of the compiled policy names what is not in it");
	return found;
}
