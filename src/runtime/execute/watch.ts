/**
 * Watches over a run: when its time is up, when it takes too much, or nobody wants it any more, it is ended.
 */

import type { Run } from "./processes/member.js";
import type { ExcessOf } from "./processes/resource-watch.js";
import { type Stopped, stopTree } from "./processes/stop-tree.js";

/** Why a run was ended. `excess`: and what it had too much of. */
export type Why = { readonly kind: "timeout" | "abort" } | { readonly kind: "excess"; readonly of: string };

export interface Watch {
	/** Why the run was ended; undefined as long as it was not. */
	readonly why: () => Why | undefined;
	/** The ending that is under way. */
	readonly stopped: () => Promise<Stopped> | undefined;
	/** Comes about only if even SIGKILL did not end the program. */
	readonly immortal: Promise<undefined>;
	/** Stops watching. */
	readonly rest: () => void;
}

/** Milliseconds between two looks at what a run takes; they grow with what a look costs. */
const between = 100;

/** Begins to watch. Milliseconds. */
export function watchOver(
	run: Run,
	timeout: number,
	signal: AbortSignal | undefined,
	excessOf: ExcessOf | undefined,
): Watch {
	let why: Why | undefined;
	let stopped: Promise<Stopped> | undefined;
	let giveUp: (nothing: undefined) => void = () => {};
	const immortal = new Promise<undefined>((resolve) => {
		giveUp = resolve;
	});
	const end = (reason: Why): void => {
		if (why !== undefined) return;
		why = reason;
		// Who takes too much is not asked first: it would take more meanwhile.
		stopped = stopTree(run, reason.kind === "excess" ? 0 : undefined);
		void stopped.then(({ left }) => left.includes(run.leader) && giveUp(undefined));
	};
	const look = (): void => {
		const start = performance.now();
		const found = excessOf?.(run);
		if (found !== undefined) end({ kind: "excess", of: found });
		else looking = setTimeout(look, between + 10 * (performance.now() - start));
	};
	let looking = excessOf === undefined ? undefined : setTimeout(look, between);
	const timer = setTimeout(end, timeout, { kind: "timeout" });
	const abort = (): void => end({ kind: "abort" });
	signal?.addEventListener("abort", abort, { once: true });
	if (signal?.aborted) abort();
	return {
		why: () => why,
		stopped: () => stopped,
		immortal,
		rest: () => {
			clearTimeout(timer);
			clearTimeout(looking);
			signal?.removeEventListener("abort", abort);
		},
	};
}
