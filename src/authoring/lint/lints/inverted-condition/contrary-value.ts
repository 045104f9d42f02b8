/** A condition on the very value that the rule's own text leaves out, or leaves to people: `allow git push when branch is main note "Never to main."` */
import { variableOfFact } from "../../../../language/policy/clauses/facts/fact-names.js";
import type { FactsCondition, PatternWord, RuleStatement, Statement } from "../../../../language/syntax/statements.js";
import type { Finding } from "../../lint-record.js";
import { commentOf, commentOfNeighbour, textsOf } from "../../meaning/said/said-parts.js";

export function contraryValue(
	{ fact, values, span }: FactsCondition,
	rule: RuleStatement,
	siblings: readonly Statement[],
): readonly Finding[] {
	if (!isNamed(fact.text) || (rule.keyword !== "allow" && rule.keyword !== "deny")) return [];
	const text = `${textsOf(rule)} ${commentOf(rule) || commentOfNeighbour(rule, siblings)}`;
	for (const value of values) {
		if (value.kind === "regex" || value.kind === "set") continue;
		const found =
			rule.keyword === "allow" ? leftOutOf(text, nameOf(value, fact.text)) : meantAlone(text, nameOf(value, fact.text));
		if (found === undefined) continue;
		const said = found.replace(/^[\s.;,:]*(?:and )?/, "");
		return [
			{
				message: `the rule says \`${said}\`, and ${rule.keyword === "allow" ? "allows" : "denies"} it just there`,
				span,
				help: `name the other ${fact.text === "branch" ? "branches" : "values"} here, or say in the text what the rule does`,
			},
		];
	}
	return [];
}

/** What has a name of its own; times are compared by what they mean. */
function isNamed(fact: string): boolean {
	return (
		variableOfFact(fact) !== undefined || ["branch", "host", "repository", "harness", "mode", "user"].includes(fact)
	);
}

/** As a text may write it: a machine by the first part of its name, `release/*` with what stands before the star. */
function nameOf({ text }: PatternWord, fact: string): string {
	const short = fact === "host" && /^[\w-]+\.[\w.-]+$/.test(text) ? text.split(".")[0] : undefined;
	const names = [
		text,
		...(short === undefined ? [] : [short]),
		...(/^[\w-]{3,}\/\*+$/.test(text) ? [text.replace(/\*+$/, "")] : []),
	];
	return `(?:the )?[\`'"]?(?:${names.map((one) => one.replaceAll(/[^\w-]/g, "\\$&")).join("|")})(?![\\w-]|/\\w)`;
}

const people =
	"people|persons?|a person|humans?|somebody|maintainers?|managers?|the (?:release |on-?call )?\\w+ team|reviewers?";

/** `never to main`, `` `main` and releases are merged by people `` */
function leftOutOf(text: string, name: string): string | undefined {
	const never = new RegExp(
		`\\b(?:never|not|nothing|no \\w+|nobody|except|outside(?: of)?|other than|but)(?: (?:to|on|from|into|at|for|against|in|as|by|under|with|run|runs|is run|are run|build|built|start|started|push(?:es|ed)?))*[ ]${name}`,
		"i",
	).exec(text)?.[0];
	if (never !== undefined) return never;
	return new RegExp(
		`(?:^|[.;,:] |\\band )${name}[\`'"]?[^.;]{0,60}?\\b(?:is|are|stays?|belongs?)\\b[^.;]{0,40}?\\b(?:by|to|for|with) (?:the )?(?:${people})\\b`,
		"i",
	).exec(text)?.[0];
}

/** `only on bot/*`, `made on signer-01 and nowhere else`. A denial may leave it to people. */
function meantAlone(text: string, name: string): string | undefined {
	if (new RegExp(`\\b(?:${people})\\b`, "i").test(text)) return undefined;
	return (
		new RegExp(
			`\\b(?:only|just|solely|nowhere(?: else)? but|nothing(?: else)? but)(?: (?:to|on|from|into|at|for|against|in|push(?:es|ed)?))*[ ]${name}`,
			"i",
		).exec(text)?.[0] ??
		new RegExp(
			`${name}[^.;]{0,20}?\\b(?:nowhere else|no (?:other|\\w+ but this)|and only there|alone|nothing else)\\b`,
			"i",
		).exec(text)?.[0]
	);
}
