/** What an agent is told of the past: the step that is missing and what spoilt it, or what closed the way. */
import type { Exceeded, Happened } from "../../language/policy/test.js";
import { eventsText, spanText } from "../decide/explain/past-text.js";
import type { HistoryEvent } from "./event.js";
import { fitTruth, hasEndedBefore, wordsOf } from "./happened.js";
import type { Asked, Past } from "./past.js";
import { largerSpan } from "./spans.js";

export function said(asks: Happened | Exceeded, asked: Asked, past: Past): string {
	if (asks.kind === "exceeded") return saidOfLimit(asks);
	return asks.as === "needed" ? saidOfNeed(asks, asked, past) : saidOfFear(asks, asked, past);
}

function saidOfLimit({ most, of, word, per }: Exceeded): string {
	const what = of === "events" ? "" : of === "total" ? ` of \`{${word}}\` together` : ` ${of}`;
	return `At most ${most}${what} ${per === "session" ? "in a session" : `in ${spanText(per)}`}: that is used up.`;
}

function saidOfNeed(asks: Happened, asked: Asked, past: Past): string {
	const { events, since, last, times, same } = asks;
	const wanted = eventsText(events);
	const often = times === 1 ? "" : ` ${times} times`;
	const about = same.length === 0 ? "" : ` with the same ${same.join(" and ")}`;
	if (!past.known && past.events.all().length === 0)
		return `It needs ${wanted}${often} before it, and what happened before can't be known.`;
	const latest = past.events
		.all()
		.findLast((event) => event.text !== "" && fitTruth(event, events, {}) !== "no" && past.isOwn(event) === "yes");
	if (latest === undefined) return `It needs ${wanted}${often} before it${about}: run that first, then this.`;
	const spoilt = past.events
		.all()
		.find(
			(other) =>
				other !== latest &&
				past.isOwn(other) !== "no" &&
				fitTruth(other, since, wordsOf(latest, asks)) !== "no" &&
				!hasEndedBefore(other, latest.decided),
		);
	const ran = `\`${latest.text}\` ${endText(latest)}`;
	const again = `run ${wanted} again, then this.`;
	if (spoilt !== undefined) return `${ran}, \`${spoilt.text}\` came at ${clock(spoilt)}: ${again}`;
	if (last !== undefined && largerSpan(latest.decided, asked.now) > last)
		return `${ran}, which is longer ago than ${spanText(last)}: ${again}`;
	const unknown = same.find((one) => one !== "path" && one !== "host" && asked.facts[one] === undefined);
	if (unknown !== undefined)
		return `${ran}, but what \`${unknown}\` is can't be known here: run this in a call of its own, in a repository.`;
	if (latest.ending === "passed" && times === 1 && about !== "") return `${ran}, but not${about}: ${again}`;
	return `${ran}; it needs ${wanted}${often}${about}: ${latest.ending === "running" ? "wait until that has passed, then this." : again}`;
}

function saidOfFear({ events, last }: Happened, _asked: Asked, past: Past): string {
	if (!past.known) return "What happened before can't be known, so this is closed.";
	const latest = past.events
		.all()
		.findLast((event) => fitTruth(event, events, {}) !== "no" && past.isOwn(event) !== "no");
	const until =
		last === undefined ? "this session has no such way any more" : `the way is closed for ${spanText(last)}`;
	if (latest?.text === "") return "What this session did before can't be known, so this is closed.";
	if (latest === undefined) return `It does itself what closes the way (${eventsText(events)}).`;
	return `\`${latest.text}\` ${latest.approval !== undefined ? "was approved" : latest.through ? "was let through" : "was refused"} at ${clock(latest)}: ${until}.`;
}

function endText({ ending, decided, ended }: HistoryEvent): string {
	const at = clock({ decided: ended ?? decided });
	switch (ending) {
		case "passed":
			return `passed at ${at}`;
		case "failed":
			return `failed at ${at}`;
		case "running":
			return `was let through at ${at}, and nobody said how it ended`;
		case "unknown":
			return `ended at ${at}, and nobody knows how`;
	}
}

/** By the wall, in UTC: `10:02`. */
function clock({ decided }: Pick<HistoryEvent, "decided">): string {
	return new Date(decided.wall).toISOString().slice(11, 16);
}
