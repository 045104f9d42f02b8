/**
 * Ends everything that a run started: asks first, then insists, and looks again until nothing is left.
 */
import { knowsMembers, type Member, membersOf, type Run } from "./members.js";

/** What became of the processes of a run. */
export interface Stopped {
	/** How many were told to end. */
	readonly ended: number;
	/** Those that could not be ended. */
	readonly left: readonly number[];
}

/** Milliseconds between asking and insisting. */
const graceByDefault = 500;
/** So many have not begun to end: they are multiplying. */
const crowd = 1000;
/** Milliseconds after which what still lives can't be ended: another user's, or stuck in the kernel. */
const patience = 3000;

/**
 * Ends a run: SIGTERM, half a second later SIGKILL, repeated while there is anybody left. Nothing to end costs one look. Who forks faster than we can
 * look is stopped first: what stands still makes nothing new.
 */
export async function stopTree(run: Run, grace = graceByDefault): Promise<Stopped> {
	const told = new Set<number>();
	const tell = (members: readonly Member[], signal: NodeJS.Signals): void => {
		for (const { pid } of members) told.add(pid);
		send(members, signal);
	};
	let members = living(run);
	if (members.length > 0 && grace > 0) {
		if (run.isWalled) for (const { pid } of members) pid !== run.leader && told.add(pid) && sent(pid, "SIGTERM");
		else tell(members, "SIGTERM");
	}
	for (const end = Date.now() + grace; isIn(1, crowd, members) && Date.now() < end; members = living(run))
		await pause(10);
	for (const end = Date.now() + patience; members.length > 0 && Date.now() < end; members = living(run)) {
		for (const all = new Set<number>(); Date.now() < end && addTo(all, members); members = living(run)) {
			send(members, "SIGSTOP");
		}
		tell(members, "SIGKILL");
		await pause(5);
	}
	return { ended: told.size, left: members.map(({ pid }) => pid) };
}

function isIn(least: number, most: number, { length }: readonly Member[]): boolean {
	return length >= least && length <= most;
}

/** Were there new ones among them? */
function addTo(all: Set<number>, members: readonly Member[]): boolean {
	const before = all.size;
	for (const { pid } of members) all.add(pid);
	return all.size > before;
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
		for (let looks = 0, members = living(run); members.length > 0 && looks < 20; looks++, members = living(run)) {
			send(members, "SIGKILL");
		}
	}
}

function living(run: Run): readonly Member[] {
	if (knowsMembers) return membersOf(run);
	return sent(-run.leader, 0) ? [{ pid: run.leader, group: run.leader }] : [];
}

/**
 * By groups, for a group gets a signal at one blow, and one that forks faster than we look can't outrun it. A group never has
 * members of different sessions, so none but the run's own are in it.
 */
function send(members: readonly Member[], signal: NodeJS.Signals): void {
	for (const group of new Set(members.map((member) => member.group))) sent(-group, signal);
}

function sent(target: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(target, signal);
	} catch {
		return false; // gone, or not ours
	}
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
