/** `inverted-condition`: a condition holds just where its rule is not wanted: a step, a check or a time is the wrong way round. */
import { variableOfFact } from "../../../language/policy/clauses/facts/fact-names.js";
import { timesOf } from "../../../language/policy/clauses/facts/moments.js";
import { eventsText, patternText } from "../../../language/syntax/dsl/part-text.js";
import type {
	EventPattern,
	EventsClause,
	FactsCondition,
	Pattern,
	RuleStatement,
} from "../../../language/syntax/statements.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { commentOf } from "../meaning/said/said-parts.js";
import { holdsAt, type SpokenTime, spokenTimes } from "../meaning/spoken-times.js";

import { contraryValue } from "./inverted-condition/contrary-value.js";
import { otherHours } from "./inverted-condition/other-hours.js";

export const invertedCondition: PolicyLint = {
	name: "inverted-condition",
	family: "anomalies",
	severity: "warning",
	summary: "a condition holds just where its rule is not wanted: a check, a time or a variable is the wrong way round",
	looksAt: "policy",
	check: ({ rules }) =>
		rules().flatMap(({ statement, owner, siblings }) =>
			statement.clauses.flatMap((clause): readonly Finding[] => {
				switch (clause.form) {
					case "events": {
						const told = contraryEnding(clause, statement);
						return told.length > 0 ? told : invertedStep(clause, statement);
					}
					case "facts":
						return clause.conditions.flatMap((one) => {
							const told = invertedTime(one, statement, owner);
							return [
								...(told.length > 0 ? told : otherHours(one, statement)),
								...contraryValue(one, statement, siblings),
								...variableSetToNo(one, statement),
							];
						});
					default:
						return [];
				}
			}),
		),
};

/** `allow git push before npm test`, `deny git push after passed npm test`, `allow npm publish after failed npm test`. */
function invertedStep({ keyword, events, span }: EventsClause, rule: RuleStatement): readonly Finding[] {
	const isGrant = rule.keyword === "allow";
	if (!isGrant && rule.keyword !== "deny") return [];
	const awaited = isGrant
		? []
		: [...awaitedFailure({ keyword, events, span }, rule), ...awaitedReading({ keyword, events, span }, rule)];
	if (awaited.length > 0) return awaited;
	if (!rule.patterns.some(givesAway)) return [];
	const check = events.patterns.find(
		(one) => one.fate?.text === "approved" || (isCheck(one) && !rule.patterns.some((own) => isSame(own, one))),
	);
	if (check === undefined) return [];
	const hasFailed = check.fate?.text === "failed" || check.fate?.text === "denied";
	// What failed holds a grant back, and what passed or was approved lifts a denial.
	const isInverted = isGrant ? (keyword === "after") === hasFailed : keyword === "after" && !hasFailed;
	if (!isInverted) return [];
	const acts = rule.patterns.map(patternText).join(", ");
	const step = `\`${stepText(withoutFate(check))}\``;
	const [instead, done] = [isGrant ? "after" : "before", check.fate?.text === "approved" ? "been approved" : "run"];
	const needed = hasFailed ? { ...withoutFate(check), exactly: true } : done === "run" ? withoutFate(check) : check;
	return [
		{
			message: isGrant
				? `this allows \`${acts}\` only ${hasFailed ? "once" : "as long as"} ${step} has ${hasFailed ? "failed" : `not ${done}`}`
				: `this denies \`${acts}\` once ${step} has ${done}, and lets it through before`,
			span,
			help: `to have the check first write \`${instead} ${stepText(needed)}\``,
		},
	];
}

/** `allow docker compose up after failed npm test because "Only when the tests have passed."` */
function contraryEnding({ keyword, events, span }: EventsClause, rule: RuleStatement): readonly Finding[] {
	const failed = events.patterns.find((one) => one.fate?.text === "failed");
	if ((rule.keyword !== "allow" && rule.keyword !== "ask") || keyword !== "after" || failed === undefined) return [];
	const said =
		/\b(?:pass(?:ed|es)?|succeed(?:ed|s)?|success(?:ful)?|(?:is|are|was|were) (?:green|good|right)|verified|tested|checked|validated|proved|went well)\b/i.exec(
			saidBy(rule),
		)?.[0];
	if (said === undefined || /\b(?:fail|broke|red\b|not pass)/i.test(saidBy(rule))) return [];
	const step = stepText({ ...withoutFate(failed), exactly: true });
	return [
		{
			message: `the rule says \`${said}\`, and holds once \`${stepText(withoutFate(failed))}\` has failed`,
			span,
			help: `write \`after ${step}\`, which waits for one that passed`,
		},
	];
}

