/** When a server is asked to end. */
import { constants } from "node:os";
import { exit } from "./exit.js";

/** Done when the process is asked to end; asked again, it ends at once, and what it had started with it. */
export function shutdownSignal(): Promise<void> {
	return new Promise((resolve) => {
		let isAsked = false;
		// It goes on listening: what runs dies with a process that has nobody to listen.
		for (const signal of endings)
			process.on(signal, () => {
				if (isAsked) process.exit(exit.bySignal + constants.signals[signal]);
				isAsked = true;
				resolve();
			});
	});
}

const endings = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
