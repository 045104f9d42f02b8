/**
 * Keeps records as long as every reader takes them, whatever an agent asks: readings of logs take 16 MiB, sendings 8, and an archive's row, in which a request may stand
 * five times, takes five.
 */
import type { AuditEvent, DecisionEvent } from "./record.js";

/** Bytes of the longest line that is written. */
export const longestRecord = 1_000_000;
/** Bytes of a line beside what is recorded: what ties it to the line before. */
const links = 1_000;
/** UTF-16 units that are left of a text for people. */
const keptText = 10_000;

/** A record that is as short as it must be. */
export interface FittingRecord {
	readonly event: AuditEvent;
	/** Why it does not say what was asked; absent where it does. */
	readonly lack?: string;
}

/** Shortens what is too long, which the record then says. Throws where that does not help. */
export function fitRecord(event: AuditEvent): FittingRecord {
	const size = sizeOf(event);
	if (fits(size)) return { event };
	switch (event.type) {
		case "decision":
			return fitDecision(event, size);
		case "outcome": {
			const { failure = "" } = event;
			const shorter = { ...event, failure: beginning(failure), shortened: ["failure"] };
			if (failure.length > keptText && fits(sizeOf(shorter))) return { event: shorter };
		}
	}
	throw tooLong(size);
}

function fitDecision(event: DecisionEvent, size: number): FittingRecord {
	const isLong = event.message.length > keptText;
	const shortened = isLong ? ["message"] : [];
	const { commands, ...rest }: DecisionEvent = isLong ? { ...event, message: beginning(event.message) } : event;
	const cut: DecisionEvent = { ...rest, ...(commands === undefined ? {} : { commands }), shortened };
	if (fits(sizeOf(cut))) return { event: cut };
	// The request says it all again.
	if (commands !== undefined) shortened.push("commands");
	const uncommanded: DecisionEvent = { ...rest, shortened };
	if (fits(sizeOf(uncommanded))) return { event: uncommanded };
	// A part of a request would be another one.
	const { argv, script, call, env, tools, ...answer } = rest;
	for (const [name, value] of Object.entries({ argv, script, call, env, tools }))
		if (value !== undefined) shortened.push(name);
	const unasked: DecisionEvent = { ...answer, shortened };
	if (!fits(sizeOf(unasked))) throw tooLong(size);
	return { event: unasked, lack: `what was asked is too long for a record (${size} bytes, at most ${longestRecord})` };
}

function sizeOf(event: AuditEvent): number {
	return Buffer.byteLength(JSON.stringify(event));
}

function fits(size: number): boolean {
	return size + links <= longestRecord;
}

function beginning(text: string): string {
	return text.length <= keptText ? text : `${text.slice(0, keptText).replace(/[\ud800-\udbff]$/, "")}…`;
}

function tooLong(size: number): Error {
	return new Error(`a record of ${size} bytes is too long (at most ${longestRecord})`);
}
