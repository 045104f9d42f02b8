/** `rules audit stats`: a log in numbers. */

import { visible } from "../../language/diagnostic/render-visible.js";
import { readLog } from "../../runtime/audit/read-log.js";
import { type Count, type LogStats, statsOf } from "../../runtime/audit/stats.js";
import { refusedBySystem } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import { chosenLog, type LogQuestion, selectionOf } from "./audit-log-choice.js";
import { chainWarning } from "./chain-warning.js";
import { durationText, sizeText, timeText } from "./render-record.js";

/** Rows of a table that are shown. */
const mostRows = 10;

/** Prints the numbers of a log. */
export async function auditStats(question: LogQuestion, terminal: Terminal): Promise<void> {
	const chosen = await chosenLog(question.log);
	const stats = numbersOf(chosen.path, question);
	await terminal.print(question.json === true ? `${JSON.stringify(stats, null, 2)}\n` : statsText(stats));
	await terminal.complain(chainWarning(chosen));
}

function numbersOf(path: string, question: LogQuestion): LogStats {
	const selection = selectionOf(question);
	try {
		return statsOf(readLog(path), selection);
	} catch (error) {
		throw refusedBySystem(error, path, "read");
	}
}

function statsText({
	from,
	to,
	decisions,
	effects,
	agents,
	programs,
	rules,
	codes,
	approvals,
	runs,
	unread,
}: LogStats): string {
	if (from === undefined || to === undefined)
		return `no decision${unread > 0 ? `, and ${unread} lines that hold no record` : ""}\n`;
	const { count, failed, notStarted, timedOut, cancelled, bytes, duration } = runs;
	const ends = [
		[failed, "failed"],
		[timedOut, "ran out of time"],
		[cancelled, "cancelled"],
		[notStarted, "not started"],
	] as const;
	return [
		`${decisions} ${decisions === 1 ? "decision" : "decisions"} from ${timeText(from)} to ${timeText(to)} UTC`,
		`  ${effects.allow} allow, ${effects.ask} ask, ${effects.nudge} nudge, ${effects.deny} deny${approvals > 0 ? `; ${approvals} approved by a person` : ""}`,
		...(count === 0
			? []
			: [
					`${count} ${count === 1 ? "run" : "runs"}${ends.map(([number, what]) => (number > 0 ? `, ${number} ${what}` : "")).join("")}`,
					`  ${durationText(duration?.median ?? 0)} in the middle, ${durationText(duration?.p95 ?? 0)} for nineteen of twenty, ${durationText(duration?.max ?? 0)} at most; ${sizeText(bytes)} of output`,
				]),
		...table("agent", agents),
		...table("program", programs),
		...table("rule", rules),
		...table("no rule", codes),
		...(unread > 0 ? ["", `note: ${unread} ${unread === 1 ? "line holds" : "lines hold"} no record`] : []),
		"",
	].join("\n");
}

function table(what: string, counts: readonly Count[]): readonly string[] {
	if (counts.length === 0) return [];
	const shown = counts.slice(0, mostRows);
	const names = shown.map(({ name }) => shortened(visible(name)));
	const width = Math.max(what.length, ...names.map((name) => name.length));
	const row = (name: string, cells: readonly string[]): string =>
		`${name.padEnd(width)}  ${cells.map((cell) => cell.padStart(6)).join("  ")}`;
	const more = counts.length - shown.length;
	return [
		"",
		row(what, ["all", "allow", "ask", "nudge", "deny"]),
		...shown.map(({ count, effects }, at) =>
			row(
				names[at] as string,
				[count, effects.allow, effects.ask, effects.nudge, effects.deny].map((number) =>
					number === 0 ? "·" : `${number}`,
				),
			),
		),
		...(more > 0 ? [`and ${more} more`] : []),
	];
}

function shortened(name: string): string {
	return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
