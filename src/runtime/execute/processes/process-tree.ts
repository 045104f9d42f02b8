/**
 * Which processes belong to a run: those of which it can be proved. What only looks like one of them is left alone.
 *
 * A process is proved by its place: the cgroup of the run, the session and group that its leader made, a parent that is proved, the leader of its session
 * that is. A child can leave all of these but the cgroup, by setsid and a parent that ends. Then the mark of the run proves it, which every process of
 * the run inherits with its environment. What sheds that as well is known by its process marker, where it is an orphan that our own reaper inherited, in
 * our cgroup, without the mark of another run. Who was proved once stays proved.
 *
 * An output that a process holds open proves nothing: anybody may open it.
 */
import { statSync } from "node:fs";
import { once } from "../../../language/source/once.js";
import type { Inode, Member, Run } from "./member.js";
import { isBornWith } from "./process-marker.js";
import {
	cgroupsOf,
	environmentOf,
	forksSoFar,
	idSpace,
	isInExec,
	isThread,
	knowsMembers,
	lastProcessId,
	openFilesOf,
	type ProcessState,
	processIds,
	stateOf,
} from "./process-table.js";

/** The variable that marks the processes of a run. */
export const markName = "BYLAW_RUN";

/** What one look found. */
export interface Look {
	/** Alive. */
	readonly members: readonly Member[];
	/** Nobody was started while we looked, and of everybody it was clear whose they are: who is not in it does not exist. */
	readonly isWhole: boolean;
}

/** Looks again and again; each look after the first is at what is new alone. `found`: called for each member in the moment in which it is proved. */
export type Search = (found?: (member: Member) => void) => Look;

/** The processes of a run that are alive, at one look. */
export function membersOf(run: Run): readonly Member[] {
	return searchFor(run)().members;
}