function saidBy({ clauses }: RuleStatement): string {
	return clauses.flatMap((clause) => ("text" in clause ? [clause.text.text] : [])).join(" ");
}

/** `deny imgtool sign before failed make test`: until a check has failed it is denied, and then it is let through. Nobody waits for that. */
function awaitedFailure(
	{ keyword, events, span }: Pick<EventsClause, "keyword" | "events" | "span">,
	rule: RuleStatement,
): readonly Finding[] {
	const failed =
		keyword === "before" ? events.patterns.find((one) => one.fate?.text === "failed" && isCheck(one)) : undefined;
	if (failed === undefined) return [];
	const acts = rule.patterns.map(patternText).join(", ");
	return [
		{
			message: `this denies \`${acts}\` until \`${stepText(withoutFate(failed))}\` has failed, and lets it through then`,
			span,
			help: `to hold it back once the check has failed write \`after ${stepText(failed)}\``,
		},
	];
}

/** `deny * using network before * touching data/raw`: until the data was read it is denied, and then it is let through. What is kept in is kept from then on. */
function awaitedReading(
	{ keyword, events, span }: Pick<EventsClause, "keyword" | "events" | "span">,
	{ clauses, patterns }: RuleStatement,
): readonly Finding[] {
	const isNetwork = clauses.some(
		(one) => one.keyword === "reaching" || (one.form === "powers" && one.powers.some(({ text }) => text === "network")),
	);
	const reads = events.clauses.some((one) => one.keyword === "touching");
	if (keyword !== "before" || !isNetwork || !reads) return [];
	const acts = patterns.map(patternText).join(", ");
	return [
		{
			message: `this denies \`${acts}\` until \`${eventsText(events)}\` has happened, and lets it through then`,
			span,
			help: `to keep in what was read write \`after ${eventsText(events)}\``,
		},
	];
}

function stepText(pattern: EventPattern): string {
	return eventsText({ patterns: [pattern], clauses: [], span: pattern.span });
}

function withoutFate({ fate: _, ...pattern }: EventPattern): EventPattern {
	return pattern;
}

function isSame(one: Pattern, other: Pattern): boolean {
	return patternText({ ...one, exactly: false }) === patternText({ ...other, exactly: false });
}

/** Something leaves the machine, or is put to work: what checks stand before. */
function givesAway({ words }: Pattern): boolean {
	return words.some(({ text }) => partsOf(text).some((part) => actsThatLeave.has(part)));
}

/** Something is looked at, and may be found wanting. */
function isCheck({ words }: Pattern): boolean {
	return words.some(({ text }) => partsOf(text).some((part) => checks.has(part)));
}

function partsOf(text: string): readonly string[] {
	return text.toLowerCase().split(/[^a-z]+/);
}

const actsThatLeave: ReadonlySet<string> = new Set(
	"push publish deploy release apply merge upload ship promote rollout".split(" "),
);
const checks: ReadonlySet<string> = new Set(
	"test tests lint check checks typecheck tsc verify validate vet clippy audit scan pytest jest vitest mocha eslint mypy ruff tox ctest rspec phpunit review plan diff".split(
		" ",
	),
);

/** A grant from the afternoon over midnight to the morning leaves out the working day, and nothing says that this is meant; or a rule's own text names the other time. */
function invertedTime(condition: FactsCondition, rule: RuleStatement, owner: string): readonly Finding[] {
	const { fact, values, span } = condition;
	const [value] = values;
	const told = contraryText(condition, rule);
	if (told !== undefined) return [told];
	const times = fact.text === "time" && values.length === 1 ? timesOf(value?.text ?? "") : undefined;
	if (rule.keyword !== "allow" || value === undefined || times === undefined || times.from < times.to) return [];
	const isWorkday = times.to >= dawn && times.from <= dusk && times.from - times.to >= shortestDay;
	if (!isWorkday || saysNight.test(`${owner} ${spokenOf(rule)}`)) return [];
	const turned = value.text.split("-").reverse().join("-");
	return [
		{
			message: `\`${value.text}\` goes over midnight: from ${turned.replace("-", " to ")}, by day, this grants nothing`,
			span,
			help: `write \`time is ${turned}\` if the day is meant; a word on the night in a comment or a \`note\` says that it is not`,
		},
	];
}

