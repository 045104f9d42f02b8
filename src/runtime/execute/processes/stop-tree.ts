/**
 * Ends everything that a run started: asks first, then insists, and looks again until nothing is left, and once more.
 */

import type { Member, Run } from "./member.js";
import { knowsMembers } from "./process-table.js";
import { holdersOf, type Look, type Search, searchFor } from "./process-tree.js";
import { sent, signalMember, signalMembers } from "./signal-members.js";

/** What became of the processes of a run. */
export interface Stopped {
	/** How many were told to end. */
	readonly ended: number;
	/** Those that could not be ended. */
	readonly left: readonly number[];
	/** Nothing more was found, but not for certain: processes came and went faster than they could be looked at. */
	readonly isUnsure: boolean;
	/** Those that may be of the run, which could not be proved; they were left alone. */
	readonly unproved: readonly number[];
}

/** Milliseconds between asking and insisting. */
const graceByDefault = 500;
/** So many have not begun to end: they are multiplying. */
const crowd = 1000;
/** Milliseconds after which what still lives can't be ended: another user's, or stuck in the kernel. */
const patience = 3000;
/** Whatever the clock says: this process may have been held up for seconds by something else. */
const leastRounds = 50;
/** Milliseconds in which nothing but looking is done, for members that multiply and for nobody; then others have their turn. */
const burst = 10;
const moment = 2;

/**
 * Ends a run: SIGTERM, half a second later SIGKILL, repeated while there is anybody left. Nothing to end costs two looks, the second at what is new. Who
 * forks faster than we can look is stopped in the moment in which it is found: what stands still makes nothing new.
 */
export async function stopTree(run: Run, grace = graceByDefault, search = searchFor(run)): Promise<Stopped> {
	if (!knowsMembers) return stopGroup(run, grace);
	const told = new Set<number>();
	const tell = (members: readonly Member[], signal: NodeJS.Signals): void => {
		for (const { pid } of members) told.add(pid);
		signalMembers(run, members, signal);
	};
	let look = lookUntilWhole(search);
	if (look.members.length > 0 && grace > 0) {
		// The maker of a sandbox stays to say how what is in it has ended.
		const asked = run.walls === undefined ? look.members : look.members.filter(({ pid }) => pid !== run.leader);
		tell(asked, "SIGTERM");
		for (const end = Date.now() + grace; isIn(1, crowd, look.members) && Date.now() < end; look = search()) {
			await pause(10);
		}
	}
	// The first empty look was this one, and another one comes.
	let empty = isEmpty(look) ? 1 : 0;
	let rounds = 0;
	for (let end = Date.now() + patience; empty < 2 && (Date.now() < end || rounds < leastRounds); rounds++) {
		const before = look;
		look = lookUntilWhole(search, (member) => signalMember(run, member, "SIGSTOP"));
		empty = isEmpty(look) ? empty + 1 : 0;
		if (empty > 0) continue;
		// The last one took its time to end: to make sure takes some more.
		if (before.members.length > 0 && look.members.length === 0) end = Math.max(end, Date.now() + patience / 3);
		run.cgroup?.kill();
		tell(look.members, "SIGKILL");
		await pause(look.members.length > 0 ? 5 : 0);
	}
	const left = look.members.map(({ pid }) => pid);
	return { ended: told.size, left, isUnsure: empty < 2 && left.length === 0, unproved: holdersOf(run) };
}

function isEmpty({ members, isWhole }: Look): boolean {
	return isWhole && members.length === 0;
}

/**
 * Looks until all that there is was seen. Where others start things meanwhile that takes several looks, each shorter than the one before; where members are found it
 * can wait, unless there are more of them at each look: those are chased, and nobody else has a turn meanwhile.
 */
function lookUntilWhole(search: Search, found?: (member: Member) => void): Look {
	const began = performance.now();
	for (;;) {
		let isChase = false;
		const look = search((member) => {
			isChase = true;
			found?.(member);
		});
		const most = isChase && found !== undefined ? burst : look.members.length > 0 ? 0 : moment;
		if (look.isWhole || performance.now() - began >= most) return look;
	}
}

function isIn(least: number, most: number, { length }: readonly Member[]): boolean {
	return length >= least && length <= most;
}

/** Where nothing tells of processes: the group that the run made, as long as it has its leader. */
async function stopGroup({ leader }: Run, grace: number): Promise<Stopped> {
	let isThere = sent(-leader, 0);
	const ended = isThere ? 1 : 0;
	if (isThere && grace > 0) sent(-leader, "SIGTERM");
	for (const end = Date.now() + grace; isThere && Date.now() < end; isThere = sent(-leader, 0)) await pause(10);
	for (const end = Date.now() + patience; isThere && Date.now() < end; isThere = sent(-leader, 0)) {
		sent(-leader, "SIGKILL");
		await pause(5);
	}
	return { ended, left: isThere ? [leader] : [], isUnsure: process.platform === "linux", unproved: [] };
}

const active = new Set<Run>();

/** Ends the run if we end before it does. Call what is returned when it is over. */
export function endWithUs(run: Run): () => void {
	if (active.size === 0) {
		process.on("exit", endAll);
		for (const signal of deadly) process.on(signal, endAndDie);
	}
	active.add(run);
	return () => {
		active.delete(run);
		if (active.size > 0) return;
		process.off("exit", endAll);
		for (const signal of deadly) process.off(signal, endAndDie);
	};
}

/** What ends a process that listens to nothing, before it could say so. A run is in a session of its own, and hears nothing of it. */
const deadly = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Whoever listens as well decides what becomes of us. Else we die of it, as we would have without a run. */
function endAndDie(signal: NodeJS.Signals): void {
	if (process.listenerCount(signal) > 1) return;
	endAll();
	process.off(signal, endAndDie);
	process.kill(process.pid, signal);
}

/** There is no time to wait, but for a few looks. */
function endAll(): void {
	for (const run of active) {
		if (!knowsMembers) {
			sent(-run.leader, "SIGKILL");
			continue;
		}
		const search = searchFor(run);
		for (let looks = 0, empty = 0; empty < 2 && looks < 20; looks++) {
			run.cgroup?.kill();
			const look = lookUntilWhole(search, (member) => signalMember(run, member, "SIGSTOP"));
			empty = isEmpty(look) ? empty + 1 : 0;
			signalMembers(run, look.members, "SIGKILL");
		}
		// What was killed is gone in a moment, and a cgroup with it. There is nobody else to wait for.
		for (let waits = 0; waits < 20 && !(run.cgroup?.remove() ?? true); waits++) Atomics.wait(clock, 0, 0, 1);
	}
}

const clock = new Int32Array(new SharedArrayBuffer(4));

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
