/**
 * Signals to processes that were proved to belong to a run, and to nobody else: each is looked at again in the tick in which it gets the signal, for ids are given
 * out again. Node has no handle of a process that would do without.
 */

import type { Member, Run } from "./member.js";
import { isStillThere } from "./process-table.js";

/** Sends it to a single process. False where that has ended, or is not ours to signal. */
export function signalMember(run: Run, member: Member, signal: NodeJS.Signals): boolean {
	return isSame(run, member) && sent(member.pid, signal);
}

/**
 * Sends it to all. A group that a member made gets it at one blow, so that one that forks faster than we look can't outrun it: what is in such a group was
 * started by that member, for nobody joins a group of another session.
 */
export function signalMembers(run: Run, members: readonly Member[], signal: NodeJS.Signals): void {
	const groups = new Set<number>();
	for (const member of members) {
		const { pid, group, session } = member;
		const isOurSession = session === pid || session === run.leader || members.some((other) => other.pid === session);
		if (pid === group && isOurSession && isSame(run, member) && sent(-group, signal)) groups.add(group);
	}
	for (const member of members) if (!groups.has(member.group)) signalMember(run, member, signal);
}

/** Is the id still the member's? */
function isSame({ leader, pin }: Run, member: Member): boolean {
	return isStillThere(member) && (member.pid !== leader || pin === undefined || pin.isThere());
}

/** Sends it to what has this id, or to the group that has it below zero. */
export function sent(target: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(target, signal);
	} catch {
		return false; // gone, or not ours
	}
}
