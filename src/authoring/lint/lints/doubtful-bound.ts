/** `doubtful-bound`: a number or a time of a clause lets nothing through, or bounds nothing: `at most 0 per 1h`, `ask 1 of`, `until 2206-12-31`. */
import { datesOf, endOf } from "../../../language/policy/clauses/facts/moments.js";
import type { Rule } from "../../../language/policy/policy.js";
import { timeOf } from "../../../language/policy/spans-of-time.js";
import type { Exceeded } from "../../../language/policy/test.js";
import { limitText, patternText, peopleText } from "../../../language/syntax/dsl/write-dsl.js";
import type { Clause, EventsClause, LimitClause, RuleStatement, Text } from "../../../language/syntax/statements.js";
import { pastIn } from "../../analysis/past/past-tests.js";
import { areAmong, keyWithFate } from "../../analysis/search/solve-conjunction/past-order.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const doubtfulBound: PolicyLint = {
	name: "doubtful-bound",
	family: "hygiene",
	severity: "warning",
	summary: "a number or a time of a clause lets nothing through, or bounds nothing",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => [
			...peopleAsked(stated.statement, subject.today),
			...stated.statement.clauses.flatMap((clause): readonly Finding[] => {
				switch (clause.form) {
					case "limit":
						return limitOf(clause, stated, subject);
					case "events":
						return lookedBack(clause, stated.statement);
					case "date":
						return farEnd(clause.text, endDate(clause.text.text), subject.today);
					case "facts":
						return clause.conditions.flatMap(({ fact, values }) =>
							fact.text === "date"
								? values.flatMap((value) => farEnd(value, datesOf(value.text)?.to, subject.today))
								: [],
						);
					default:
						return [];
				}
			}),
		]),
};

function limitOf(clause: LimitClause, stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const { span, most, of } = clause;
	const said = `\`at most ${limitText(clause)}\``;
	if (Number(most.text) === 0)
		return [{ message: `${said} lets nothing through`, span, help: "write `deny`, or the number that is meant" }];
	const per = timeOf(clause.per?.text);
	if (of === undefined && per !== undefined && Number(most.text) / (per / 1000) >= mostASecond)
		return [
			{
				message: `${said} bounds nothing: no agent runs so many so fast`,
				span,
				help: "name how many are to be let through, or a longer time",
			},
		];
	const other = stricter(stated, subject);
	if (other === undefined) return [];
	return [
		{
			message: `${said} is never reached: another bound on the same commands lets fewer through`,
			span,
			labels: [{ span: other.span, message: "this is reached first" }],
			help: "each bound holds, whichever rule grants: take the wider one out, or mend its number",
		},
	];
}

const mostASecond = 5;

/** The limit of another rule that holds for every command of this one and, window by window, never lets so many through. */
function stricter({ statement, agents }: StatedRule, subject: ValidPolicyContext): Clause | undefined {
	const bounds = limitsOf(agents[0]?.agent, subject);
	const own = bounds.find(
		({ rule }) => rule.span.start === statement.span.start && rule.span.file === statement.span.file,
	);
	return bounds.find((one) => own !== undefined && one !== own && reachedFirst(one, own))?.clause;
}

interface Limit {
	readonly rule: Rule;
	readonly statement: RuleStatement;
	readonly asks: Exceeded;
	readonly clause: Clause;
}

/** Those that hold whatever else is so. */
function limitsOf(agent: string | undefined, subject: ValidPolicyContext): readonly Limit[] {
	return (subject.policy.agents.get(agent ?? "")?.rules ?? []).flatMap((rule) => {
		const asks = pastIn(rule.restricts).find((one): one is Exceeded => one.kind === "exceeded");
		const statement = asks && subject.statementOf(rule)?.statement;
		const clause = statement?.clauses.find(({ form }) => form === "limit");
		return asks === undefined || clause === undefined || statement === undefined || !isPlain(statement)
			? []
			: [{ rule, statement, asks, clause }];
	});
}

function reachedFirst(first: Limit, own: Limit): boolean {
	const [outer, inner] = [first.asks, own.asks];
	if (typeof inner.per !== "number" || typeof outer.per !== "number") return false;
	const isSame = areAmong(inner.events, outer.events, keyWithFate);
	// In no longer a time that is `unreachable-rule`.
	if (isSame ? inner.per <= outer.per : !beginAlike(first.statement, own.statement)) return false;
	const most = outer.most * Math.ceil(inner.per / outer.per);
	return outer.of === inner.of && outer.word === inner.word && inner.most >= most;
}

