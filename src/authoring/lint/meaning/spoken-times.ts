/** The hours and days of which a sentence speaks, and whether it says that something is done only then, or never then. */
import { dayNames, daysOf, timesOf } from "../../../language/policy/clauses/facts/moments.js";

export interface SpokenTime {
	/** The part of the sentence that speaks of it. */
	readonly said: string;
	readonly fact: "time" | "day";
	/** Moments that surely belong to it: minutes of the day, or days of the week. */
	readonly in: readonly number[];
	/** `nobody`: that nobody is there, which is why something may be done then, or why it may not be. */
	readonly way: "only" | "never" | "nobody" | "then";
	/** Its sentence begins with it. */
	readonly isFirst: boolean;
}

/** `Only in office hours`, `nothing is applied at weekends`, `Built at night`, `between 9:00 and 17:00` */
export function spokenTimes(text: string): readonly SpokenTime[] {
	return text.split(/[.;:!?](?=\s|$)| [–—-] |\bbut\b/).flatMap((sentence) => {
		const parts = sentence.split(",").map((one) => one.trim());
		return parts.flatMap((part, at) => timesIn(part).map((one) => inPart(one, part, at, parts)));
	});
}

interface Named extends Pick<SpokenTime, "fact" | "in"> {
	readonly start: number;
	readonly end: number;
}

function inPart({ start, end, ...time }: Named, part: string, at: number, parts: readonly string[]): SpokenTime {
	const [before, behind] = [part.slice(0, start), part.slice(end)];
	// `Outside of office hours, nothing is applied`
	const isAlone = /^[\s\w]{0,8}$/.test(before) && behind === "";
	const around = isAlone && !/\S/.test(before) ? `${before} ${parts[at + 1] ?? ""}` : `${before} ${behind}`;
	// Behind words at the beginning of a sentence, `only` speaks of what follows: `At night only people deploy`.
	const isOnly =
		(onlyBefore.test(before) && !/\bnot (?:only|just)\b/i.test(before)) ||
		(onlyBehind.test(behind) && (before.trim() !== "" || /^\s*\w+$/.test(behind)));
	const isNever = never.test(around) && !/\bnot (?:only|just)\b/i.test(around);
	return {
		...time,
		said: part.length <= longestSaid ? part : part.slice(start, end).trim(),
		way: isOnly ? "only" : isNever ? "never" : nobody.test(around) ? "nobody" : "then",
		isFirst: before.trim() === "" && at === 0,
	};
}

const longestSaid = 60;
const onlyBefore =
	/\b(?:only|just|solely|exclusively|(?:nothing|never|not|no \w+) (?:but|except|other than)|(?:are|is|meant|reserved|kept) for)(?: (?:when it is|be done|done|run|runs|allowed|happens?))? *$/i;
const onlyBehind = /^ *(?:only|alone|exclusively)\b/i;
const never =
	/\b(?:not|never|nothing|no(?! (?:one|person|people|human|colleague|customer|user)s?\b)|none|cannot|neither|without|forbidden|frozen|freeze|closed|off[- ]limits|refused|denied|blocked|banned|paused?|stopped|stays? (?:shut|closed|off|as)|rests?)\b|n't\b/i;

const nobody = /\bnobody\b|\bno (?:one|person|people|human|colleague|customer|user)s?\b/i;

/** Where a part of a sentence names times. */
function timesIn(part: string): readonly Named[] {
	const found: Named[] = [];
	for (const { pattern, fact, read } of windows)
		for (const match of part.matchAll(pattern)) {
			const groups = match.groups ?? {};
			const inside = read(groups);
			if (inside === undefined) continue;
			const { outer } = groups;
			const all = fact === "day" ? dayNames.map((_, day) => day) : hours;
			found.push({
				fact,
				in: outer === undefined ? inside.in : all.filter((one) => inside.out.includes(one)),
				start: match.index,
				end: match.index + match[0].length,
			});
		}
	// Of two that name the same stretch the longer one says it: `outside of office hours`, `Monday to Friday`.
	return found.filter(
		(one) => !found.some((other) => other !== one && other.start <= one.start && other.end >= one.end),
	);
}

interface Inside {
	readonly in: readonly number[];
	readonly out: readonly number[];
}

const hours: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour * 60);

const outer = "(?<outer>\\b(?:outside(?: of)?|out of|other than (?:in|at|on)|except (?:in|at|on)) )?";
const filler = "(?:(?:the|a|all|any|every|each|our|its|their|normal|usual|regular|late|early) )*";
/** `Nothing is released before a weekend` speaks of the day before. */
const notBefore = "(?<!\\b(?:before|until|till|after|into|since|near|past) (?:the |a |any )?)";
const preposition = `${notBefore}(?:\\b(?:in|on|at|over|by|during|within|through|throughout|for|as|while|of) )?${filler}${notBefore}`;

function window(words: string, inside: readonly number[], out: readonly number[]): (typeof windows)[number] {
	return {
		fact: "time",
		pattern: new RegExp(`${outer}${preposition}\\b(?:${words})\\b`, "gi"),
		read: () => ({ in: inside.map((one) => one * 60), out: out.map((one) => one * 60) }),
	};
}

const dayWord = "(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun)s?(?![\\w-])";
const clock = "(?:at )?\\d{1,2}(?:[:.][0-5]\\d)?(?: ?h\\b)? ?(?:am|pm|o'clock)?";

