/** Says that the holder of a lock works while it compiles, tests or proves: one such step may take longer than others wait, and lets no timer run. */
import { Worker } from "node:worker_threads";
import { heldLocks, renewal } from "../audit/lock.js";

/**
 * Renews the locks that this process holds now, in a thread of its own, until the function that it gives is called; that is done when the thread has ended. A
 * process that is stopped or killed renews nothing.
 */
export function renewedInThread(): () => Promise<void> {
	const thread = new Worker(code, { eval: true, workerData: { held: heldLocks(), renewal } });
	// Where no thread can be had, the timers of the locks still run between two steps.
	thread.on("error", () => {});
	thread.unref();
	return async () => {
		await thread.terminate();
	};
}

/** As `renewLocks` does, which the thread can't import: this program may be one file. */
const code = `
const { lutimesSync, readlinkSync } = require("node:fs");
const { held, renewal } = require("node:worker_threads").workerData;
setInterval(() => {
	const now = Date.now() / 1000;
	for (const [own, lock] of held)
		try {
			if (readlinkSync(lock) === own) lutimesSync(lock, now, now);
		} catch {}
}, renewal);
`;
