/** Times, days and dates as policies write them, and where a moment lies among them. */

/** Minutes of a day. Where it begins behind its end, it goes over midnight; its end is no part of it. */
export interface Times {
	readonly from: number;
	readonly to: number;
}

/** Dates as ISO 8601 writes them, both ends included. */
export interface Dates {
	readonly from: string;
	readonly to: string;
}

/** When a rule ends: by the clocks of the policy's zone, as far as a text of ISO 8601 says it, or at a moment of its own zone. */
export type End = { readonly local: string } | { readonly instant: number };

/** What the clocks and calendars of a zone say. */
export interface WallTime {
	readonly date: string;
	/** Since midnight. */
	readonly minutes: number;
	/** Of the week: `mon` is 0. */
	readonly day: number;
}

export const dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** `09:00-17:00`, `22:00-06:00` */
export function timesOf(text: string): Times | undefined {
	const found = /^(\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(text);
	if (found === null) return undefined;
	const [from, to] = [Number(found[1]) * 60 + Number(found[2]), Number(found[3]) * 60 + Number(found[4])];
	return from < dayLong && to <= dayLong && from !== to ? { from, to } : undefined;
}

const dayLong = 24 * 60;

/** `mon-fri`, `sat`, `sat-mon`: the days of the week that it names. */
export function daysOf(text: string): ReadonlySet<number> | undefined {
	const [first = "", last = first, ...more] = text.split("-");
	const [from, to] = [first, last].map((name) => (dayNames as readonly string[]).indexOf(name)) as [number, number];
	if (from < 0 || to < 0 || more.length > 0) return undefined;
	const days = new Set<number>();
	for (let day = from; ; day = (day + 1) % 7) {
		days.add(day);
		if (day === to) return days;
	}
}

/** `2026-12-25`, `2026-12-20..2027-01-03` */
export function datesOf(text: string): Dates | undefined {
	const [from = "", to = from, ...more] = text.split("..");
	return isDate(from) && isDate(to) && from <= to && more.length === 0 ? { from, to } : undefined;
}

function isDate(text: string): boolean {
	if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
	const time = Date.parse(`${text}T00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** `2026-12-31`, whose end it is; `2026-12-31T17:00`, `2026-12-31T17:00+01:00`, `2026-12-31T17:00Z` */
export function endOf(text: string): End | undefined {
	const [, date = "", time, zone] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::00)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
	if (!isDate(date)) return undefined;
	if (time === undefined) return { local: `${date}T24:00` };
	const instant = Date.parse(`${date}T${time}${zone ?? "Z"}`);
	if (Number.isNaN(instant)) return undefined;
	return zone === undefined ? { local: `${date}T${time}` } : { instant };
}

/** Has the rule ended? Undefined in a zone that nobody knows. */
export function hasEnded(end: End, at: number, zone: string): boolean | undefined {
	if ("instant" in end) return at >= end.instant;
	const now = wallTime(at, zone);
	if (now === undefined) return undefined;
	const two = (value: number): string => String(value).padStart(2, "0");
	return `${now.date}T${two(Math.floor(now.minutes / 60))}:${two(now.minutes % 60)}` >= end.local;
}

/** Does the moment lie in the times, on the days or the dates of a text? Undefined for what is none, and where the zone is not known. */
export function liesIn(fact: MomentFact, text: string, at: number, zone: string): boolean | undefined {
	const now = wallTime(at, zone);
	if (now === undefined) return undefined;
	switch (fact) {
		case "time": {
			const times = timesOf(text);
			if (times === undefined) return undefined;
			const { from, to } = times;
			const { minutes } = now;
			return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
		}
		case "day":
			return daysOf(text)?.has(now.day);
		case "date": {
			const dates = datesOf(text);
			return dates && now.date >= dates.from && now.date <= dates.to;
		}
	}
}

export type MomentFact = "time" | "day" | "date";

export function isMomentFact(name: string): name is MomentFact {
	return name === "time" || name === "day" || name === "date";
}

export function isZone(zone: string): boolean {
	return formatOf(zone) !== undefined;
}

/** What clocks in a zone show at a moment, in milliseconds since 1970. */
export function wallTime(at: number, zone: string): WallTime | undefined {
	const format = formatOf(zone);
	if (format === undefined || !Number.isFinite(at) || Math.abs(at) > latest) return undefined;
	const parts: Record<string, string> = {};
	for (const { type, value } of format.formatToParts(at)) parts[type] = value;
	const { year = "", month = "", day = "", hour = "", minute = "", weekday = "" } = parts;
	return {
		date: `${year.padStart(4, "0")}-${month}-${day}`,
		minutes: Number(hour) * 60 + Number(minute),
		day: (dayNames as readonly string[]).indexOf(weekday.toLowerCase()),
	};
}

/** Of the year 9999, as far as dates are written with four digits. */
const latest = 253_402_214_400_000;

/** A policy has one zone, and a format takes long to make. Which ones are kept changes no answer. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 64;

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
	const known = formats.get(zone);
	if (known !== undefined) return known;
	const made = makeFormat(zone);
	if (formats.size >= mostFormats) formats.clear();
	if (made !== undefined) formats.set(zone, made);
	return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
	if (!/^[A-Za-z]/.test(timeZone)) return undefined;
	try {
		return new Intl.DateTimeFormat("en-GB", {
			timeZone,
			calendar: "iso8601",
			numberingSystem: "latn",
			year: "numeric",
			month: "2-digit",
			day: "2-digit",
			hour: "2-digit",
			minute: "2-digit",
			weekday: "short",
			hourCycle: "h23",
		});
	} catch {
		return undefined;
	}
}
