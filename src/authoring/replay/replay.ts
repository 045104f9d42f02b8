/**
 * Decides again what a decision log holds, under another policy, and says what would change.
 * The log comes line by line and is never held; what it does not say is counted, not guessed.
 */

import { isStricter } from "../../engine/decide/combine.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Effect } from "../../language/syntax/statements.js";
import { isOfSession } from "../../runtime/audit/read-log.js";
import { type DecideAgain, decidingEach } from "./decide-again.js";
import { type Answer, type LogLine, type Recorded, readLine } from "./log-records.js";

export interface ReplayOptions {
	/** Only what this agent asked. */
	readonly agent?: string;
	/** Only what was asked in this session of a harness, and in those that belong to it. */
	readonly session?: string;
	/** The folder that paths of the policy are relative to, where a record does not say; the record's own folder when absent. */
	readonly workspace?: string;
	/** How a record is decided; each by itself when absent. */
	readonly decide?: DecideAgain;
}

/** What came of a line. Lines count from 1; a line that is no decision, or another agent's, gives nothing. */
export type Replayed =
	| Comparison
	/** So many were compared, of which none is shown. */
	| Counted
	/** The log does not hold what the answer depends on. */
	| (AgentLine & { readonly kind: "undecided"; readonly why: string })
	/** Another agent's, or another session's, when one was asked for. */
	| (AgentLine & { readonly kind: "passed-over" })
	/** A line that was cut off when its writer stopped, as the line behind it says; or the last one, without its line break. */
	| { readonly kind: "torn"; readonly line: number }
	| { readonly kind: "broken"; readonly line: number; readonly why: string };

interface AgentLine {
	readonly line: number;
	readonly agent: string;
	/** For how many records of an archive this is so; for one when absent. */
	readonly times?: number;
}

/** A decision of the log beside the one that the policy makes. */
export interface Comparison extends AgentLine {
	readonly kind: "compared";
	readonly request: Request;
	readonly change: "same" | "looser" | "stricter";
	readonly before: Answer;
	readonly after: Answer & { readonly message: string };
	/** The record does not say what paths were relative to, nor where `~` led: folders were taken in their stead. */
	readonly assumed: boolean;
	/** Secrets were taken out of the record: where the answer hangs on one, it is another. */
	readonly masked: boolean;
}

/** Decisions that were compared, and are counted alone. */
export interface Counted extends Pick<Comparison, "agent" | "change" | "assumed" | "masked"> {
	readonly kind: "counted";
	readonly times: number;
}

/** Decides every request of a log again. `world`: its links and folders as they are now; workspace and home are the record's where it has them. */
export async function* replay(
	lines: AsyncIterable<LogLine> | Iterable<LogLine>,
	tree: Tree,
	world: World,
	options: ReplayOptions = {},
): AsyncGenerator<Replayed> {
	const found: Replayed[] = [];
	const replaying = replayInto((one) => found.push(one), tree, world, options);
	for await (const line of lines) {
		replaying.take(line);
		yield* found.splice(0);
	}
	replaying.end();
	yield* found;
}

/** A replay line by line. */
export interface Replaying {
	readonly take: (line: LogLine) => void;
	/** Says that there are no more lines. */
	readonly end: () => void;
}

/** Decides again what stands in each line that it is given, as `replay` does, and tells what came of it. */
export function replayInto(
	tell: (one: Replayed) => void,
	tree: Tree,
	world: World,
	options: ReplayOptions = {},
): Replaying {
	const again = options.decide ?? decidingEach(tree, world, options.workspace);
	let number = 0;
	let torn: { readonly line: number; readonly why: string; readonly isOpen: boolean } | undefined;
	return {
		take: (line) => {
			number++;
			const read = readLine(line);
			// Whether a line is broken or was torn, the one behind it says.
			if (torn !== undefined) {
				settle(read.kind !== "broken" && read.recovered);
			}
			if (read.kind === "broken") torn = { line: number, why: read.why, isOpen: line.isOpen === true };
			if (read.kind === "decision") tell(answerTo(read.record, number, again, options));
		},
		end: () => {
			settle(torn?.isOpen === true);
		},
	};

	function settle(isTorn: boolean): void {
		if (torn === undefined) return;
		const { line, why } = torn;
		tell(isTorn ? { kind: "torn", line } : { kind: "broken", line, why });
		torn = undefined;
	}
}

/** What comes of one record. */
export function answerTo(
	record: Recorded,
	line: number,
	again: DecideAgain,
	options: ReplayOptions,
): Extract<Replayed, AgentLine> {
	const { agent, asked, effect, code, rules } = record;
	if (isOfOthers(record, options)) return { kind: "passed-over", line, agent };
	if (typeof asked === "string") return { kind: "undecided", line, agent, why: asked };
	const { after, isUnknown } = again(record, asked);
	if (isUnknown) return { kind: "undecided", line, agent, why: "they set `HOME`, and the log does not hold its value" };
	return {
		kind: "compared",
		line,
		agent,
		request: asked,
		change: changeOf(effect, after.effect),
		before: { effect, code, rules },
		after,
		assumed: record.workspace === undefined,
		masked: record.masked,
	};
}

/** Is it another agent's, or of another session, where one was asked for? */
export function isOfOthers(record: Recorded, { agent, session }: Pick<ReplayOptions, "agent" | "session">): boolean {
	return (agent !== undefined && agent !== record.agent) || !isOfSession(record, session);
}

export function changeOf(before: Effect, after: Effect): Comparison["change"] {
	if (before === after) return "same";
	return isStricter(before, after) ? "looser" : "stricter";
}