/** Each pattern begins with one of the other rule: `git push` with `git`. */
function beginAlike({ patterns: outer }: RuleStatement, { patterns: inner }: RuleStatement): boolean {
	return inner.every((one) =>
		outer.some(
			(other) =>
				!other.exactly &&
				other.words.every(
					({ kind, text }, at) =>
						kind === "plain" && (text === "*" ? one.words[at] !== undefined : one.words[at]?.text === text),
				),
		),
	);
}

/** It holds whatever else is so. */
function isPlain({ clauses }: RuleStatement): boolean {
	return clauses.every(({ form }) => form === "limit" || form === "text" || form === "name" || form === "names");
}

/** `ask 1 of release`, `ask 20 of release`, `ask release … for 30d until 2026-12-01`. */
function peopleAsked({ people, clauses, keyword }: RuleStatement, today: string | undefined): readonly Finding[] {
	if (people === undefined) return [];
	const { count, group, holds, span } = people;
	const said = `\`${keyword} ${peopleText(people)}\``;
	const number = count === undefined ? undefined : Number(count.text);
	if (number === 1)
		return [
			{
				message: `${said} asks one person, as \`${keyword} of ${group.text}\` does`,
				span,
				help: "take the `1` out, or name how many people must say yes",
			},
		];
	if (number !== undefined && number > mostPeople)
		return [
			{
				message: `${said} waits for ${number} different people to say yes to one command`,
				span,
				help: "name as many as look at it: two, as a rule",
			},
		];
	const until = clauses.find((clause) => clause.form === "date");
	const end = until?.form === "date" ? endDate(until.text.text) : undefined;
	const left = today === undefined || end === undefined ? undefined : Date.parse(end) - Date.parse(today);
	const time = timeOf(holds?.text);
	if (holds === undefined || left === undefined || time === undefined || left < 0) return [];
	if (time < longHold || time <= left + dayLong) return [];
	return [
		{
			message: `a yes is good for ${holds.text}, and the rule ends on ${end}, before that`,
			span: holds.span,
			help: "name a shorter time, or a later date",
		},
	];
}

const mostPeople = 5;
const dayLong = 24 * 3_600_000;
/** A day's yes that goes over the end is no slip. */
const longHold = 7 * dayLong;

/** `last 1s` on what a grant needs; and a reset that whatever runs brings about. */
function lookedBack(
	{ keyword, last, since, times }: EventsClause,
	{ keyword: kind }: RuleStatement,
): readonly Finding[] {
	const isNeeded = (keyword === "after") === (kind === "allow");
	if (isNeeded) {
		const time = timeOf(last?.text);
		if (last === undefined || time === undefined || time >= leastTime) return [];
		return [
			{
				message: `\`last ${last.text}\` is over before an agent asks for anything more`,
				span: last.span,
				help: "name the unit that is meant: `30m` are minutes",
			},
		];
	}
	const window = timeOf(last?.text);
	const count = Number(times?.text ?? 1);
	if (last !== undefined && window !== undefined && count > 1 && window < count * aSecond)
		return [
			{
				message: `\`${count} times last ${last.text}\` never comes about: no agent runs so many so fast`,
				span: last.span,
				help: "name the unit that is meant: `1h` is an hour",
			},
		];
	const reset = since
		.find((list) => list.clauses.length === 0 && list.patterns.some(isAnything))
		?.patterns.find(isAnything);
	if (reset === undefined || kind === "allow") return [];
	return [
		{
			message: `whatever passes is \`since ${patternText(reset)}\`: the next command lifts this rule again`,
			span: reset.span,
			help: "name the step after which it may be forgotten; `since released` is a person's",
		},
	];
}

const leastTime = 5_000;
const aSecond = 1_000;

function isAnything({ words, fate }: EventsClause["events"]["patterns"][number]): boolean {
	const [first, ...more] = words;
	return (
		first?.kind === "plain" &&
		(first.text === "*" || first.text === "**") &&
		more.length === 0 &&
		(fate === undefined || fate.text === "passed")
	);
}

function endDate(text: string): string | undefined {
	return endOf(text) === undefined ? undefined : text.slice(0, "2026-12-31".length);
}

/** A slip in a year: no rule is written for so long. */
function farEnd({ text, span }: Text, end: string | undefined, today: string | undefined): readonly Finding[] {
	if (today === undefined || end === undefined || Number(end.slice(0, 4)) - Number(today.slice(0, 4)) <= mostYears)
		return [];
	return [
		{
			message: `\`${text}\` ends in the year ${Number(end.slice(0, 4))}, which is no bound`,
			span,
			help: "name the year that is meant, or leave the date out",
		},
	];
}

const mostYears = 10;
