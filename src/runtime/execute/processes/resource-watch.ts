/**
 * Whether a run takes more than its limits where the kernel does not hold it to them: it counts no processes for root, and memory only by each
 * process, not what all of them take together or share without a file.
 */
import { readFileSync } from "node:fs";
import type { Limits } from "../outcome.js";
import type { Member, Run } from "./member.js";
import { knowsMembers } from "./process-table.js";
import { membersOf } from "./process-tree.js";

/** What a run has too much of, as it is said; undefined as long as it keeps its limits. */
export type ExcessOf = (run: Run) => string | undefined;

/** How to look at a run under these limits; undefined where nobody needs to, or can. */
export function excessUnder({ processes, memory }: Limits): ExcessOf | undefined {
	const counted = countsProcesses() ? processes : undefined;
	if (!knowsMembers || (counted === undefined && memory === undefined)) return undefined;
	return (run) => {
		const members = membersOf(run);
		if (counted !== undefined && members.length > counted) return `more than ${counted} processes`;
		if (memory !== undefined && takesMore(members, memory)) return `more than ${memory} bytes of memory`;
		return undefined;
	};
}

/** Must we count processes ourselves? */
export function countsProcesses(): boolean {
	return knowsMembers && process.getuid?.() === 0;
}

/** By what is quick to ask first, which counts what several share for each of them. */
function takesMore(members: readonly Member[], memory: number): boolean {
	return (
		sum(members, "status", /^VmRSS:\s*(\d+) kB$/m) > memory &&
		sum(members, "smaps_rollup", /^Pss:\s*(\d+) kB$/m) > memory
	);
}

function sum(members: readonly Member[], file: string, row: RegExp): number {
	return members.reduce((bytes, { pid }) => bytes + 1024 * kilobytesAt(`/proc/${pid}/${file}`, row), 0);
}

function kilobytesAt(path: string, row: RegExp): number {
	try {
		return Number(row.exec(readFileSync(path, "latin1"))?.[1] ?? 0);
	} catch {
		return 0; // it ended, or it is another user's
	}
}
