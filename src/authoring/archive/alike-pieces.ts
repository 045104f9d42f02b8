/**
 * A thread's part in a replay that decides equal requests once: it takes one piece of the log after the other, and counts what comes of it. What has not come before it
 * asks of those who started it, and decides what they ask for.
 */
import { hash } from "node:crypto";
import type { MessagePort } from "node:worker_threads";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import { type Answers, type Found, findingBy, type Told } from "../replay/answers.js";
import type { CameOut } from "../replay/came-out.js";
import { decidingGroups } from "../replay/decide-again.js";
import type { Recorded } from "../replay/log-records.js";
import { answerTo, type ReplayOptions } from "../replay/replay.js";
import { replayingAlike } from "../replay/replay-alike.js";
import { linesOf, type Piece } from "./log-pieces.js";
import { answerAsThread } from "./threads.js";

/** What a thread is asked. */
export type Asked =
	| { readonly kind: "piece"; readonly piece: Piece; readonly before: number }
	| { readonly kind: "decide"; readonly records: readonly Recorded[] }
	| { readonly kind: "answers"; readonly answers: readonly Answer[] }
	| { readonly kind: "tell"; readonly records: readonly Recorded[] }
	| { readonly kind: "end" };

export interface Answer {
	/** Of the question, in the thread that asked. */
	readonly number: number;
	readonly found: Found;
}

/** What a thread wants to know of a record. */
export interface Question {
	readonly number: number;
	readonly record: Recorded;
	/** What others that come out like it have in common with it; undefined where it comes out for itself. */
	readonly key: string | undefined;
}

/** What it says. */
export type Said =
	| { readonly kind: "read"; readonly bytes: number }
	| { readonly kind: "done"; readonly lines: number }
	| { readonly kind: "asks"; readonly questions: readonly Question[] }
	/** In the order in which records were sent. */
	| { readonly kind: "found"; readonly found: readonly Found[]; readonly decided: number }
	| { readonly kind: "told"; readonly told: readonly Told[]; readonly decided: number }
	| { readonly kind: "out"; readonly out: CameOut; readonly decided: number };

/** Questions that are sent at once, and so many may wait. */
const mostSent = 32;
const mostAsked = 4_096;
/** Bytes that are told together, and read in one turn. */
const readAtOnce = 1 << 20;
/** Lines of a piece have less: the piece is told from the line in one number. */
export const linesOfPiece = 2 ** 32;

/** A thread's part: counts what comes of the pieces that it is sent, until it is ended. `lose`: is told what it can't do; without it the thread ends. */
export async function replayAlikePieces(
	port: MessagePort,
	tree: Tree,
	world: World,
	options: ReplayOptions,
	lose: (why: unknown) => void = lost,
): Promise<void> {
	let isEnded = false;
	port.once("close", () => {
		isEnded = true;
	});
	const { decide, decideFor, counts } = decidingGroups(tree, world, { workspace: options.workspace, isMany: true });
	const say = (message: Said): void => port.postMessage(message);
	const find = findingBy(decideFor);
	const { answers, hear } = answersOfOthers(say, () => counts().decided);
	const replaying = replayingAlike(tree, world, options, answers);
	const replayPiece = async ({ piece, before }: Extract<Asked, { readonly kind: "piece" }>): Promise<void> => {
		replaying.begin(before);
		let [count, read] = [0, 0];
		const tellRead = (): void => {
			say({ kind: "read", bytes: read });
			read = 0;
		};
		for (const { lines, bytes } of linesOf(piece)) {
			count += lines.length;
			read += bytes;
			for (const line of lines) replaying.take(line);
			if (read > readAtOnce) {
				tellRead();
				// What others found comes in between. Not after each of the few lines that are read together: with as many turns, V8 keeps the texts of the main thread until it
				// collects all that there is, which it then does two times a second.
				await new Promise((resolve) => setImmediate(resolve));
				if (isEnded) return;
			}
			for (let room = replaying.room(); room !== undefined; room = replaying.room()) await room;
		}
		tellRead();
		say({ kind: "done", lines: count });
	};
	const work = async (asked: Asked): Promise<void> => {
		switch (asked.kind) {
			case "piece":
				return await replayPiece(asked);
			case "decide":
				return say({ kind: "found", found: asked.records.map(find), decided: counts().decided });
			case "answers":
				return hear(asked.answers);
			case "tell": {
				const told = asked.records.map((record) => answerTo(record, 0, decide, {}));
				return say({ kind: "told", told, decided: counts().decided });
			}
			case "end":
				return say({ kind: "out", out: await replaying.end(), decided: counts().decided });
		}
	};
	// Whoever started the thread hears of what it can't do.
	await answerAsThread(port, tree.digest, (asked: Asked) => {
		work(asked).catch(lose);
	});
}

/** Ends the thread. */
function lost(why: unknown): void {
	setImmediate(() => {
		throw why;
	});
}

/** Asks others, by what is said to them. */
function answersOfOthers(
	say: (message: Said) => void,
	decided: () => number,
): { readonly answers: Answers; readonly hear: (answers: readonly Answer[]) => void } {
	const asked = new Map<number, (found: Found) => void>();
	const waiting: (() => void)[] = [];
	let next = 0;
	let unsent: Question[] = [];
	const send = (): void => {
		if (unsent.length > 0) say({ kind: "asks", questions: unsent });
		unsent = [];
	};
	const answered = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
	return {
		answers: {
			ask: (record, hear, said) => {
				const number = next++;
				asked.set(number, hear);
				unsent.push({ number, record, key: said === undefined ? undefined : hash("sha256", said, "base64") });
				if (unsent.length >= mostSent) send();
			},
			// Of what is told here nobody asks.
			tell: () => {},
			room: (wants) => {
				send();
				return asked.size > 0 && (wants || asked.size > mostAsked) ? answered() : undefined;
			},
			settled: async () => {
				for (send(); asked.size > 0; send()) await answered();
			},
			decided,
		},
		hear: (answers) => {
			for (const { number, found } of answers) {
				const hear = asked.get(number);
				asked.delete(number);
				hear?.(found);
			}
			for (const one of waiting.splice(0)) one();
		},
	};
}
