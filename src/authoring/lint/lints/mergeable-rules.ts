/** `mergeable-rules`: two rules stand one below the other and say the same of different commands. */
import type { Fix } from "../../../language/diagnostic/diagnostic.js";
import { patternText, peopleText } from "../../../language/syntax/dsl/part-text.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";
import type { LintContext, StatedRule } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { clauseText } from "../reading/clause-text.js";
import { deletion } from "../reading/deletion.js";
import { isWholeRuleReported } from "../without-effect/rule-already-reported.js";

export const mergeableRules: PolicyLint = {
	name: "mergeable-rules",
	family: "style",
	severity: "info",
	summary: "two rules stand one below the other and say the same words of different commands",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => {
		const rules = new Map(subject.rules().map((one) => [one.statement, one]));
		return subject.rules().flatMap((stated) => {
			const saying = sayingOf(stated.statement);
			const before = saying === undefined ? undefined : ruleAbove(stated, subject);
			if (before === undefined || sayingOf(before) !== saying) return [];
			// What stands in both is a repetition, and told as such.
			const above = new Set(before.patterns.map(patternText));
			if (stated.statement.patterns.some((one) => above.has(patternText(one)))) return [];
			const other = rules.get(before);
			if (isWholeRuleReported(stated, subject) || (other !== undefined && isWholeRuleReported(other, subject)))
				return [];
			const fix = merging(before, stated, subject);
			return [
				{
					message: `this \`${stated.statement.keyword}\` says the same words as the one above it`,
					span: stated.statement.span,
					labels: [{ span: before.span, message: "the rule above" }],
					help: `write one rule: \`${before.keyword} ${[...before.patterns, ...stated.statement.patterns].map(patternText).join(", ")} …\``,
					...(fix === undefined ? {} : { fix }),
				},
			];
		});
	},
};

/** The rule in the lines right above, without a comment or a blank line between them. */
function ruleAbove({ statement, siblings, file }: StatedRule, subject: LintContext): RuleStatement | undefined {
	const before = siblings[siblings.indexOf(statement) - 1];
	if (before?.kind !== "rule" || before.comments?.after !== undefined || statement.comments !== undefined)
		return undefined;
	const between = subject.sources.get(file.file)?.text.slice(before.span.end, statement.span.start) ?? "";
	return /^[ \t]*(?:\r\n|\n|\r)[ \t]*(?:-[ \t]+)?$/.test(between) ? before : undefined;
}

/** What two rules must share, their patterns aside; undefined for a rule that is better left alone. */
function sayingOf({ keyword, locked, override, access, people, clauses, patterns }: RuleStatement): string | undefined {
	// A rule to a line is a good list; words that stand twice are not. An id is one rule's.
	if (!clauses.some((one) => one.keyword === "because" || one.keyword === "note")) return undefined;
	if (clauses.some((one) => one.keyword === "id") || patterns.length > mostPatterns) return undefined;
	return JSON.stringify([
		keyword,
		locked,
		override,
		access,
		people && peopleText(people),
		clauses.map(clauseText).sort(),
	]);
}

const mostPatterns = 8;

function merging(before: RuleStatement, stated: StatedRule, subject: LintContext): Fix | undefined {
	const texts = stated.statement.patterns.map(patternText);
	const last = before.patterns.at(-1);
	const out = deletion(stated, subject);
	// In a YAML text without quotes other characters mean something.
	const isPlain = stated.file.notation === "rules" || texts.every((text) => /^[\w@][\w ./=+-]*$/.test(text));
	const isPlaced = last !== undefined && last.span.end < before.span.end;
	if (out === undefined || !isPlain || !isPlaced) return undefined;
	const at = { ...last.span, start: last.span.end };
	return {
		title: "put both into one rule",
		edits: [{ span: at, text: texts.map((text) => `, ${text}`).join("") }, out],
		safe: true,
	};
}
