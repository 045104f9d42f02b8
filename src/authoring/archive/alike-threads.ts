/**
 * Replays a log on several cores, equal requests once: this thread and others of the same program take one piece of the log after the other, and ask what comes of what
 * they have not met. What comes out alike in many folders is decided once, by the first of them as long as there is not much, and whoever asks is told.
 */
import type { MessagePort, Worker } from "node:worker_threads";
import type { Answers, Found, Told } from "../replay/answers.js";
import { type CameOut, summed } from "../replay/came-out.js";
import { latelyUsed } from "../replay/lately-used.js";
import type { Recorded } from "../replay/log-records.js";
import type { ReplaySummary } from "../replay/replay-summary.js";
import { type Answer, type Asked, linesOfPiece, type Question, type Said } from "./alike-pieces.js";
import type { Piece } from "./log-pieces.js";
import { type Cores, endThreads, type Part, startedHere, startedThread, type ThreadLost } from "./threads.js";

/** Who is told what came of a record. */
type Hear = (found: Found) => void;

/** What threads have found: what comes out alike is decided once. `decide`: has a record decided. */
export function decidingOnce(decide: (record: Recorded, hear: Hear) => void): (question: Question, hear: Hear) => void {
	const known = latelyUsed<Found>(mostKnown);
	/** Those who wait for what is being decided. */
	const waiting = new Map<string, { readonly record: Recorded; readonly hear: Hear }[]>();
	return ({ record, key }, hear) => {
		if (key === undefined) return decide(record, hear);
		const found = known.get(key);
		const others = waiting.get(key);
		if (found !== undefined) hear(found);
		else if (others !== undefined) others.push({ record, hear });
		else {
			waiting.set(key, []);
			decide(record, (first) => {
				const all = waiting.get(key) ?? [];
				waiting.delete(key);
				hear(first);
				// What hangs on more than was asked comes of that record alone.
				const isAlone = first.hangsOnName || first.hangsOnTime;
				if (!isAlone) known.set(key, first);
				for (const one of all)
					if (isAlone) decide(one.record, one.hear);
					else one.hear(first);
			});
		}
	};
}

/** What was found is kept, and as much again that was asked for lately. */
const mostKnown = 150_000;
/** So many decisions make another thread that decides worth it: it takes some ten thousand before one is as fast as the next. */
const worthDeciding = 16_000;
/** Records that a thread has before it when another one helps. */
const mostBefore = 256;

/** What came of all pieces. */
export interface ReplayedAlike {
	readonly summary: ReplaySummary;
	/** How many were decided. */
	readonly made: number;
}

/**
 * Has threads replay pieces, one core less than there are: `here` is the part of this one. Undefined where that can't be: a thread could not be started, ended before it was
 * done, or read another policy than `digest`. Whoever asked then replays the log itself, and finds out what is wrong.
 */
