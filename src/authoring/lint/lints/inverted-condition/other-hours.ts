/** A text that names other hours than its rule: `# The window is from 20:00 to 04:00.` above `… when time is 22:00-04:00`. */
import { timesOf } from "../../../../language/policy/clauses/facts/moments.js";
import type { FactsCondition, RuleStatement } from "../../../../language/syntax/statements.js";
import type { Finding } from "../../lint-record.js";
import { commentOf, textsOf } from "../../meaning/said/said-parts.js";

export function otherHours({ fact, values, span }: FactsCondition, rule: RuleStatement): readonly Finding[] {
	const [value, ...more] = values;
	const own = fact.text === "time" && more.length === 0 && value !== undefined ? timesOf(value.text) : undefined;
	if (own === undefined || value === undefined) return [];
	const ranges = [...`${textsOf(rule)} ${commentOf(rule)}`.matchAll(clockRange)].flatMap(({ 0: said, groups = {} }) => {
		const end = minutesOf(groups.to, groups.toHalf);
		const start = minutesOf(groups.from, groups.fromHalf);
		const isClock = /\d[:.]\d|\d ?(?:am|pm|o'clock)|^(?:from|between) |^nine to five/i.test(said);
		return start === undefined || end === undefined || start === end || !isClock ? [] : [{ said, start, end }];
	});
	const [range, ...others] = ranges;
	if (range === undefined || others.length > 0) return [];
	const isSame = range.start === own.from && range.end === own.to;
	// Of a denial the text may say when it does not hold, and so may the reason of a question.
	const isRest = range.start === own.to && range.end === own.from;
	const isLoose =
		/^[a-z]/i.test(range.said.replace(/^(?:from|between) /i, "")) &&
		(range.end + 720) % 1440 === own.to &&
		range.start === own.from;
	if (isSame || isRest || isLoose) return [];
	return [
		{
			message: `the text says \`${range.said.trim()}\`, and the rule holds \`${value.text}\``,
			span,
			help: `name the same hours in both: \`time is ${clock(range.start)}-${clock(range.end)}\``,
		},
	];
}

const hourWord = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight";
const hour = (name: string): string =>
	String.raw`(?<${name}>\d{1,2}(?:[:.][0-5]\d)?|${hourWord})(?: ?(?<${name}Half>am|pm|o'clock|h)\b)?`;
const clockRange = new RegExp(
	String.raw`\b(?:(?:from|between) )?${hour("from")} ?(?:-|–|to|and|until|till) ?${hour("to")}(?![\d:%]|[.]\d| ?(?:percent|people|persons?|minutes?|seconds?|hours|days?|weeks?|times|files?|[kmg]i?b)\b)`,
	"gi",
);

function minutesOf(text: string | undefined, half: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const at = hourWord.split("|").indexOf(text.toLowerCase());
	if (at >= 0) return (at === 12 ? 12 : at === 13 ? 0 : at + 1 + (/pm/i.test(half ?? "") && at < 11 ? 12 : 0)) * 60;
	const [hours = "", minutes = "0"] = text.split(/[:.]/);
	const number = Number(hours);
	if (number > 24) return undefined;
	const isLate = /pm/i.test(half ?? "") && number < 12;
	return ((number + (isLate ? 12 : 0)) * 60 + Number(minutes)) % 1440;
}

function clock(minutes: number): string {
	return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
