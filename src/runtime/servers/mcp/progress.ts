/** What a call prints, told to the client while it runs: as fast as the client takes it, and a sign of life when nothing is printed. */
import type { ServerContext } from "@modelcontextprotocol/server";

export interface Progress {
	readonly onOutput?: (stream: string, text: string) => void;
	/** Nothing is told any more when this is done: the answer comes last. */
	readonly end: () => Promise<void>;
}

/** Characters of output in one message; of what comes faster only the end is told. */
const mostText = 2_000;
/** Milliseconds after which a client is told that the call still runs, so that it does not give up. */
const silence = 5_000;

/** Tells of a call if its client wants to be told. */
export function progressOf({ mcpReq }: ServerContext): Progress {
	const progressToken = mcpReq._meta?.progressToken;
	if (progressToken === undefined) return { end: async () => {} };
	let count = 0;
	let waiting = "";
	let sending: Promise<void> | undefined;
	let ended = false;
	const tell = (message: string): void => {
		count++;
		sending = mcpReq
			.notify({ method: "notifications/progress", params: { progressToken, progress: count, message } })
			// Whoever is gone need not be told.
			.catch(() => {})
			.then(() => {
				sending = undefined;
				next();
			});
	};
	const next = (): void => {
		if (ended || waiting === "" || sending !== undefined) return;
		const message = waiting;
		waiting = "";
		tell(message);
	};
	const timer = setInterval(() => {
		if (waiting === "" && sending === undefined) tell("still running");
	}, silence);
	timer.unref();
	return {
		onOutput: (_, text) => {
			waiting = (waiting + text).slice(-mostText);
			next();
		},
		end: async () => {
			ended = true;
			clearInterval(timer);
			await sending;
		},
	};
}
