/**
 * Replays a log on several cores: threads of the same program, with the same words on their command line, each of which has read the policy and takes one piece of
 * the log after the other. What comes of the pieces is put together in the order of the log.
 */
import type { MessagePort, Worker } from "node:worker_threads";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import { type ReplayOptions, replayInto } from "../replay/replay.js";
import { type ReplaySummary, startSummary } from "../replay/replay-summary.js";
import { type Piece, readPiece } from "./log-pieces.js";
import { answerAsThread, type Cores, endThreads, startedThread } from "./threads.js";

/** What came of a piece, whose lines count from 1. */
interface PieceDone {
	readonly kind: "done";
	readonly summary: ReplaySummary;
	readonly lines: number;
}

type Told = { readonly kind: "read"; readonly bytes: number } | PieceDone;

/** Groups of changes that a piece has room for: more than any log has that nobody made for it. */
const mostOfPiece = 50_000;

/** A thread's part: replays the pieces that it is sent, until it is ended. */
export async function replayPieces(port: MessagePort, tree: Tree, world: World, options: ReplayOptions): Promise<void> {
	const tell = (message: Told): void => port.postMessage(message);
	await answerAsThread(port, tree.digest, (piece: Piece) => {
		const summing = startSummary(mostOfPiece);
		const replaying = replayInto(summing.add, tree, world, options);
		let lines = 0;
		const take = (line: Parameters<typeof replaying.take>[0]): void => {
			lines++;
			replaying.take(line);
		};
		readPiece(piece, take, (bytes) => tell({ kind: "read", bytes }));
		replaying.end();
		tell({ kind: "done", summary: summing.summary(), lines });
	});
}

/**
 * Has threads replay pieces. Undefined where that can't be: a thread could not be started, ended before it was done, or read another policy than `digest`. Whoever asked
 * then replays the log itself, and finds out what is wrong.
 */
export async function replayedApart(
	pieces: readonly Piece[],
	cores: Cores,
	digest: string,
	progress: (bytes: number) => void,
): Promise<{ readonly summary: ReplaySummary } | undefined> {
	const summing = startSummary();
	const waiting = new Map<number, PieceDone>();
	const threads: Worker[] = [];
	let [next, put, before] = [0, 0, 0];
	/** Puts what is done behind what was done before it. */
	const putTogether = (): void => {
		for (let done = waiting.get(put); done !== undefined; done = waiting.get(put)) {
			waiting.delete(put++);
			summing.append(done.summary, before);
			before += done.lines;
		}
	};
	const run = (resolve: () => void, reject: (reason: unknown) => void): void => {
		let at: number | undefined;
		const hear = (told: Told): void => {
			if (told.kind === "read") progress(told.bytes);
			else {
				waiting.set(at as number, told);
				putTogether();
				further();
			}
		};
		const thread = startedThread(cores, digest, hear, reject);
		threads.push(thread);
		const further = (): void => {
			at = next < pieces.length ? next++ : undefined;
			if (at !== undefined) thread.postMessage(pieces[at]);
			else if (put === pieces.length) resolve();
		};
		further();
	};
	try {
		await new Promise<void>((resolve, reject) => {
			if (pieces.length === 0) resolve();
			for (let at = 0; at < Math.min(cores.count, pieces.length); at++) run(resolve, reject);
		});
	} catch {
		return undefined;
	} finally {
		await endThreads(threads);
	}
	return { summary: summing.summary() };
}
