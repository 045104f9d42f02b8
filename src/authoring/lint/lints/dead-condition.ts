/** `dead-condition`: a condition that holds for every command that the rest of its rule speaks of. */
import { dayNames, daysOf, timesOf } from "../../../language/policy/clauses/facts/moments.js";
import { alternativeText, conditionText } from "../../../language/syntax/dsl/part-text.js";
import type { FactsCondition } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { clauseText } from "../reading/clause-text.js";
import { clauseDeletion, elementDeletion } from "../reading/part-deletion.js";
import { programsWithoutPathOperands } from "../without-effect/programs-without-path-operands.js";
import { redundantParts } from "../without-effect/redundant-rule-parts.js";

export const deadCondition: PolicyLint = {
	name: "dead-condition",
	family: "anomalies",
	severity: "warning",
	summary: "a condition changes nothing: it holds for every command that the rest of the rule speaks of",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => [
			...wholeTimes(stated, subject),
			...redundantParts(stated, subject).flatMap((part) => {
				if (part.kind !== "condition") return [];
				const { clause, at } = part;
				// That is `vacuous-path-clause`, which says why.
				if (clause.keyword === "within" && programsWithoutPathOperands(stated, "any", subject) !== undefined) return [];
				const element = clause.keyword === "without" && at !== undefined ? clause.options[at] : undefined;
				const said = element === undefined ? clauseText(clause) : `${clause.keyword} ${alternativeText(element)}`;
				const elements =
					clause.keyword === "without"
						? clause.options.flatMap((one) => {
								const [first, last] = [one[0], one.at(-1)];
								return first === undefined || last === undefined ? [] : [{ ...first.span, end: last.span.end }];
							})
						: [];
				const edit = at === undefined ? clauseDeletion(clause.span, subject) : elementDeletion(elements, at, subject);
				return [
					{
						message: `\`${said}\` changes nothing: it holds for every command that the rest of the rule speaks of`,
						span: part.span,
						help: "take it out, or say what else is meant",
						...(edit === undefined ? {} : { fix: { title: "take the condition out", edits: [edit], safe: true } }),
					},
				];
			}),
		]),
};

/** A grant on every day, or at every time: all that it asks for is that there is a clock. */
function wholeTimes({ statement }: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	if (statement.keyword !== "allow") return [];
	return statement.clauses.flatMap((clause) =>
		clause.form !== "facts"
			? []
			: clause.conditions
					.filter((one) => isWhole(one))
					.map((one) => {
						const said = `when ${conditionText(one)}`;
						const edit = clause.conditions.length === 1 ? clauseDeletion(clause.span, subject) : undefined;
						return {
							message: `\`${said}\` changes nothing: it is so at all times`,
							span: one.span,
							help: "take it out, or name the time that is meant",
							...(edit === undefined ? {} : { fix: { title: "take the condition out", edits: [edit], safe: false } }),
						};
					}),
	);
}

function isWhole({ fact, values }: FactsCondition): boolean {
	const texts = values.map(({ text }) => text);
	if (fact.text === "day") return new Set(texts.flatMap((text) => [...(daysOf(text) ?? [])])).size === dayNames.length;
	if (fact.text !== "time") return false;
	const ranges = texts.flatMap((text) => timesOf(text) ?? []);
	const isIn = (minute: number): boolean =>
		ranges.some(({ from, to }) => (from < to ? minute >= from && minute < to : minute >= from || minute < to));
	// Where none of them ends and none begins, nothing changes.
	return ranges.length > 0 && ranges.every(({ from, to }) => isIn(from) && isIn(to % dayLong)) && isIn(0);
}

const dayLong = 24 * 60;