/** Begins to look for the processes of a run. */
export function searchFor(run: Run): Search {
	const members = new Map<number, Member>();
	const foreign = new Set<number>();
	/** Those that were not clear, how often, and since when by our clock. */
	const unclear = new Map<number, Unclear>();
	const reapers = once(() => ancestry());
	const ownCgroups = once(() => cgroupsOf("self"));
	let seen: number | undefined;

	const add = (state: ProcessState, found?: (member: Member) => void): void => {
		unclear.delete(state.pid);
		// A thread has an id as well, and what is told by it is told of its process, which is found by its own.
		if (isThread(state.pid)) {
			foreign.add(state.pid);
			return;
		}
		run.proved.set(state.pid, state.start);
		members.set(state.pid, state);
		if (state.alive) found?.(state);
	};

	/** Who is proved by a member: its parent, or the leader of its session or group. Read again behind the child: it is still the one that it was. */
	const isProvedBy = ({ parent, session, group }: ProcessState): boolean =>
		[parent, session, group].some((pid) => {
			const member = members.get(pid);
			if (member === undefined) return false;
			const now = stateOf(pid);
			if (now?.start !== member.start) return false;
			return pid === parent || (pid === session && now.session === pid) || (pid === group && now.group === pid);
		});

	const isStray = (state: ProcessState): "stray" | "unclear" | "in exec" | "foreign" => {
		// In a sandbox nobody loses its parent to us, and of a whole cgroup nobody is born elsewhere.
		if (run.walls !== undefined || run.cgroup?.isWhole === true) return "foreign";
		const { pid, parent } = state;
		// It may have been in the middle of an `exec` when it was asked for the mark, and showed no environment.
		const environment = environmentOf(state);
		if (marksIn(environment).includes(run.mark)) return "stray";
		if (environment === "" && isInExec(pid)) return "in exec";
		// Or it is by now through with it; or it has none for good.
		const doubt = environment === "" ? "unclear" : "foreign";
		if (run.processMarker === undefined || state.session === ownSession()) return doubt;
		if (!isBornWith(pid, run.processMarker)) return doubt;
		if (isMarked(environment)) return "foreign";
		if (parent > 1 && !reapers().includes(parent)) {
			const above = stateOf(parent);
			if (above?.alive) return above.start < run.since || foreign.has(parent) ? "foreign" : "unclear";
			return "unclear";
		}
		// Read behind the look at its process marker, so that it was the same process all the time.
		return cgroupsOf(pid) === ownCgroups() && stateOf(pid)?.start === state.start ? "stray" : "unclear";
	};

	const examine = (ids: readonly number[], inside: ReadonlySet<number>, found?: (member: Member) => void): void => {
		const rest: ProcessState[] = [];
		for (const pid of ids) {
			if (pid === process.pid || foreign.has(pid)) continue;
			const state = stateOf(pid);
			const before = members.get(pid);
			if (state === undefined || state.start < run.since) {
				members.delete(pid);
				unclear.delete(pid);
				if (state !== undefined) foreign.add(pid);
			} else if (before?.start === state.start) members.set(pid, state);
			else {
				members.delete(pid);
				if (isProved(state, run, inside)) add(state, found);
				else rest.push(state);
			}
		}
		for (let before = -1; before !== members.size; ) {
			before = members.size;
			for (const state of rest)
				if (!members.has(state.pid) && !foreign.has(state.pid) && isProvedBy(state)) add(state, found);
		}
		for (const state of rest) {
			const { pid } = state;
			if (members.has(pid) || foreign.has(pid) || !state.alive) continue;
			const verdict = isStray(state);
			const now = performance.now();
			const { times, since } = unclear.get(pid) ?? { times: 0, since: now };
			const isOver = verdict === "in exec" ? now - since > longestExec : times + 1 >= mostUnclear;
			if (verdict === "stray") add(state, found);
			else if (verdict !== "foreign" && !isOver)
				unclear.set(pid, { times: verdict === "in exec" ? times : times + 1, since });
			else {
				unclear.delete(pid);
				foreign.add(pid);
			}
		}
	};

	return (found) => {
		const last = lastProcessId();
		const isFirst = seen === undefined;
		const fresh = isFirst ? youngOf(run) : idsBetween(seen as number, last);
		// An id may be somebody else's by now.
		if (fresh === undefined) foreign.clear();
		else for (const pid of fresh) foreign.delete(pid);
		const inside = new Set(run.cgroup?.pids());
		const known = [...members.keys(), ...unclear.keys(), ...inside, ...insidersOf(run)];
		examine([...new Set([...(fresh ?? processIds()), ...known])], inside, found);
		seen = last;
		const isWhole = unclear.size === 0 && last === lastProcessId();
		return { members: [...members.values()].filter(({ alive }) => alive), isWhole };
	};
}

/** A process that is not clear after so many looks is nobody of ours: its parent lives, and is none either. */
const mostUnclear = 20;
/** Milliseconds after which nobody is in the middle of an `exec` any more, but has no words. */
const longestExec = 1000;

interface Unclear {
	readonly times: number;
	readonly since: number;
}

/** Is a process a member by what it is itself? */
function isProved(state: ProcessState, run: Run, inside: ReadonlySet<number>): boolean {
	const { pid, start, session, group } = state;
	const { leader, pin, cgroup, walls } = run;
	if (run.proved.get(pid) === start && pid !== leader) return true;
	if (inside.has(pid) && cgroup?.holds(pid)) return true;
	const first = walls?.first();
	if (first !== undefined && pid === first.pid && start === first.start) return true;
	const isLeaderThere = (): boolean => (pin === undefined ? stateOf(leader)?.start === run.since : pin.isThere());
	if (pid === leader) return isLeaderThere();
	const isNear = session === leader || group === leader;
	if (isNear && isLeaderThere()) return true;
	const environment = environmentOf(state);
	if (marksIn(environment).includes(run.mark)) return true;
	return isNear && !isMarked(environment) && isRemnant(state, run);
}

/**
 * Does a process that is in the leader's session or group come from there, though the leader has gone? While there is one of them the id is not given out
 * again; when there is none it may be, to somebody who makes a session of his own.
 */
