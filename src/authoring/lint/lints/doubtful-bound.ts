/** `doubtful-bound`: a number or a time of a clause lets nothing through, or bounds nothing: `at most 0 per 1h`, `ask 1 of`, `until 2206-12-31`. */
import { verbs } from "../../../engine/knowledge/vocabulary/verbs.js";
import { datesOf, endOf } from "../../../language/policy/clauses/facts/moments.js";
import type { Rule } from "../../../language/policy/policy.js";
import { timeOf } from "../../../language/policy/spans-of-time.js";
import type { Exceeded } from "../../../language/policy/test.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";
import { limitText, patternText, peopleText } from "../../../language/syntax/dsl/part-text.js";
import type {
	Clause,
	EventPattern,
	EventsClause,
	LimitClause,
	RuleStatement,
	Text,
} from "../../../language/syntax/statements.js";
import { pastIn } from "../../analysis/past/past-tests.js";
import { areAmong, keyWithFate } from "../../analysis/search/solve-conjunction/past-order.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { grantsOf, refusalsOf } from "../meaning/grants.js";
import { commentOf } from "../meaning/said/said-parts.js";

export const doubtfulBound: PolicyLint = {
	name: "doubtful-bound",
	family: "hygiene",
	severity: "warning",
	summary: "a number or a time of a clause lets nothing through, or bounds nothing",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => [
			...peopleAsked(stated.statement, subject.today),
			...otherNumbers(stated),
			...stated.statement.clauses.flatMap((clause): readonly Finding[] => {
				switch (clause.form) {
					case "limit":
						return limitOf(clause, stated, subject);
					case "events":
						return [...lookedBack(clause, stated.statement), ...otherWindowSaid(clause, stated.statement)];
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

/** `at most 20 per 1h note "Twenty queries a day."`, `at most 30 per 24h note "No more than three a day."`: the text counts otherwise. */
function otherLimitSaid(clause: LimitClause, statement: RuleStatement): Finding | undefined {
	const { span, most, per } = clause;
	if (per === undefined) return undefined;
	const own = timeOf(per.text);
	const texts = statement.clauses.flatMap((one) =>
		one.keyword === "because" || one.keyword === "note"
			? [{ whose: `the ${one.keyword === "note" ? "note" : "message"} says`, text: one.text.text }]
			: [],
	);
	const comment = commentOf(statement);
	for (const { whose, text } of [...texts, ...(comment === "" ? [] : [{ whose: "the comment says", text: comment }])]) {
		const told = (said: string, what: string, meant: Partial<Record<"most" | "per", string>>): Finding => ({
			message: `${whose} \`${said}\`, and \`at most ${limitText(clause)}\` ${what}`,
			span,
			help: `write \`at most ${limitText({
				...clause,
				most: { ...most, text: meant.most ?? most.text },
				per: { ...per, text: meant.per ?? per.text },
			})}\`, or say in the text what the rule does`,
		});
		const [said, number = "", unit = ""] = rate.exec(text) ?? [];
		const time = unitTimes.get(unit.toLowerCase());
		const count = numberSaid(number);
		const meant = time === undefined ? "session" : `1${unit[0]?.toLowerCase()}`;
		if (said !== undefined && count === Number(most.text) && own !== time)
			return told(said, "counts by another time", { per: meant });
		const [sum] = /\b(?:over|across|for) (?:all|every|several|the) sessions\b/i.exec(text) ?? [];
		if (sum !== undefined && own === undefined) return told(sum, "counts each session by itself", { per: "24h" });
		const isMost =
			said !== undefined &&
			new RegExp(`${escaped(said)}s? (?:at (?:the )?most|and no more|or less)\\b`, "i").test(text);
		if (said !== undefined && isMost && own === time && count !== undefined && count !== Number(most.text))
			return told(said, "counts to another number", { most: String(count) });
		const [bound, largest = "", each = ""] = mostSaid.exec(text) ?? [];
		const other = numberSaid(largest);
		const isOfSameTime = each !== "" && unitTimes.get(each.toLowerCase()) === own;
		if (bound !== undefined && other !== undefined && isOfSameTime && other !== Number(most.text))
			return told(bound, "counts to another number", { most: String(other) });
	}
	return undefined;
}

/** `at most 30 hosts per 1h note "No more than thirty comments an hour."`: the clause counts other things than the text. */
function otherThingCounted({ most, of, span, per }: LimitClause, statement: RuleStatement): Finding | undefined {
	const text = `${saidBy(statement.clauses)} ${commentOf(statement)}`;
	const [, things] = countedThings.find(([kind]) => kind === of?.text) ?? [];
	const counted = new RegExp(`\\b(${numbers()}) (?:different |distinct |other |new )?([a-z]+)\\b`, "gi");
	for (const [said, number = "", noun = ""] of text.matchAll(counted)) {
		if (
			numberSaid(number) !== Number(most.text) ||
			new RegExp(`^${units}s?$|^(?:times|in|of|or|and|are|is|per|an?|at)$`, "i").test(noun)
		)
			continue;
		const rest = `${most.text}${per === undefined ? "" : ` per ${per.text}`}`;
		if (things !== undefined)
			return new RegExp(`^(?:${things})$`, "i").test(noun) || new RegExp(`\\b(?:${things})\\b`, "i").test(text)
				? undefined
				: {
						message: `the text says \`${said}\`, and the rule counts ${of?.text}`,
						span,
						help: `to count commands write \`at most ${rest}\``,
					};
		if (of === undefined && /\b(?:different|distinct) (?:hosts|machines|servers|domains|sites)$/i.test(said))
			return {
				message: `the text says \`${said}\`, and the rule counts commands`,
				span,
				help: `to count hosts write \`at most ${most.text} hosts${per === undefined ? "" : ` per ${per.text}`}\``,
			};
	}
	return undefined;
}

/** What a text calls that which the clause counts. */
const countedThings: readonly (readonly [string, string])[] = [
	[
		"hosts",
		"hosts?|servers?|machines?|domains?|sites?|addresses|places|destinations|partners?|devices?|routers?|nodes?|services?|endpoints?|systems?|peers?|mirrors?|registr(?:y|ies)",
	],
	[
		"paths",
		"paths?|files?|folders?|director(?:y|ies)|documents?|pages?|records?|sheets?|reports?|images?|pictures?|scripts?|modules?|places?|notes?|drafts?|sources?|tables?|charts?|letters?",
	],
];

/** `no more than three pushes`, `Once a day` */
const numbers = (): string => String.raw`\d+|once|twice|hundred|${[...small, ...tens].join("|")}`;
const small = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const tens = "ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

function numberSaid(text: string): number | undefined {
	const word = text.toLowerCase();
	if (/^\d+$/.test(word)) return Number(word);
	if (word === "once" || word === "twice") return word === "once" ? 1 : 2;
	if (small.includes(word)) return small.indexOf(word) + 1;
	return tens.includes(word) ? (tens.indexOf(word) + 1) * 10 : word === "hundred" ? 100 : undefined;
}

const units = "(second|minute|hour|day|week|session|conversation)";

/** `three rollouts an hour`, `20 per day`. */
const rate = new RegExp(String.raw`\b(${numbers()})(?: [a-z-]+){0,3}? (?:an?|per|each|every) ${units}\b`, "i");
const mostSaid = new RegExp(
	String.raw`(?:\b(?:at most|(?:no|not|never) more than|up to|a maximum of|limited to|not over) |^(?=(?:\S+ ){1,4}?(?:an?|per|each|every) ${units.replace("(", "(?:")}))(${numbers()})\b(?![.:]\d| ?(?:%|percent|seconds?|minutes?|hours?|days?|[kmg]i?b)\b)(?:(?: [a-z-]+){0,3}? (?:an?|per|each|every) ${units}\b)?`,
	"i",
);
const unitTimes: ReadonlyMap<string, number> = new Map([
	["second", 1000],
	["minute", 60_000],
	["hour", 3_600_000],
	["day", 86_400_000],
	["week", 604_800_000],
]);

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
	const spoken = otherLimitSaid(clause, stated.statement) ?? otherThingCounted(clause, stated.statement);
	if (spoken !== undefined) return [spoken];
	const acts = stated.statement.patterns.flatMap(
		({ words }) => words.find(({ text }, at) => (at > 0 || text.startsWith("mcp.")) && isHeavy(text)) ?? [],
	);
	const [act] = acts;
	const isMany =
		per !== undefined &&
		acts.length === stated.statement.patterns.length &&
		Number(most.text) / (per / hour) >= mostActsAnHour;
	if (of === undefined && act !== undefined && isMany)
		return [
			{
				message: `${said} bounds nothing: no agent that means well does \`${act.text}\` so often`,
				span,
				help: "name how many are to be let through",
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
const hour = 3_600_000;
const mostActsAnHour = 400;

/** Does a word of a command say that something is changed for others, or gone? `restart`, `create_issue`, `delete-object` */
function isHeavy(word: string): boolean {
	return word
		.toLowerCase()
		.split(/[^a-z]+/)
		.some((part) => heavy.has(part));
}

const heavy: ReadonlySet<string> = new Set([
	...verbs.destroying,
	..."push publish deploy redeploy release merge promote rollback rollout upgrade start restart reboot stop suspend send notify post submit trigger scale failover migrate transfer approve create drain install refund pay page".split(
		" ",
	),
]);

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
	const spoken = new RegExp(
		String.raw`\b(${numbers()}) (?:different |other |more |of (?:the |our )?)?(?:${personWords}|${escaped(group.text)}s?|${escaped(group.text).replace(/s$/, "")}s?)\b(?! (?:hours?|days?))`,
		"i",
	).exec(saidBy(clauses));
	const meant = spoken === null ? undefined : numberSaid(spoken[1] ?? "");
	if (spoken !== null && number !== undefined && meant !== undefined && meant !== number)
		return [
			{
				message: `the text says \`${spoken[0]}\`, and ${said} asks ${number}`,
				span,
				help: `name the same number in both: \`${keyword} ${meant} of ${group.text}\``,
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
	const hold = timeOf(holds?.text);
	const [each] =
		/\b(?:every|each|any)\b(?! (?:hour|day|week|month|morning|evening|session|now)\b)(?: \w+)?/i.exec(
			saidBy(clauses),
		) ?? [];
	if (holds !== undefined && hold !== undefined && (hold > longestHold || (each !== undefined && hold >= dayLong)))
		return [
			{
				message: `one yes is good for ${holds.text}${Math.round(hold / dayLong) > 1 ? `, which is ${Math.round(hold / dayLong)} days` : ""}: ${each === undefined ? "nobody looks at what is done in that time" : `the text says \`${each}\`, and in that time nobody looks`}`,
				span: holds.span,
				help: "name a shorter time, such as `1h`, or leave it out: then each is asked about",
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

function saidBy(clauses: readonly Clause[]): string {
	return clauses
		.flatMap((one) => (one.keyword === "because" || one.keyword === "note" ? [one.text.text] : []))
		.join(" ");
}

const personWords =
	"people|persons?|humans?|pairs? of eyes|eyes|colleagues?|administrators?|admins?|engineers?|maintainers?|operators?|reviewers?|approvers?|managers?|leads?|officers?|keepers?|owners?|members?|teachers?|doctors?|lawyers?|signatures?|approvals?|votes?|of them";

function escaped(text: string): string {
	return text.replaceAll(/[^\w-]/g, "\\$&");
}

const mostPeople = 5;
const dayLong = 24 * 3_600_000;
/** A month's, and a day. */
const longestHold = 32 * dayLong;
/** A day's yes that goes over the end is no slip. */
const longHold = 7 * dayLong;

/** `last 1s` on what a grant needs; and a reset that whatever runs brings about. */
function lookedBack(
	{ keyword, last, since, times, events }: EventsClause,
	{ keyword: kind }: RuleStatement,
): readonly Finding[] {
	const isNeeded = (keyword === "after") === (kind === "allow");
	if (isNeeded) {
		const own = since.flatMap((list) => list.patterns).find((one) => areAllAmong(events.patterns, one));
		if (own !== undefined)
			return [
				{
					message: `\`since ${patternText(own)}\` wipes out the very step that is waited for, so that it is never so`,
					span: own.span,
					help: "name the step after which it has to be done anew: what it is waited for",
				},
			];
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

/** `after npm test last 10h because "The tests have passed within the last ten minutes."` */
function otherWindowSaid({ last }: EventsClause, { clauses }: RuleStatement): readonly Finding[] {
	const window = timeOf(last?.text);
	const [said, number, unit = ""] = windowSaid.exec(saidBy(clauses)) ?? [];
	const time = (number === undefined ? 1 : (numberSaid(number) ?? 0)) * (unitTimes.get(unit.toLowerCase()) ?? 0);
	if (last === undefined || window === undefined || said === undefined || time === 0 || time === window) return [];
	return [
		{
			message: `the text says \`${said}\`, and \`last ${last.text}\` looks back another time`,
			span: last.span,
			help: "name the same time in both",
		},
	];
}

const windowSaid = new RegExp(
	String.raw`\b(?:last|past|previous|within|not older than|no older than|younger than) (?:the (?:last |past )?|an? )?(?:(${numbers()}) )?(second|minute|hour|day|week)s?\b`,
	"i",
);

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

/** Does each of these begin as the pattern does? */
function areAllAmong(patterns: readonly EventPattern[], { words, exactly, fate }: EventPattern): boolean {
	return patterns.every(
		(one) =>
			(fate === undefined || fate.text === one.fate?.text) &&
			(!exactly || (one.exactly && one.words.length === words.length)) &&
			words.every(({ kind, text }, at) => kind === one.words[at]?.kind && text === one.words[at]?.text),
	);
}

/** `ask mcp.pay.refund --amount=/[0-9]{2}/ because "Sums of 100 and more are asked for."`: the expression is over the whole value. */
function otherNumbers({ statement, agents }: StatedRule): readonly Finding[] {
	const [, range, side] =
		boundSaid
			.map((one) => [one, one.form.exec(saidBy(statement.clauses)), one.side] as const)
			.find(([, found]) => found !== null) ?? [];
	const { keyword } = statement;
	const [own] = agents;
	const bound = Number(range?.groups?.number?.replaceAll(/[,_ ](?=\d{3})/g, ""));
	if (range === undefined || range === null || side === undefined || own === undefined || !(bound > 1)) return [];
	const grants = statement.keyword === "allow" ? grantsOf(own.rule) : refusalsOf(own.rule);
	const values = grants.flatMap(({ given, operands }) => [...given.flatMap(({ value }) => value ?? []), ...operands]);
	for (const value of values) {
		if (value.kind !== "regex") continue;
		const fits = matcherOf(value);
		const [less, more] = [[Math.floor(bound / 2)], [bound + 1, bound * 3, bound * 10]];
		const [below, above] = [less, more].map((numbers) => numbers.map((one) => fits(String(one))));
		const all = [...(below ?? []), ...(above ?? [])];
		// What fits no number is about something else; and of a denial of the others the text says what is left.
		const isSplit =
			below?.every((one) => one !== above?.[0]) === true && above?.every((one) => one === above[0]) === true;
		const isMeant = above?.[0] === (side === "more") || (keyword !== "ask" && keyword !== "nudge") || side === "less";
		if (!all.includes(true) || (isSplit && isMeant)) continue;
		const wrong = more.find((_, at) => above?.[at] === (side === "less")) ?? less[0];
		return [
			{
				message: `the text says \`${range[0]}\`, and \`/${value.text}/\` ${fits(String(wrong)) ? "fits" : "does not fit"} \`${wrong}\`: an expression is over the whole value`,
				span: statement.patterns[0]?.span ?? statement.span,
				help: "write the expression for each length that a number may have, such as `/[1-9][0-9]{2,}/` for 100 and more",
			},
		];
	}
	return [];
}

const aNumber = String.raw`(?<number>\d+(?:[,_ ]\d{3})*)`;
const boundSaid: readonly { readonly form: RegExp; readonly side: "more" | "less" }[] = [
	{
		form: new RegExp(
			String.raw`\b${aNumber}(?: [a-z€$£%]+)? (?:and|or) (?:more|above|over|up|higher|upwards?|larger)\b`,
			"i",
		),
		side: "more",
	},
	{
		form: new RegExp(
			String.raw`\b(?:more than|over|above|from|at least|greater than|larger than|exceeding|beyond) [€$£]?${aNumber}\b(?![.:]\d| (?:to|until)\b)`,
			"i",
		),
		side: "more",
	},
	{
		form: new RegExp(
			String.raw`\b(?:up to|below|under|less than|at most|no more than|fewer than|not over) [€$£]?${aNumber}\b(?![.:]\d)`,
			"i",
		),
		side: "less",
	},
	{
		form: new RegExp(
			String.raw`\b${aNumber}(?: [a-z€$£%]+)? (?:and|or) (?:less|below|under|fewer|lower|smaller)\b`,
			"i",
		),
		side: "less",
	},
];

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
