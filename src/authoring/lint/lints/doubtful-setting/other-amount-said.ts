/** A limit whose own comment speaks of the same number in another unit: `limit timeout 48m # simulations take two days`. */
import { milliseconds } from "../../../../language/policy/settings/values/durations.js";
import { bytes } from "../../../../language/policy/settings/values/sizes.js";
import type { AmountStatement } from "../../../../language/syntax/statements.js";
import type { Finding } from "../../lint-record.js";
import { commentOf, numberForm, numberOf } from "../../meaning/said/said-parts.js";

export function otherAmountSaid(statement: AmountStatement): readonly Finding[] {
	const { name, words, span } = statement;
	const comment = commentOf(statement);
	const measure = measures.find(({ limits }) => limits.includes(name.text));
	if (measure === undefined || comment === "" || /\b(?:quarter|third|part) of an hour\b/i.test(comment)) return [];
	const values = words.flatMap(({ text }) => {
		const size = measure.read(text);
		const number = Number(/^\d+(?:\.\d+)?/.exec(text)?.[0]);
		return size === undefined || size === 0 || Number.isNaN(number) ? [] : [{ text, size, number }];
	});
	for (const [said, number = "", unit = ""] of comment.matchAll(measure.form)) {
		const amount = (numberOf(number) ?? 0) * (measure.units.find(([form]) => form.test(unit))?.[1] ?? 0);
		if (amount === 0 || values.some(({ size }) => Math.abs(size / amount - 1) < near)) continue;
		const other = values.find(({ number: own }) =>
			measure.units.some(([, size]) => Math.abs(amount / size / own - 1) < near),
		);
		const isNeed =
			/\b(?:needs?|takes?|wants?|uses?|lasts?|requires?|weighs?|(?:has|have|is|are|measures?) (?:about|some|around|up to))\b/i.test(
				comment,
			) && !/\b(?:at most|no more|never more|less|under|below|up to|only)\b/i.test(comment);
		const largest = Math.max(...values.map(({ size }) => size));
		if (other === undefined && !(isNeed && values.length > 0 && largest < amount && name.text !== "timeout")) continue;
		return [
			{
				message:
					other === undefined
						? `the comment says \`${said.trim()}\`, and \`limit ${name.text} ${words.map(({ text }) => text).join(" ")}\` is less than that`
						: `the comment says \`${said.trim()}\`, and \`${other.text}\` is ${other.size > amount ? "more" : "less"} than that: the number is the same, and the unit another`,
				span,
				help: `name the unit that is meant, as in \`${measure.write(amount)}\``,
			},
		];
	}
	return [];
}

const near = 0.03;

interface Measure {
	readonly limits: readonly string[];
	readonly read: (text: string) => number | undefined;
	readonly form: RegExp;
	readonly units: readonly (readonly [RegExp, number])[];
	readonly write: (amount: number) => string;
}

const KiB = 1024;
const measures: readonly Measure[] = [
	{
		limits: ["timeout", "cpu"],
		read: milliseconds,
		form: new RegExp(
			String.raw`\b(${numberForm}) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?|weeks?)\b`,
			"gi",
		),
		units: [
			[/^m(?:illi|s)/i, 1],
			[/^s/i, 1000],
			[/^min/i, 60_000],
			[/^h/i, 3_600_000],
			[/^d/i, 86_400_000],
			[/^w/i, 604_800_000],
		],
		write: (amount) =>
			amount >= 3_600_000 ? `${amount / 3_600_000}h` : amount >= 60_000 ? `${amount / 60_000}m` : `${amount / 1000}s`,
	},
	{
		limits: ["memory", "file-size", "output"],
		read: bytes,
		form: new RegExp(
			String.raw`\b(${numberForm}) ?((?:kilo|mega|giga|tera|kibi|mebi|gibi|tebi)?bytes?|[kmgt]i?b)\b`,
			"gi",
		),
		units: [
			[/^b/i, 1],
			[/^k/i, KiB],
			[/^m/i, KiB ** 2],
			[/^g/i, KiB ** 3],
			[/^t/i, KiB ** 4],
		],
		write: (amount) =>
			amount >= KiB ** 3
				? `${amount / KiB ** 3}GiB`
				: amount >= KiB ** 2
					? `${amount / KiB ** 2}MiB`
					: `${amount / KiB}KiB`,
	},
];
