/** `never-matches`: a rule that can hold for no command, because its words and conditions exclude each other. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { variableOfFact } from "../../../language/policy/clauses/facts/fact-names.js";
import type { Span } from "../../../language/source/span.js";
import { conditionText, patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { reaching } from "../meaning/reach.js";
import { isWhole, pathShape } from "../powers/path-shape.js";
import { clauseText } from "../reading/clause-text.js";
import { pathsOfStatement } from "../reading/written-paths.js";
import { type Conflict, conflictIn, idlePatterns } from "../without-effect/conflicts.js";
import { exclusiveFacts } from "../without-effect/exclusive-facts.js";
import { redundantParts } from "../without-effect/redundant-rule-parts.js";
import { mistypedOption } from "./mistyped-name/option.js";
import { mistypedSubcommand } from "./mistyped-name/subcommand.js";
import { isTakenOut } from "./only-negations.js";
import { ungovernedCalls } from "./ungoverned-rule.js";

export const neverMatches: PolicyLint = {
	name: "never-matches",
	family: "anomalies",
	severity: "error",
	summary: "a rule can hold for no command: its words and conditions exclude each other",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { statement, agents } = stated;
			const exclusive = exclusiveFacts(statement);
			if (exclusive !== undefined) return [factsFinding(exclusive, statement)];
			const fixed = fixedVariable(stated, subject);
			if (fixed !== undefined) return [fixed];
			// What overrides took out of it is not its own doing.
			if (!agents.some(({ rule }) => rule.excludedBy.length === 0)) return [];
			if (statement.patterns.length > 1 && subject.fateOf(stated).kind !== "empty") return patternsOf(stated, subject);
			if (subject.fateOf(stated).kind !== "empty" || isToldOfWords(statement, subject)) return [];
			const conflict = conflictIn(stated, subject);
			if (isToldOfPaths(stated, conflict, subject)) return [];
			// It may grant nothing, and take out of inherited rules what its words fit.
			if (statement.override && (conflict === undefined || conflict.kind === "powers")) return [];
			const clauses = conflict?.kind === "clauses" ? conflict.clauses : [];
			return [
				{
					message: `no command fits this rule${conflict === undefined ? "" : `: ${whyOf(conflict, stated)}`}`,
					span: statement.span,
					...(clauses.length === 0 ? {} : { labels: clauses.map(({ span }) => ({ span, message: "this condition" })) }),
					help: helpFor(conflict),
				},
			];
		}),
};

/** `when day is sat when day is sun`: on a denial, too, which would hold where the fact is not known. */
function factsFinding([one, other]: NonNullable<ReturnType<typeof exclusiveFacts>>, { span }: RuleStatement): Finding {
	return {
		message: `this rule never holds: \`when ${conditionText(one)}\` and \`when ${conditionText(other)}\` must both be so, and exclude each other`,
		span,
		labels: [one, other].map((condition) => ({ span: condition.span, message: "this condition" })),
		help: `where either will do, \`when ${conditionText({ ...one, values: [...one.values, ...other.values] })}\` names both in one list`,
	};
}

/** `allow git push when env CI is true` under `environment set CI=1`, which may be inherited: what is set can't be known. */
function fixedVariable({ statement, agents }: StatedRule, { tree }: ValidPolicyContext): Finding | undefined {
	if (statement.keyword !== "allow" || agents.length === 0) return undefined;
	for (const clause of statement.clauses)
		for (const condition of clause.form === "facts" ? clause.conditions : []) {
			const name = variableOfFact(condition.fact.text);
			const isSet = agents.every(
				({ agent }) => name !== undefined && Object.hasOwn(tree.agents[agent]?.agent.environment.set ?? {}, name),
			);
			if (name === undefined || !isSet) continue;
			return {
				message: `this rule never grants anything: \`environment set\` gives \`${name}\` its value, so that \`when ${conditionText(condition)}\` can't be known`,
				span: statement.span,
				labels: [{ span: condition.span, message: "this condition" }],
				help: "leave the condition out, or rest it on a variable that the policy does not set",
			};
		}
	return undefined;
}

/** A word of it is told as misspelt, or as a call that the rules leave to the harness, which is why. */
function isToldOfWord(span: Span, subject: ValidPolicyContext): boolean {
	const made =
		told.get(subject) ??
		[
			...[mistypedSubcommand, mistypedOption].flatMap(({ check }) => check(subject, {})),
			...ungovernedCalls(subject).map(({ finding }) => finding),
		].map((one) => one.span);
	told.set(subject, made);
	return made.some((one) => one.file === span.file && one.start >= span.start && one.end <= span.end);
}