/** `deny … when time is 09:00-17:00 because "Only in working hours."`, `allow … when day is sat-sun because "Not at weekends."`, `ask … when time is 18:00-06:00 because "By day a person looks."` */
function contraryText({ fact, values, span }: FactsCondition, rule: RuleStatement): Finding | undefined {
	if (fact.text !== "time" && fact.text !== "day") return undefined;
	const texts = rule.clauses.flatMap((clause) =>
		clause.keyword === "because" || clause.keyword === "note"
			? [{ where: clause.keyword === "note" ? "note" : "message", text: clause.text.text }]
			: [],
	);
	for (const { where, text } of [...texts, { where: "comment", text: commentOf(rule) }]) {
		const said = spokenTimes(text).filter((one) => one.fact === fact.text);
		const judged = said.map((one) => ({
			one,
			wrong: isContrary(meantTime(one, text, rule), values, rule.keyword, happensThen.test(one.said)),
		}));
		const [found] = judged.flatMap(({ one, wrong }) => (wrong === true ? [one] : []));
		// Who says both speaks of more than when the rule holds.
		if (found === undefined || judged.some(({ wrong }) => wrong === false)) continue;
		const isThen = found.in.every((moment) => values.some(({ text: value }) => holdsAt(found.fact, value, moment)));
		return {
			message: `the ${where} says \`${found.said}\`, and this ${deeds[rule.keyword]} ${isThen ? "just then" : "at another time"}`,
			span,
			help: "name the other time here, or say in the text what the rule does",
		};
	}
	return undefined;
}

/** `Restarts happen in working hours`: of a denial that holds just then. */
const happensThen =
	/^\s*(?!no\b|nobody\b|nothing\b)\w+(?: \w+)? (?:happens?|takes? place|(?:is|are) (?:done|made|run|deployed|released|started|applied))\b/i;

/** `ask … because "At night nobody is there: the officer decides."`: that is when somebody is asked. */
function meantTime(one: SpokenTime, text: string, { keyword }: RuleStatement): SpokenTime {
	const isAsked =
		keyword === "ask" &&
		one.way === "nobody" &&
		/\b(?:decides?|confirms?|approves?|agrees?|is asked|looks)\b/i.test(text);
	return isAsked ? { ...one, way: "then" } : one;
}

/** Does what is said exclude that the rule holds when it does? Undefined where it says nothing of that. */
function isContrary(
	{ fact, in: moments, way, isFirst }: SpokenTime,
	values: FactsCondition["values"],
	keyword: RuleStatement["keyword"],
	/** The sentence says that it is done then. */
	happens = false,
): boolean | undefined {
	const held = moments.filter((moment) => values.some(({ text }) => holdsAt(fact, text, moment)));
	const [isNever, isAlways] = [held.length === 0, held.length === moments.length];
	switch (keyword) {
		case "allow":
			if (way === "never") return isAlways ? true : isNever ? false : undefined;
			// `mon-fri` is meant where the rule says `fri-mon`.
			if (
				fact === "day" &&
				!isNever &&
				!isAlways &&
				way !== "only" &&
				moments.length > 2 &&
				moments.length - held.length > 1
			)
				return true;
			// What a sentence begins with may be why the rule holds at another time: `By day customers use it.`
			return isNever ? (way === "only" || !isFirst ? true : undefined) : false;
		case "deny":
		case "constrain":
			if (way === "then") return happens && isAlways ? true : undefined;
			return (way === "only") === isAlways && (way === "only") !== isNever
				? true
				: isAlways || isNever
					? false
					: undefined;
		case "ask":
		case "nudge":
			return way === "never" || way === "nobody" ? undefined : isNever;
	}
}

const deeds = {
	allow: "allows it",
	deny: "denies it",
	constrain: "bounds it",
	ask: "asks",
	nudge: "nudges",
} as const;

const dawn = 6 * 60;
const dusk = 20 * 60;
const shortestDay = 6 * 60;
const saysNight =
	/night|evening|morning|midnight|outside|out[- ]of|off[- ]?(?:hours|peak|shift)|after[- ]hours|quiet|idle|batch|cron|backup|maintenance/i;

function spokenOf({ clauses, comments, patterns }: RuleStatement): string {
	const texts = clauses.flatMap((clause) => ("text" in clause ? [clause.text.text] : []));
	return [...texts, ...(comments?.before ?? []), comments?.after ?? "", ...patterns.map(patternText)].join(" ");
}

/** `when env CI is false`: where it is not set, which is how machines say no, it has no value. */
function variableSetToNo({ fact, values, span }: FactsCondition, { keyword }: RuleStatement): readonly Finding[] {
	const name = variableOfFact(fact.text);
	const isNo = values.every(({ kind, text }) => kind !== "regex" && /^(?:false|0|no|off|)$/i.test(text));
	if (name === undefined || !isNo) return [];
	const isGrant = keyword === "allow";
	return [
		{
			message: `where \`${name}\` is not set it has no value, and ${isGrant ? "this grants nothing" : "this rule does not hold"}`,
			span,
			help: isGrant
				? `allow it without the condition, and deny it \`when env ${name} is true\``
				: `allow it \`when env ${name} is true\` in place of this, with \`default deny\``,
		},
	];
}