export async function replayedAlikeApart(
	pieces: readonly Piece[],
	cores: Cores,
	here: Part,
	digest: string,
	progress: (bytes: number) => void,
): Promise<ReplayedAlike | undefined> {
	/** How many lines each piece has. */
	const lines: number[] = [];
	let next = 0;
	let fault: ThreadLost | undefined;
	const waiting: (() => void)[] = [];
	const wake = (): void => {
		for (const one of waiting.splice(0)) one();
	};
	const until = async (isSo: () => boolean): Promise<void> => {
		while (fault === undefined && !isSo()) await new Promise<void>((resolve) => waiting.push(resolve));
		if (fault !== undefined) throw fault;
	};
	let undecided: { readonly record: Recorded; readonly hear: Hear }[] = [];
	let count = 0;
	const ask = decidingOnce((record, hear) => {
		undecided.push({ record, hear });
	});
	/** Tells threads what they wait for, and has the first one decide what nobody knows; the others when there is much. */
	const send = (): void => {
		for (const { heard, tell } of threads)
			if (heard.answers.length > 0) {
				tell({ kind: "answers", answers: heard.answers });
				heard.answers = [];
			}
		if (undecided.length === 0) return;
		count += undecided.length;
		const most = Math.ceil(count / worthDeciding);
		const [first] = threads;
		const { heard, tell } =
			(first as Thread).heard.decides.length < mostBefore ? (first as Thread) : leastOf(threads.slice(0, most));
		heard.decides.push(...undecided.map(({ hear }) => hear));
		tell({ kind: "decide", records: undecided.map(({ record }) => record) });
		undecided = [];
	};
	const started = (at: number): Thread => {
		let piece = 0;
		const heard: Heard = { out: undefined, decided: 0, tells: [], decides: [], answers: [] };
		const tell = (asked: Asked): void => worker.postMessage(asked);
		const further = (): void => {
			piece = next++;
			const one = pieces[piece];
			tell(one === undefined ? { kind: "end" } : { kind: "piece", piece: one, before: piece * linesOfPiece });
		};
		const hear = (said: Said): void => {
			switch (said.kind) {
				case "read":
					progress(said.bytes);
					break;
				case "done":
					lines[piece] = said.lines;
					further();
					break;
				case "asks":
					for (const question of said.questions)
						ask(question, (found) => {
							heard.answers.push({ number: question.number, found });
						});
					send();
					break;
				case "found":
					heard.decided = said.decided;
					for (const [at, one] of heard.decides.splice(0, said.found.length).entries()) one(said.found[at] as Found);
					send();
					break;
				case "told":
					heard.decided = said.decided;
					for (const [at, one] of (heard.tells.shift() ?? []).entries()) one(said.told[at] as Told);
					wake();
					break;
				case "out":
					heard.decided = said.decided;
					heard.out = said.out;
					wake();
					break;
			}
		};
		const lose = (why: ThreadLost): void => {
			fault ??= why;
			wake();
		};
		const worker = at === 0 ? startedHere(here, digest, hear, lose) : startedThread(cores, digest, hear, lose);
		further();
		return { worker, heard, tell };
	};
	const threads = pieces.slice(0, cores.count).map((_, at) => started(at));
	try {
		await until(() => threads.every(({ heard }) => heard.out !== undefined));
		const before = lines.map((_, at) => lines.slice(0, at).reduce((sum, count) => sum + count, 0));
		const lineOf = (place: number): number =>
			(before[Math.floor(place / linesOfPiece)] as number) + (place % linesOfPiece);
		const outs = threads.map(({ heard }) => heard.out as CameOut);
		const summary = await summed(outs, telling(threads, until), lineOf);
		return { summary, made: threads.reduce((sum, { heard }) => sum + heard.decided, 0) };
	} catch {
		return undefined;
	} finally {
		await endThreads(threads.map(({ worker }) => worker));
	}
}

/** A thread, and what is known of it. */
interface Thread {
	readonly worker: Worker | MessagePort;
	readonly tell: (asked: Asked) => void;
	readonly heard: Heard;
}

interface Heard {
	out: CameOut | undefined;
	decided: number;
	/** Those who wait for what it decides, in the order of the records. */
	readonly decides: Hear[];
	/** Those who wait for what it tells of records, of each message. */
	readonly tells: ((told: Told) => void)[][];
	/** What it is to be told next. */
	answers: Answer[];
}

function leastOf(threads: readonly Thread[]): Thread {
	return threads.reduce((one, other) => (other.heard.decides.length < one.heard.decides.length ? other : one));
}

/** Asks threads in turn what is told of records. */
function telling(
	threads: readonly Thread[],
	until: (isSo: () => boolean) => Promise<void>,
): Pick<Answers, "tell" | "settled"> {
	const unsent: { readonly record: Recorded; readonly hear: (told: Told) => void }[] = [];
	return {
		tell: (record, hear) => {
			unsent.push({ record, hear });
		},
		settled: async () => {
			for (let at = 0; unsent.length > 0; at++) {
				const some = unsent.splice(0, toldAtOnce);
				const { heard, tell } = threads[at % threads.length] as Thread;
				heard.tells.push(some.map(({ hear }) => hear));
				tell({ kind: "tell", records: some.map(({ record }) => record) });
			}
			await until(() => threads.every(({ heard }) => heard.tells.length === 0));
		},
	};
}

const toldAtOnce = 16;
