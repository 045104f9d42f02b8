/**
 * Tests as questions for people, and which of them a command fails.
 */
import type { HostPattern, PathPattern, Test } from "../../../language/policy/test.js";
import { evaluateTest, offendingHost } from "../evaluate/evaluate-test.js";
import type { EvaluationContext } from "../evaluate/evaluation-context.js";
import type { Truth } from "../evaluate/truth.js";
import { pastText } from "./past-text.js";

/** One question that was put to the command on its way. */
export interface Step {
	readonly question: string;
	readonly answer: Truth;
}

/** Does the test name this program, by its name or a glob? */
export function speaksOf(test: Test, subject: EvaluationContext): boolean {
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.some((one) => speaksOf(one, subject));
		case "program":
			return evaluateTest(test, subject) !== "no";
		default:
			return false;
	}
}

/** The conditions of a test that do not surely hold; of alternatives, those of the nearest. */
export function failing(test: Test, subject: EvaluationContext): readonly Step[] {
	const answer = evaluateTest(test, subject);
	if (answer === "yes") return [];
	switch (test.kind) {
		case "all":
			return test.tests.flatMap((one) => failing(one, subject));
		case "any": {
			const each = test.tests
				.filter((one) => speaksOf(one, subject) || one.kind !== "all")
				.map((one) => failing(one, subject));
			return each.sort((a, b) => a.length - b.length)[0] ?? [{ question: describe(test), answer }];
		}
		case "hosts-within": {
			const host = offendingHost({ kind: "not", test }, subject);
			const which =
				host === undefined
					? ""
					: ` (not so of ${host.host === undefined ? "a host that can't be known" : `\`${host.host}\``})`;
			return [{ question: describe(test) + which, answer }];
		}
		default:
			return [{ question: describe(test), answer }];
	}
}

/** A test as a question for people. */
export function describe(test: Test): string {
	switch (test.kind) {
		case "all":
			return test.tests.map(describe).join(", and ");
		case "any":
			return test.tests.length === 0 ? "never" : joinFirst(test.tests.map(describe), ", or ", "other conditions");
		case "not":
			return `not: ${describe(test.test)}`;
		case "program": {
			const name =
				test.pattern.kind === "any" ? "any program" : test.pattern.kind === "rest" ? "**" : `\`${test.pattern.text}\``;
			return `the program is ${name}${test.as === "restricting" ? ", wherever it lies" : ""}`;
		}
		case "operands":
			return test.words.length === 0
				? "no operands"
				: `the operands ${test.exactly ? "are just" : "begin with"} \`${test.words.map(wordText).join(" ")}\``;
		case "option":
			return `option \`${test.name}\`${test.value ? ` with the value \`${wordText(test.value)}\`` : ""} is given`;
		case "only-options":
			return test.names.length === 0
				? "no option is given"
				: `no option is given but ${test.names.map((name) => `\`${name}\``).join(", ")}`;
		case "paths-within":
			return `every path ${accessText(test.access)}lies inside ${pathsText(test.paths)}`;
		case "paths-touching":
			return `some path ${accessText(test.access)}lies inside ${pathsText(test.paths)}`;
		case "hosts-within":
			return `every host that it talks to is ${test.named ? "named, and " : ""}among ${hostsText(test.hosts)}`;
		case "hosts-reaching":
			return `some host that it talks to is among ${hostsText(test.hosts)}`;
		case "powers-within":
			return test.powers === "everything"
				? "all arguments are trusted"
				: test.powers.length === 0
					? "plain use only"
					: `plain use and ${test.powers.join(", ")} only`;
		case "uses-power":
			return `it uses ${test.powers.join(" or ")}`;
		case "forced":
			return "the request is forced";
		case "plain-name":
			return "it is called by its bare name, or by a path in a trusted folder";
		case "redirected":
			return `a redirection names a file${test.access === "any" ? "" : ` that is ${test.access === "read" ? "read" : "written"}`}`;
		case "has-tool":
			return `the agent has ${test.names.join(" or ")}`;
		case "past":
			return pastText(test.asks);
		case "fact":
			return `\`${test.fact}\` is ${joinFirst(
				test.values.map((value) => `\`${wordText(value)}\``),
				" or ",
				"others",
			)}`;
		case "until":
			return `it is before the end of ${test.date}`;
	}
}

function wordText(word: { readonly kind: string; readonly text?: string }): string {
	return word.kind === "any"
		? "*"
		: word.kind === "rest"
			? "**"
			: word.kind === "regex"
				? `/${word.text}/`
				: (word.text ?? "");
}

function accessText(access: string): string {
	return access === "read" ? "that is read " : access === "write" ? "that is written " : "";
}

function pathsText(paths: readonly PathPattern[]): string {
	// The engine's own list is long, and says nothing of the policy.
	if (paths.some(({ told }) => told !== undefined)) return "what governs agents, or the keys and state of the rules";
	return joinFirst(
		paths.map((path) => `\`${path.negated ? "!" : ""}${path.text}\``),
		", ",
		"more",
	);
}

function hostsText(hosts: readonly HostPattern[]): string {
	return joinFirst(
		hosts.map(({ negated, text }) => `\`${negated ? "!" : ""}${text}\``),
		", ",
		"more",
	);
}

/** Of longer lists the rest is counted: the rule's own text says them all. */
const mostShown = 12;

function joinFirst(texts: readonly string[], between: string, rest: string): string {
	if (texts.length <= mostShown + 1) return texts.join(between);
	return [...texts.slice(0, mostShown), `${texts.length - mostShown} ${rest}`].join(between);
}
