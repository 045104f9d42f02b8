/** The near side of the background: questions in, answers out, one at a time; a thread that dies or hangs is replaced. */
import type { Worker } from "node:worker_threads";
import type { Answered, Answers, Asked, Question } from "./findings.js";

export interface Thread {
	/** Tells what an editor holds; no text: it let go of it. */
	readonly tell: (path: string, text: string | undefined) => void;
	/** The answer; nothing when there is none, when nobody waits for it any more, or when a newer question of the same kind about the same file came first. */
	readonly ask: <Q extends Question>(question: Q, waited?: Waited) => Promise<Answers[Q["kind"]] | undefined>;
	readonly end: () => void;
}

/** Somebody waits, and may stop waiting. */
export interface Waited {
	readonly isCancellationRequested: boolean;
	readonly onCancellationRequested: (stopped: () => void) => unknown;
}

type AnyAnswer = Answers[keyof Answers];

interface Waiting {
	readonly question: Question;
	readonly done: (answer: AnyAnswer | undefined) => void;
}

/** What somebody points at comes first. Faults come before what stands above the lines. */
const order: Readonly<Record<Question["kind"], number>> = { cover: 0, mend: 0, check: 1, lens: 2 };

/** A question that takes longer is given up. Milliseconds. */
const longest = 60_000;

/** `start` makes a thread that runs `answerInBackground`; `complain` hears of what went wrong. */
export function backgroundThread(start: () => Worker, complain: (message: string) => void): Thread {
	const texts = new Map<string, string>();
	const waiting: Waiting[] = [];
	let worker: Worker | undefined;
	let asked: (Waiting & { readonly id: number; readonly timer: NodeJS.Timeout }) | undefined;
	let last = 0;
	let ended = false;

	const send = (message: Asked): void => worker?.postMessage(message);
	const lose = (from: Worker, why: string): void => {
		if (from !== worker) return;
		worker = undefined;
		if (!ended) complain(why);
		answered(undefined);
		void from.terminate();
	};
	const started = (): Worker => {
		const made = start();
		worker = made;
		made.on("message", ({ id, answer, fault }: Answered) => {
			if (made !== worker || id !== asked?.id) return;
			if (fault !== undefined) complain(fault);
			answered(answer);
		});
		made.on("error", (error: unknown) => lose(made, `the background failed: ${error}`));
		made.on("exit", () => lose(made, "the background ended"));
		for (const [path, text] of texts) send({ kind: "text", path, text });
		return made;
	};
	const answered = (answer: AnyAnswer | undefined): void => {
		if (asked === undefined) return;
		clearTimeout(asked.timer);
		const { done } = asked;
		asked = undefined;
		done(answer);
		next();
	};
	const next = (): void => {
		if (asked !== undefined || ended) return;
		const first = waiting.shift();
		if (first === undefined) return;
		try {
			const own = worker ?? started();
			const id = ++last;
			const timer = setTimeout(() => lose(own, `no answer about ${first.question.path} in time`), longest);
			timer.unref();
			asked = { ...first, id, timer };
			send({ kind: "question", id, question: first.question });
		} catch (error) {
			complain(`the background can't be started: ${error}`);
			first.done(undefined);
			next();
		}
	};

	return {
		tell: (path, text) => {
			if (text === undefined) texts.delete(path);
			else texts.set(path, text);
			send({ kind: "text", path, ...(text === undefined ? {} : { text }) });
		},
		ask: <Q extends Question>(question: Q, waited?: Waited) =>
			new Promise<Answers[Q["kind"]] | undefined>((settle) => {
				const done = (answer: AnyAnswer | undefined): void => settle(answer as Answers[Q["kind"]] | undefined);
				if (ended || waited?.isCancellationRequested === true) return done(undefined);
				const own: Waiting = { question, done };
				const same = waiting.findIndex((one) => isReplaced(one.question, question));
				if (same >= 0) waiting.splice(same, 1)[0]?.done(undefined);
				// Of equals, the last that somebody points at comes first, and the first that nobody does.
				const behind = waiting.findIndex(
					({ question: { kind } }) => order[question.kind] === 0 || order[kind] > order[question.kind],
				);
				waiting.splice(behind < 0 ? waiting.length : behind, 0, own);
				waited?.onCancellationRequested(() => {
					const at = waiting.indexOf(own);
					if (at >= 0) waiting.splice(at, 1)[0]?.done(undefined);
				});
				next();
			}),
		end: () => {
			ended = true;
			for (const one of waiting.splice(0)) one.done(undefined);
			const running = worker;
			worker = undefined;
			answered(undefined);
			void running?.terminate();
		},
	};
}

/** Does the newer question stand in the place of one that still waits? Of lenses, each is asked for by itself. */
function isReplaced(old: Question, now: Question): boolean {
	return old.kind === now.kind && old.path === now.path && now.kind !== "lens";
}
