/** A time limit is shorter than what its own comment says that a run takes: `limit timeout 30s  # settle takes some forty minutes`. */
import { milliseconds } from "../../../../language/policy/settings/values/durations.js";
import type { AmountStatement } from "../../../../language/syntax/statements.js";
import type { Finding } from "../../lint-record.js";

/** `around`: what is said of the agent. */
export function spokenTime({ name, words, comments, span }: AmountStatement, around: string): readonly Finding[] {
	if (name.text !== "timeout") return [];
	const said = [...(comments?.before ?? []), comments?.after ?? ""].join(" ").replaceAll(/#\s?/g, "");
	const found = runTime.exec(said) ?? someTime.exec(`${said} ${around}`);
	const [, number = "", unit = ""] = found ?? [];
	const wanted = (numberOf(number) ?? 0) * (units[unit.toLowerCase().slice(0, 3)] ?? 0);
	const longest = Math.max(0, ...words.flatMap(({ text }) => milliseconds(text) ?? []));
	if (/\b(?:quarter|third|part) of an hour\b/i.test(said)) return [];
	if (found === null || longest === 0 || wanted <= longest) return [];
	return [
		{
			message: `the comment says \`${found[0].trim()}\`, and \`limit timeout ${words.map(({ text }) => text).join(" ")}\` ends every run before that`,
			span,
			help: "name the longest time that a run may take, behind `max`",
		},
	];
}

const small =
	"one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
		" ",
	);
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** `takes about 40 minutes`: something runs so long, and is not to be ended after it. */
const runTime = new RegExp(
	String.raw`\b(?:takes?|needs?|lasts?|runs? (?:for|up to)|wants?)\b(?: (?!only|less|under|no)\w+){0,3}? (\d+(?:\.\d+)?|(?:${tens.join("|")})(?:[- ](?:${small.slice(0, 9).join("|")}))?|${small.join("|")}|an?|half an) ?(seconds?|secs?|minutes?|mins?|hours?)\b`,
	"i",
);
/** `takes hours`, `needs several minutes`: one of them at least. */
const someTime =
	/\b(?:takes?|needs?|lasts?|runs?|goes on|train\w*|builds?)(?: for)?(?: (?:some|several|many|a few|up to))*( )(seconds|minutes|hours)\b/i;
const units: Readonly<Record<string, number>> = { sec: 1000, min: 60_000, hou: 3_600_000 };

function numberOf(text: string): number | undefined {
	const word = text.toLowerCase();
	if (/^\d/.test(word)) return Number(word);
	if (word === "half an") return 0.5;
	if (word === " ") return 1;
	if (word === "a" || word === "an") return 1;
	const [first = "", second = ""] = word.split(/[- ]/);
	const ten = tens.indexOf(first);
	if (ten >= 0) return (ten + 2) * 10 + small.indexOf(second) + 1;
	const one = small.indexOf(first);
	return one < 0 ? undefined : one + 1;
}
