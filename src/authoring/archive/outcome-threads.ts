/**
 * Threads that find outcomes: each takes its share of the texts, so that nothing is decided twice. They are the same program, and have read the same policy. What is asked
 * and what is answered are numbers; a request goes to a thread once.
 */
import type { MessagePort } from "node:worker_threads";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import { decidingGroups } from "../replay/decide-again.js";
import { type Outcome, type OutcomeNumbers, outcomeNumbers } from "../replay/outcomes.js";
import type { ReplayOptions } from "../replay/replay.js";
import type { AskedRow, NamedFolder, Part, Spot } from "./asked-rows.js";
import { findingHere, type OutcomeFinder } from "./row-outcomes.js";
import { answerAsThread, type Cores, endThreads, startedThread, type ThreadLost } from "./threads.js";

type Question =
	| { readonly kind: "start"; readonly isMany: boolean }
	| { readonly kind: "part"; readonly texts: ReadonlyMap<number, Request>; readonly spots: ReadonlyMap<number, Spot> }
	| {
			readonly kind: "rows";
			/** Text, spot, and the folder's number or -1, of one row after the other. */
			readonly rows: Int32Array;
			/** The folders that are named. */
			readonly folders: ReadonlyMap<number, NamedFolder>;
	  };

interface Answer {
	readonly kind: "outcomes";
	/** The number of each row's outcome in this thread. */
	readonly outcomes: Int32Array;
	/** Those that were not told before, in the order of their numbers. */
	readonly fresh: readonly Outcome[];
	readonly decided: number;
}

/** A thread's part: finds the outcomes of rows that it is sent, until it is ended. */
export async function answerRows(
	port: MessagePort,
	tree: Tree,
	world: World,
	{ workspace, agent }: Pick<ReplayOptions, "agent" | "workspace">,
): Promise<void> {
	// Of which session a record is, the database has asked: rows do not say it.
	const options = agent === undefined ? {} : { agent };
	const outcomes = outcomeNumbers();
	let grouping = decidingGroups(tree, world, { workspace, inOrder: true });
	let finder = findingHere(grouping, outcomes, options);
	const tell = (answer: Answer): void => port.postMessage(answer);
	await answerAsThread(port, tree.digest, (asked: Question) => {
		switch (asked.kind) {
			case "start":
				grouping = decidingGroups(tree, world, { workspace, isMany: asked.isMany, inOrder: true });
				finder = findingHere(grouping, outcomes, options);
				break;
			case "part":
				finder.begin(asked);
				break;
			case "rows": {
				const before = outcomes.count();
				const { rows, folders } = asked;
				const found = new Int32Array(rows.length / 3);
				for (let at = 0; at < found.length; at++) {
					const [text, spot, own] = rows.subarray(3 * at, 3 * at + 3) as unknown as [number, number, number];
					const folder = folders.get(own);
					found[at] = finder.outcomeOf({ text, spot, own: own < 0 ? undefined : own, folder });
				}
				tell({
					kind: "outcomes",
					outcomes: found,
					fresh: outcomes.from(before + 1),
					decided: grouping.counts().decided,
				});
			}
		}
	});
}

/** Threads that answer. */
export interface OutcomeThreads {
	readonly begin: (part: Pick<Part, "texts" | "spots">) => void;
	/** Asks for the outcomes of rows, each of which is told to `count` later. Done when there is room for more. */
	readonly ask: (rows: readonly AskedRow[], count: (row: AskedRow, outcome: number) => void) => Promise<void>;
	/** Done when all rows are counted. */
	readonly settled: () => Promise<void>;
	/** How many other threads decided. */
	readonly decided: () => number;
	readonly end: () => Promise<void>;
}

/** Starts threads, one core less than there are: this thread takes its share of the texts. `digest`: of the policy that they are to have read. */
export function startThreads(
	cores: Cores,
	digest: string,
	isMany: boolean,
	outcomes: OutcomeNumbers,
	here: OutcomeFinder,
): OutcomeThreads {
	let fault: ThreadLost | undefined;
	/** Those who wait for an answer. */
	const waiting: (() => void)[] = [];
	const wake = (): void => {
		for (const one of waiting.splice(0)) one();
	};
	const lose = (why: ThreadLost): void => {
		fault ??= why;
		wake();
	};
	const threads = Array.from({ length: cores.count - 1 }, () => {
		const asked: { readonly rows: readonly AskedRow[]; readonly count: (row: AskedRow, outcome: number) => void }[] =
			[];
		/** The numbers of this thread's outcomes here. */
		const numbers: number[] = [];
		const hear = (answer: Answer): void => {
			for (const one of answer.fresh) numbers.push(outcomes.numberOf(one));
			const { rows = [], count } = asked.shift() ?? {};
			for (const [at, row] of rows.entries()) {
				const found = answer.outcomes[at] as number;
				count?.(row, found < 0 ? found : (numbers[found - 1] as number));
			}
			thread.decided = answer.decided;
			wake();
		};
		const worker = startedThread(cores, digest, hear, lose);
		const thread = { worker, asked, decided: 0 };
		worker.postMessage({ kind: "start", isMany } satisfies Question);
		return thread;
	});
	const until = async (isSo: () => boolean): Promise<void> => {
		while (fault === undefined && !isSo()) await new Promise<void>((resolve) => waiting.push(resolve));
		if (fault !== undefined) throw fault;
	};
	/** Which thread decides it; the last share is of this one. */
	const share = (text: number): number => text % cores.count;
	return {
		begin: (part) => {
			const { texts, spots } = part;
			here.begin(part);
			for (const [at, { worker }] of threads.entries()) {
				const own = new Map([...texts].filter(([text]) => share(text) === at));
				worker.postMessage({ kind: "part", texts: own, spots } satisfies Question);
			}
		},
		ask: async (rows, count) => {
			for (const [at, { worker, asked }] of threads.entries()) {
				const own = rows.filter(({ text }) => share(text) === at);
				if (own.length === 0) continue;
				const numbers = new Int32Array(3 * own.length);
				const folders = new Map<number, NamedFolder>();
				for (const [index, { text, spot, own: named, folder }] of own.entries()) {
					numbers.set([text, spot, named ?? -1], 3 * index);
					if (named !== undefined && folder !== undefined) folders.set(named, folder);
				}
				asked.push({ rows: own, count });
				worker.postMessage({ kind: "rows", rows: numbers, folders } satisfies Question);
			}
			for (const row of rows) if (share(row.text) === threads.length) count(row, here.outcomeOf(row));
			await until(() => threads.every(({ asked }) => asked.length < mostAsked));
		},
		settled: () => until(() => threads.every(({ asked }) => asked.length === 0)),
		decided: () => threads.reduce((sum, { decided }) => sum + decided, 0),
		end: () => endThreads(threads.map(({ worker }) => worker)),
	};
}

/** Questions that a thread has before it: while it answers one, the next are there. */
const mostAsked = 8;
