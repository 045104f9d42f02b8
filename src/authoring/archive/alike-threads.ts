/**
 * Replays a log on several cores, equal requests once: threads of the same program take one piece of the log after the other. What comes out alike in many folders is
 * decided by one of them: who meets it first says so, and is told to decide it, and who meets it later is told what came of it.
 */
import type { Answers, Found, Told } from "../replay/answers.js";
import { type CameOut, summed } from "../replay/came-out.js";
import { latelyUsed } from "../replay/lately-used.js";
import type { Recorded } from "../replay/log-records.js";
import type { ReplaySummary } from "../replay/replay.js";
import { type Answer, type Asked, linesOfPiece, type Said } from "./alike-pieces.js";
import type { Piece } from "./log-pieces.js";
import { type Cores, endThreads, startedThread, type ThreadLost } from "./threads.js";

/** What threads have found: who asks is told, or decides. */
function shared(): {
	readonly ask: (key: string, tell: (found: Found) => void) => Found | "decide" | "wait";
	readonly found: (key: string, found: Found) => void;
} {
	const known = latelyUsed<Found>(mostKnown);
	/** Those who wait for what one of them decides. */
	const waiting = new Map<string, ((found: Found) => void)[]>();
	return {
		ask: (key, tell) => {
			const found = known.get(key);
			if (found !== undefined) return found;
			const others = waiting.get(key);
			if (others === undefined) waiting.set(key, []);
			else others.push(tell);
			return others === undefined ? "decide" : "wait";
		},
		found: (key, found) => {
			known.set(key, found);
			const others = waiting.get(key) ?? [];
			waiting.delete(key);
			for (const tell of others) tell(found);
		},
	};
}

/** What was found is kept, and as much again that was asked for lately. */
const mostKnown = 150_000;

/** What came of all pieces. */
export interface ReplayedAlike {
	readonly summary: ReplaySummary;
	/** How many were decided. */
	readonly made: number;
}

/**
 * Has threads replay pieces. Undefined where that can't be: a thread could not be started, ended before it was done, or read another policy than `digest`. Whoever asked
 * then replays the log itself, and finds out what is wrong.
 */
export async function replayedAlikeApart(
	pieces: readonly Piece[],
	cores: Cores,
	digest: string,
	progress: (bytes: number) => void,
): Promise<ReplayedAlike | undefined> {
	const { ask, found } = shared();
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
	const started = () => {
		let piece = 0;
		const heard = { out: undefined as CameOut | undefined, decided: 0, tells: [] as ((told: Told) => void)[][] };
		const tell = (asked: Asked): void => worker.postMessage(asked);
		const further = (): void => {
			piece = next++;
			const one = pieces[piece];
			tell(one === undefined ? { kind: "end" } : { kind: "piece", piece: one, before: piece * linesOfPiece });
		};
		const answer = (first: number, keys: readonly string[]): void => {
			const answers: Answer[] = [];
			for (const [at, key] of keys.entries()) {
				const number = first + at;
				const answer = ask(key, (later) => tell({ kind: "answers", answers: [{ number, found: later }] }));
				if (answer !== "wait") answers.push({ number, found: answer === "decide" ? undefined : answer });
			}
			if (answers.length > 0) tell({ kind: "answers", answers });
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
					answer(said.first, said.keys);
					break;
				case "found":
					for (const [at, key] of said.keys.entries()) found(key, said.found[at] as Found);
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
		const worker = startedThread(cores, digest, hear, (why) => {
			fault ??= why;
			wake();
		});
		further();
		return { worker, heard, tell };
	};
	const threads = pieces.slice(0, cores.count).map(started);
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

interface Teller {
	readonly heard: { readonly tells: ((told: Told) => void)[][] };
	readonly tell: (asked: Asked) => void;
}

/** Asks threads in turn what is told of records. */
function telling(
	threads: readonly Teller[],
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
				const { heard, tell } = threads[at % threads.length] as Teller;
				heard.tells.push(some.map(({ hear }) => hear));
				tell({ kind: "tell", records: some.map(({ record }) => record) });
			}
			await until(() => threads.every(({ heard }) => heard.tells.length === 0));
		},
	};
}

const toldAtOnce = 16;