const told = new WeakMap<ValidPolicyContext, readonly Span[]>();

/** So are all of its patterns, where the misspelt words stand in them. */
function isToldOfWords({ span, patterns }: RuleStatement, subject: ValidPolicyContext): boolean {
	const isTold = patterns.map((one) => isToldOfWord(one.span, subject));
	return isToldOfWord(span, subject) && (!isTold.includes(true) || !isTold.includes(false));
}

/** A list of paths alone is to blame: that names nothing, which is `only-negations`, or lets every path through, which is `unbounded-paths`. */
function isToldOfPaths(stated: StatedRule, conflict: Conflict | undefined, subject: ValidPolicyContext): boolean {
	const { statement } = stated;
	const lists = pathsOfStatement(statement, subject);
	if (statement.keyword === "constrain")
		return (
			lists.some(
				({ keyword, paths }) =>
					keyword === "to" &&
					!paths.some(({ negated }) => negated) &&
					paths.map(pathShape).some((shape) => shape.root === "top" && isWhole(shape)),
			) && reaching(stated, "/etc/passwd", subject) !== undefined
		);
	const [clause, ...more] = conflict?.kind === "clauses" ? conflict.clauses : [];
	return (
		more.length === 0 &&
		lists.some(
			(list) =>
				list.span.start === clause?.span.start && (list.words.every(({ negated }) => negated) || isTakenOut(list)),
		)
	);
}

/** Patterns of a list that nothing fits, while something fits the others. */
function patternsOf(stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { statement } = stated;
	return idlePatterns(stated, subject).flatMap((conflict) => {
		const pattern = statement.patterns[conflict.at];
		// That another pattern says it as well is told as such.
		const isTold = redundantParts(stated, subject).some((part) => part.kind === "pattern" && part.at === conflict.at);
		if (pattern === undefined || isTold || isToldOfWord(pattern.span, subject)) return [];
		const why = whyOf(conflict, { ...stated, statement: { ...statement, patterns: [pattern] } });
		return [
			{
				message: `no command fits this pattern: ${why}`,
				span: pattern.span,
				help: helpFor(conflict),
			},
		];
	});
}

function helpFor(conflict: Conflict | undefined): string {
	return conflict?.kind === "powers"
		? `write \`granting ${conflict.power ?? "everything"}\` if that is meant`
		: "see which of its words or conditions is too much";
}

function whyOf(conflict: Conflict, { statement: { patterns } }: StatedRule): string {
	const said = patterns.map((one) => `\`${patternText(one)}\``);
	const [only] = said.length === 1 ? said : [];
	switch (conflict.kind) {
		case "clauses": {
			const [first, second] = conflict.clauses.map((one) => `\`${clauseText(one)}\``);
			if (second !== undefined) return `${first} and ${second} exclude each other`;
			return only === undefined ? `none of its patterns goes with ${first}` : `${only} and ${first} exclude each other`;
		}
		case "powers": {
			const power =
				conflict.power === undefined
					? "more powers than it grants"
					: `the power \`${conflict.power}\`, which it does not grant`;
			if (only === undefined) return `whatever its patterns speak of uses ${power}`;
			const [program, unlisted] = patterns.flatMap(unlistedSubcommand);
			return unlisted === undefined
				? `${only} always uses ${power}`
				: `${only} always uses ${power}: \`${unlisted}\` is none of the subcommands that are known of \`${program}\`, and so may do anything`;
		}
		case "patterns":
			return only === undefined ? "its patterns speak of none" : `${only} speaks of none`;
	}
}

/** The program and its subcommand, where the table knows others and not this one: an extension of somebody else, as `git lfs`. */
function unlistedSubcommand({ words: [first, second] }: Pattern): readonly string[] {
	const known = first?.kind === "plain" ? programNamed(first.text)?.subcommands : undefined;
	if (known === undefined || second?.kind !== "plain" || !/^[a-z][\w-]*$/.test(second.text)) return [];
	const isListed = Object.entries(known).some(
		([name, { aliases }]) => name.split(" ")[0] === second.text || aliases.includes(second.text),
	);
	return Object.keys(known).length === 0 || isListed ? [] : [first?.text ?? "", second.text];
}