function isRemnant({ pid }: ProcessState, run: Run): boolean {
	if (stateOf(run.leader) !== undefined) return false;
	if (run.processMarker !== undefined) return isBornWith(pid, run.processMarker);
	const now = forksSoFar();
	return now !== undefined && run.forks !== undefined && (now - run.forks) * 2 < idSpace();
}

/** The first process of a sandbox, and its parent. */
function insidersOf({ walls, leader }: Run): readonly number[] {
	const first = walls?.first();
	return first === undefined ? [] : [leader, first.pid];
}

/** The runs that a process says it belongs to. */
function marksIn(environment: string | undefined): readonly string[] {
	const value = environment?.split("\0").find((entry) => entry.startsWith(`${markName}=`));
	return value === undefined ? [] : value.slice(markName.length + 1).split(" ");
}

/** In doubt it is: whose environment can't be read is another user's. */
function isMarked(environment: string | undefined): boolean {
	return environment === undefined || marksIn(environment).length > 0;
}

/**
 * Who may have been given an orphan of ours, beside the first process of the namespace: the kernel gives them to one that we come from (prctl(2),
 * PR_SET_CHILD_SUBREAPER). Our own children are none: others of this process may have started them.
 */
function ancestry(): readonly number[] {
	const found: number[] = [];
	for (let pid = stateOf(process.pid)?.parent ?? 0; pid > 0 && !found.includes(pid); pid = stateOf(pid)?.parent ?? 0)
		found.push(pid);
	return found;
}

function ownSession(): number | undefined {
	return stateOf(process.pid)?.session;
}

/** More than this were started meanwhile, and ids may have come round again: then every process is looked at. */
const mostForks = 1000;

/**
 * The ids of the processes that may be no older than a run; undefined for all. Linux gives out ids in rising order, and begins anew behind the highest: to look
 * at the new ones alone saves reading about all other processes of the machine, of which there may be thousands.
 */
function youngOf({ leader, forks }: Run): readonly number[] | undefined {
	const now = forks === undefined ? undefined : forksSoFar();
	const forked = forks === undefined || now === undefined ? 0 : now - forks;
	// There was nothing but the leader.
	if (forked === 1) return [leader];
	// Where not even the leader was counted, nothing is.
	if (forked <= 0 || forked > mostForks || forked * 2 > idSpace()) return undefined;
	const ids = processIds();
	// Read behind the list, so that nothing in the list is newer.
	const last = lastProcessId();
	return last >= leader
		? ids.filter((pid) => pid >= leader && pid <= last)
		: ids.filter((pid) => pid >= leader || pid <= last);
}

/** The ids that were given out between two looks, threads' ones included, the latest first; undefined for all. */
function idsBetween(seen: number, last: number): readonly number[] | undefined {
	if (last < seen || last - seen > mostForks) return undefined;
	return Array.from({ length: last - seen }, (_, index) => last - index);
}

/**
 * Those that hold an output of a run and came to be meanwhile, though it can't be proved that they are the run's: where neither a cgroup, nor a
 * sandbox, nor a process marker tells, they may be.
 */
export function holdersOf(run: Run): readonly number[] {
	if (!knowsMembers || run.processMarker !== undefined || run.cgroup?.isWhole || run.walls !== undefined) return [];
	return (youngOf(run) ?? processIds()).filter((pid) => {
		const state = pid === process.pid ? undefined : stateOf(pid);
		if (state === undefined || !state.alive || state.start < run.since || run.proved.has(pid)) return false;
		return !isMarked(environmentOf(state)) && openFilesOf(pid).some((file) => leadsToAny(file, run.outputs));
	});
}

function leadsToAny(file: string, inodes: readonly Inode[]): boolean {
	const stats = statSync(file, { throwIfNoEntry: false });
	return stats !== undefined && inodes.some(({ dev, ino }) => stats.dev === dev && stats.ino === ino);
}
