/** Questions about the past in their order: what happened in the last ten minutes happened in the last hour. */
import { keyOf } from "../../../../engine/history/event-fit.js";
import type { EventTest, Exceeded, PastQuestion } from "../../../../language/policy/test.js";

/** Is something said to be so, and something else not to be that follows from it? */
export function contradictsItself(past: Readonly<Record<string, "yes" | "no">>): boolean {
	const said = Object.entries(past);
	if (said.length < 2) return false;
	const asked = (says: "yes" | "no"): readonly PastQuestion[] =>
		said.flatMap(([text, one]) => (one === says ? [JSON.parse(text) as PastQuestion] : []));
	const denied = asked("no");
	return denied.length > 0 && asked("yes").some((one) => denied.some((other) => follows(other, one)));
}

/** Is the first so wherever the second is? What surely happened may have happened. */
function follows(wide: PastQuestion, narrow: PastQuestion): boolean {
	if (wide.kind === "exceeded")
		return (
			narrow.kind === "exceeded" &&
			wide.of === narrow.of &&
			wide.word === narrow.word &&
			isNoShorter(wide.per, narrow.per) &&
			wide.most <= narrow.most &&
			areAmong(narrow.events, wide.events, keyWithFate)
		);
	if (wide.kind !== "happened" || narrow.kind !== "happened" || (wide.as === "needed" && narrow.as === "feared"))
		return false;
	const key = wide.as === narrow.as ? keyWithFate : textWithFate;
	return (
		wide.times <= narrow.times &&
		(wide.last === undefined || (narrow.last !== undefined && narrow.last <= wide.last)) &&
		wide.same.every((one) => narrow.same.includes(one)) &&
		areAmong(wide.since, narrow.since, key) &&
		areAmong(narrow.events, wide.events, key) &&
		JSON.stringify(wide.words) === JSON.stringify(narrow.words)
	);
}

/** What happened in the shorter time happened in the longer one. How long a session is nobody knows. */
function isNoShorter(one: Exceeded["per"], other: Exceeded["per"]): boolean {
	return one === other || (typeof one === "number" && typeof other === "number" && one >= other);
}

export function areAmong(
	some: readonly EventTest[],
	all: readonly EventTest[],
	key: (event: EventTest) => string,
): boolean {
	const keys = new Set(all.map(key));
	return some.every((one) => keys.has(key(one)));
}

/** Patterns that ask the same have the same. */
export function keyWithFate(event: EventTest): string {
	return `${event.fate ?? ""} ${keyOf(event)}`;
}

/** One pattern is read narrowly where it is needed, and widely where it is feared. */
function textWithFate({ fate, text }: EventTest): string {
	return `${fate ?? ""} ${text}`;
}
