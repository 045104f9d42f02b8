/** Time that a thread worked, in milliseconds: what it waited for others is not counted where the system says so. */
import { readFileSync, readlinkSync } from "node:fs";

/** The name of this thread, for `timeOf`. */
export function ownThread() {
	try {
		return readlinkSync("/proc/thread-self");
	} catch {
		return undefined;
	}
}

export function timeOf(thread) {
	try {
		return Number(readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
	} catch {
		return performance.now();
	}
}
