/**
 * Watches over a run: when its time is up, or nobody wants it any more, it is ended.
 */
import type { Run } from "./members.js";
import { type Stopped, stopTree } from "./stop-tree.js";

export interface Watch {
	/** Why the run was ended; undefined as long as it was not. */
	readonly why: () => "timeout" | "abort" | undefined;
	/** The ending that is under way. */
	readonly stopped: () => Promise<Stopped> | undefined;
	/** Comes about only if even SIGKILL did not end the program. */
	readonly immortal: Promise<undefined>;
	/** Stops watching. */
	readonly rest: () => void;
}

/** Begins to watch. Milliseconds. */
export function watchOver(run: Run, timeout: number, signal: AbortSignal | undefined): Watch {
	let why: "timeout" | "abort" | undefined;
	let stopped: Promise<Stopped> | undefined;
	let giveUp: (nothing: undefined) => void = () => {};
	const immortal = new Promise<undefined>((resolve) => {
		giveUp = resolve;
	});
	const end = (reason: "timeout" | "abort"): void => {
		if (why !== undefined) return;
		why = reason;
		stopped = stopTree(run);
		void stopped.then(({ left }) => left.includes(run.leader) && giveUp(undefined));
	};
	const timer = setTimeout(end, timeout, "timeout");
	const abort = (): void => end("abort");
	signal?.addEventListener("abort", abort, { once: true });
	if (signal?.aborted) abort();
	return {
		why: () => why,
		stopped: () => stopped,
		immortal,
		rest: () => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", abort);
		},
	};
}
