/** A question about what happened before, for people. */
import { joinParts } from "../../../language/diagnostic/join-words.js";
import type { Consent, EventTest, PastQuestion } from "../../../language/policy/test.js";

/** `npm test has passed, and since then no npm install`. */
export function pastText(asks: PastQuestion): string {
	if (asks.kind === "consent")
		return `${peopleText(asks)} said yes ${asks.holds === "call" ? "to this call" : asks.holds === "session" ? "for this session" : `in the last ${spanText(asks.holds)}`}`;
	if (asks.kind === "exceeded") {
		const what = asks.of === "events" ? "" : asks.of === "total" ? ` in \`{${asks.word}}\`` : ` ${asks.of}`;
		return `more than ${asks.most}${what} ${asks.per === "session" ? "in this session" : `in ${spanText(asks.per)}`}`;
	}
	const { as, events, times, since, last, same } = asks;
	const happened = as === "needed" ? "happened" : "may have happened";
	return [
		`${eventsText(events)} ${happened}${times === 1 ? "" : ` ${times} times`}`,
		...(since.length === 0 ? [] : [`since ${eventsText(since)}`]),
		...(last === undefined ? [] : [`in the last ${spanText(last)}`]),
		...(same.length === 0 ? [] : [`with the same ${same.join(" and ")}`]),
	].join(", ");
}

/** `2 people of \`release\``. */
export function peopleText({ group, people }: Pick<Consent, "group" | "people">): string {
	return `${people === 1 ? "somebody" : `${people} people`} of \`${group}\``;
}

/** Who is asked, who said yes, and how many are missing. */
export function saidOfConsent(asks: Consent, yes: readonly string[]): string {
	const missing = asks.people - yes.length;
	const others = asks.people === 1 ? "" : ", none of them whoever runs this session";
	const sofar =
		yes.length === 0
			? "nobody said yes so far"
			: `${joinParts(
					yes.map((name) => `\`${name}\``),
					"and",
				)} said yes, ${missing} more ${missing === 1 ? "is" : "are"} missing`;
	return `It waits for ${peopleText(asks)}${others}: ${sofar}.`;
}

/** `\`npm test\` or \`npx jest\``. */
export function eventsText(events: readonly EventTest[]): string {
	return [...new Set(events.map(({ text }) => `\`${text}\``))].join(" or ");
}

/** `90s`, `30m`, `1h`, in the largest unit that fits. */
export function spanText(milliseconds: number): string {
	const [unit, size] = units.find(([, one]) => milliseconds % one === 0) ?? ["ms", 1];
	return `${milliseconds / size}${unit}`;
}

const units = [
	["d", 86_400_000],
	["h", 3_600_000],
	["m", 60_000],
	["s", 1000],
] as const;
