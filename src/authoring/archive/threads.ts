/** Threads of the same program, with the same words on their command line: what all have in common that replay on several cores. */
import { once } from "node:events";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";

/** How threads are started, and how many. */
export interface Cores {
	readonly count: number;
	readonly start: () => Worker;
}

/** A thread could not be started, ended, or has read another policy: what it was to do is not done. */
export class ThreadLost extends Error {
	override readonly name = "ThreadLost";
}

interface Ready {
	readonly kind: "ready";
	readonly digest: string;
}

/**
 * Starts a thread. `digest`: of the policy that it is to have read. `hear` gets what it says, and `lose` is told once or more often that nothing more is to be
 * expected of it.
 */
export function startedThread<Told extends { readonly kind: string }>(
	{ start }: Cores,
	digest: string,
	hear: (told: Told) => void,
	lose: (why: ThreadLost) => void,
): Worker {
	const thread = start();
	thread.on("message", hearing(digest, hear, lose));
	thread.on("error", (error) => lose(new ThreadLost(String(error))));
	thread.on("exit", () => lose(new ThreadLost("it has ended")));
	return thread;
}

/** A thread's own part: answers at a port until that is closed. `lose`: to be told what goes wrong meanwhile. */
export type Part = (port: MessagePort, lose: (why: unknown) => void) => Promise<void>;

/** As `startedThread`, with a part that this thread does between its other work. */
export function startedHere<Told extends { readonly kind: string }>(
	part: Part,
	digest: string,
	hear: (told: Told) => void,
	lose: (why: ThreadLost) => void,
): MessagePort {
	const { port1: port, port2: inner } = new MessageChannel();
	port.on("message", hearing(digest, hear, lose));
	const fail = (why: unknown): void => lose(new ThreadLost(String(why)));
	part(inner, fail).catch(fail);
	return port;
}

function hearing<Told extends { readonly kind: string }>(
	digest: string,
	hear: (told: Told) => void,
	lose: (why: ThreadLost) => void,
): (told: Told | Ready) => void {
	return (told) => {
		if (!isReady(told)) hear(told);
		else if (told.digest !== digest) lose(new ThreadLost("it has read another policy"));
	};
}

const isReady = (told: { readonly kind: string }): told is Ready => told.kind === "ready";

/** A thread's own part: it has read a policy, and answers until it is ended. */
export async function answerAsThread<Asked>(
	port: MessagePort,
	digest: string,
	answer: (asked: Asked) => void,
): Promise<void> {
	port.postMessage({ kind: "ready", digest } satisfies Ready);
	port.on("message", answer);
	await once(port, "close");
}

/** Ends threads, whatever they do; a part of this one ends where it waits next. */
export async function endThreads(threads: readonly (Worker | MessagePort)[]): Promise<void> {
	await Promise.all(threads.map((thread) => ("terminate" in thread ? thread.terminate() : thread.close())));
}
