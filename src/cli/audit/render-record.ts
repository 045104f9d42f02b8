/** Records of the decision log, for people. */
import pc from "picocolors";
import { commandText, paintEffect } from "../../authoring/render/render-decision.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { AuditRecord, DecisionRecord, OutcomeRecord } from "../../runtime/audit/record.js";
import type { LogPlace } from "../../runtime/audit/verify.js";

/** A record on one line, without a line break. */
export function recordLine(record: AuditRecord, colour: boolean): string {
	const paint = pc.createColors(colour);
	return `${paint.dim(timeText(record.time))}  ${paint.dim(shortId(record.id))}  ${what()}`;

	function what(): string {
		switch (record.type) {
			case "decision": {
				const gap = " ".repeat(5 - record.effect.length);
				const forced = record.force ? " (forced)" : "";
				return `${paintEffect(record.effect, colour)}${gap}  ${visible(record.agent)}: ${requestText(record)}${forced}`;
			}
			case "approval":
				return `${paint.cyan("yes")}    said ${visible(record.by)}`;
			case "outcome":
				return `ended  ${outcomeText(record)}`;
		}
	}
}

/** `2026-01-31 12:00:00` */
export function timeText(time: string): string {
	return visible(time.replace("T", " ").replace(/(?:\.\d+)?Z$/, ""));
}

/** The beginning of an id, which `rules audit show` takes. */
function shortId(id: string): string {
	return visible(id.slice(0, 8));
}

/** What was asked, as a shell would read it, on one line; cut when it is long. */
export function requestText({ argv, script, call, shortened }: DecisionRecord): string {
	if (argv === undefined && script === undefined && call === undefined && shortened !== undefined)
		return "what was asked was too long for a record";
	if (call !== undefined) return call.map(commandText).join("; ");
	if (script === undefined) return commandText(argv ?? []);
	const text = visible(script);
	return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** `with 0 after 12 ms, 3 B of output` */
export function outcomeText({ code, signal, failure, timedOut, cancelled, duration, bytes }: OutcomeRecord): string {
	if (failure !== undefined) return `not started: ${visible(failure)}`;
	const how = timedOut
		? "by its time limit"
		: cancelled
			? "since it was cancelled"
			: signal === undefined
				? `with ${code ?? "?"}`
				: `by ${visible(signal)}`;
	return `${how} after ${durationText(duration)}, ${sizeText(bytes)} of output`;
}

/** `12 ms`, `3.4 s`, `5 min` */
export function durationText(milliseconds: number): string {
	if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
	if (milliseconds < 120_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
	return `${Math.round(milliseconds / 60_000)} min`;
}

/** `3 B`, `1.5 KiB` */
export function sizeText(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	const unit = bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3;
	return `${(bytes / 1024 ** unit).toFixed(1)} ${["KiB", "MiB", "GiB"][unit - 1]}`;
}

/** `log.jsonl:3, log.jsonl:5 and 7 more`. `count`: how many there are, where only the first of them are given. */
export function placesText(places: readonly LogPlace[], count = places.length): string {
	const shown = places.slice(0, mostPlaces);
	const more = count - shown.length;
	return `${shown.map(placeText).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
const mostPlaces = 10;

/** `log.jsonl:3` */
export function placeText({ file, line }: LogPlace): string {
	return `${visible(file)}:${line}`;
}

/** `1 line`, `2 lines` */
export function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? "" : "s"}`;
}