const windows: readonly {
	readonly fact: "time" | "day";
	readonly pattern: RegExp;
	readonly read: (groups: Readonly<Record<string, string | undefined>>) => Inside | undefined;
}[] = [
	window(
		"(?:working|office|business|core|opening|service|trading|banking|support)[ -](?:hours|time|day)",
		[10, 11, 14, 15],
		[0, 2, 3, 22, 23],
	),
	window(
		"(?<=(?:by|during|over|through) (?:the )?)day(?! of)|day-?time|daylight(?: hours)?|by day",
		[10, 11, 14, 15],
		[1, 2, 3, 23],
	),
	window(
		"nights?(?!ly build)|overnight|nightly(?= *$)|small hours|(?:after|past) midnight|night-?time",
		[1, 2, 3],
		[10, 11, 14, 15],
	),
	window("off[- ]?(?:hours|peak)|out-of-hours|after[- ]hours|quiet hours", [1, 2, 3, 23], [10, 11, 14, 15]),
	window("(?<=in (?:the )?)mornings?|before (?:noon|midday|lunch)|forenoons?", [10, 11], [14, 15, 16, 20]),
	window("(?<=in (?:the )?)afternoons?|after (?:noon|midday|lunch)", [14, 15], [8, 9, 10, 11]),
	window("(?<=in (?:the )?)evenings?|after (?:work|closing time)", [19, 20], [10, 11, 14]),
	{
		fact: "time",
		pattern: new RegExp(
			`${outer}(?:\\b(?:between|from) )?(?<from>${clock}) ?(?:-|–|to|and|until|till) ?(?<to>${clock})(?![\\d:])`,
			"gi",
		),
		read: ({ from, to }) => betweenClocks(from, to),
	},
	{
		fact: "time",
		pattern: new RegExp(
			`\\b(?<side>before|after|until|till|from|since) (?<moment>${clock})(?! ?(?:-|–|to|and|until|till) ?\\d)(?![\\d:])`,
			"gi",
		),
		read: ({ side, moment }) => sideOfClock(side, moment),
	},
	{
		fact: "day",
		pattern: new RegExp(`${outer}${preposition}\\bweek-?ends?\\b`, "gi"),
		read: () => daysSaid("sat-sun"),
	},
	{
		fact: "day",
		pattern: new RegExp(
			`${outer}${preposition}\\b(?:(?:week|work|business|working)[ -]?days?|(?<=(?:during|in|through) the )week)\\b(?! (?:hours|off))`,
			"gi",
		),
		read: () => daysSaid("mon-fri"),
	},
	{
		fact: "day",
		pattern: new RegExp(
			`${outer}${preposition}\\b(?<first>${dayWord})(?:(?<joint> ?(?:-|–|to|through|until|till|and|or|&) ?)(?:on )?(?<last>${dayWord}))?`,
			"gi",
		),
		read: ({ first = "", joint, last }) => {
			const [from, to] = [first, last ?? ""].map((day) => day.slice(0, 3).toLowerCase());
			const isList = joint !== undefined && /and|or|&/i.test(joint);
			return daysSaid(...(last === undefined ? [from ?? ""] : isList ? [from ?? "", to ?? ""] : [`${from}-${to}`]));
		},
	},
];

function daysSaid(...texts: readonly string[]): Inside | undefined {
	const days = new Set(texts.flatMap((text) => [...(daysOf(text) ?? [])]));
	return days.size === 0
		? undefined
		: { in: [...days], out: dayNames.flatMap((_, day) => (days.has(day) ? [] : [day])) };
}

/** `9:00`, `6 pm`, `18 o'clock`; a bare number is none. */
function minutesOf(text = ""): number | undefined {
	const [, hour = "", minute, end] = /(\d{1,2})(?:[:.]([0-5]\d))?(?: ?h\b)? ?(am|pm|o'clock)?/i.exec(text) ?? [];
	if (hour === "" || (minute === undefined && end === undefined) || Number(hour) > 24) return undefined;
	const isLate = end?.toLowerCase() === "pm" && Number(hour) < 12;
	return ((Number(hour) + (isLate ? 12 : 0)) * 60 + Number(minute ?? 0)) % dayLong;
}

function betweenClocks(from: string | undefined, to: string | undefined): Inside | undefined {
	// `9-17:00`, `between 9 and 5 pm`: the other one says it.
	const [start, end] = [minutesOf(from) ?? minutesOf(`${from}:00`), minutesOf(to) ?? minutesOf(`${to}:00`)];
	if ((minutesOf(from) ?? minutesOf(to)) === undefined || start === undefined || end === undefined || start === end)
		return undefined;
	return { in: middle(start, end), out: middle(end, start) };
}

/** The middle of a stretch that may go over midnight. */
function middle(from: number, to: number): readonly number[] {
	const length = (to - from + dayLong) % dayLong;
	return [0.25, 0.5, 0.75].map((part) => Math.round(from + length * part) % dayLong);
}

function sideOfClock(side = "", text: string | undefined): Inside | undefined {
	const moment = minutesOf(text);
	if (moment === undefined) return undefined;
	const [earlier, later] = [(moment - 60 + dayLong) % dayLong, (moment + 60) % dayLong];
	const isEarlier = /before|until|till/i.test(side);
	return isEarlier ? { in: [earlier], out: [later] } : { in: [later], out: [earlier] };
}

const dayLong = 24 * 60;

/** Does a value of `when time` or `when day` hold at such a moment? */
export function holdsAt(fact: SpokenTime["fact"], value: string, moment: number): boolean {
	if (fact === "day") return daysOf(value)?.has(moment) === true;
	const times = timesOf(value);
	if (times === undefined) return false;
	const { from, to } = times;
	return from < to ? moment >= from && moment < to : moment >= from || moment < to;
}
