/**
 * What is said about the end of a run: why it was ended, what had to be ended with it, and what could not be, or could not be looked for.
 */
import { knowsMembers } from "./processes/process-table.js";
import type { Stopped } from "./processes/stop-tree.js";
import type { Why } from "./watch.js";

/** Sentences for an outcome. `timeout`: milliseconds. That everything was ended is said where it is known alone. */
export function endings(
	why: Why | undefined,
	timeout: number,
	{ ended, left, isUnsure, unproved }: Stopped,
): readonly string[] {
	const texts: string[] = [];
	const all =
		left.length > 0 || isUnsure ? "the program was ended" : "the program and everything it started were ended";
	switch (why?.kind) {
		case "timeout":
			texts.push(`timed out after ${timeout / 1000} s; ${all}`);
			break;
		case "abort":
			texts.push(`cancelled; ${all}`);
			break;
		case "excess":
			texts.push(`it took ${why.of}; ${all}`);
			break;
		case undefined:
			if (ended > 0) texts.push(`ended ${processes(ended)} that the program had left behind`);
			break;
	}
	if (left.length > 0) texts.push(`${processes(left.length)} of the run could not be ended`);
	if (isUnsure)
		texts.push(
			knowsMembers
				? "it could not be made sure that all of the run has ended: processes came and went faster than they could be looked at"
				: "what the program started could not be looked for: there is no /proc here that tells of processes; its process group was ended",
		);
	if (unproved.length > 0)
		texts.push(
			`${processes(unproved.length)} that hold its output could not be proved to be of the run, and were left: ${unproved.join(", ")}`,
		);
	return texts;
}

function processes(count: number): string {
	return count === 1 ? "a process" : `${count} processes`;
}
