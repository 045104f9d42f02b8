/** `dead-exception`: an `except` that leaves nothing out. */

import { areExclusive } from "../../../engine/knowledge/options/modes.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { lowerVariant, programsIn } from "../meaning/lower-variant.js";
import { clauseDeletion, elementDeletion } from "../reading/part-deletion.js";
import { type RedundantPart, redundantParts } from "../without-effect/redundant-rule-parts.js";
import { isListedSubcommand } from "./mistyped-name/listed-subcommand.js";

export const deadException: PolicyLint = {
	name: "dead-exception",
	family: "anomalies",
	severity: "warning",
	needsWhole: true,
	summary: "an exception leaves nothing out of its rule",
	fixes: "both",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { statement } = stated;
			const parts = redundantParts(stated, subject);
			const told = new Set(parts.map(({ span }) => span.start));
			const never = neverTogether(statement).filter(({ span }) => !told.has(span.start));
			return [...never, ...redundantFindings(parts, stated, subject)];
		}),
};

function redundantFindings(
	parts: readonly RedundantPart[],
	stated: StatedRule,
	subject: ValidPolicyContext,
): readonly Finding[] {
	const { statement } = stated;
	return parts.flatMap((part): readonly Finding[] => {
		if (part.kind !== "exception") return [];
		const { patterns } = part.clause;
		const pattern = patterns[part.at];
		// A subcommand behind a comma is told as such: it is meant.
		if (pattern !== undefined && isListedSubcommand(pattern.span, subject)) return [];
		const said = patternText(patterns[part.at] as Pattern);
		const edit =
			patterns.length === 1
				? clauseDeletion(part.clause.span, subject)
				: elementDeletion(
						patterns.map(({ span }) => span),
						part.at,
						subject,
					);
		const own = programsIn(lowerVariant({ ...statement, clauses: [] }, stated, subject) ?? {});
		const left =
			pattern && programsIn(lowerVariant({ ...statement, patterns: [pattern], clauses: [] }, stated, subject) ?? {});
		const isForeign = own !== undefined && left !== undefined && ![...left].some((name) => own.has(name));
		// A link may lead from one program to another, and what is left out of a grant is read widely.
		const safe = !isForeign || statement.keyword === "deny" || statement.keyword === "constrain";
		return [
			{
				message: isForeign
					? `\`except ${said}\` leaves nothing out: the rule does not speak of \`${[...left].join("`, `")}\``
					: `\`except ${said}\` leaves nothing out of this rule`,
				span: part.span,
				...(isForeign ? { undoneBy: "nothing" as const } : {}),
				help: isForeign
					? "take it out, or name what is meant"
					: "take it out: what it speaks of does not fit the rule, or another exception leaves it out already",
				...(edit === undefined
					? {}
					: {
							fix: {
								title: safe
									? "take the exception out"
									: "take the exception out; it would still hold where a link leads from one program to the other",
								edits: [edit],
								safe,
							},
						}),
			},
		];
	});
}

/** Exceptions of one mode in a rule of another: `deny git reset --hard except git reset --soft`. */
function neverTogether({ patterns, clauses }: RuleStatement): readonly Finding[] {
	const own = patterns.map((pattern) => readPlain(pattern));
	const always = clauses.flatMap((clause) =>
		clause.keyword === "with" && clause.options.length === 1 ? (clause.options[0] ?? []).map(({ text }) => text) : [],
	);
	return clauses.flatMap((clause) =>
		clause.keyword !== "except"
			? []
			: clause.patterns.flatMap((pattern): readonly Finding[] => {
					const left = readPlain(pattern);
					const pairs = own.map((one) => {
						if (one.words[0] !== left.words[0]) return undefined;
						const words = one.words.length > left.words.length ? one.words : left.words;
						for (const first of [...one.options, ...always])
							for (const other of left.options) if (areExclusive(words, first, other)) return [first, other];
						return undefined;
					});
					const [pair] = pairs;
					if (pair === undefined || pairs.includes(undefined)) return [];
					return [
						{
							message: `\`except ${patternText(pattern)}\` leaves nothing out of this rule: a command does \`${pair[0]}\` or \`${pair[1]}\`, not both`,
							span: pattern.span,
							undoneBy: "nothing",
							help: `take it out: the rule does not speak of commands with \`${pair[1]}\``,
						},
					];
				}),
	);
}

function readPlain({ words }: Pattern): { readonly words: readonly string[]; readonly options: readonly string[] } {
	const plain = words.flatMap(({ kind, text }) => (kind === "plain" || kind === "quoted" ? [text] : []));
	return {
		words: plain.filter((text) => !text.startsWith("-")),
		options: plain.filter((text) => text.startsWith("-")).map((text) => text.replace(/=.*$/s, "")),
	};
}
