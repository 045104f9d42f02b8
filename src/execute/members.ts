/**
 * Which processes belong to a run, as /proc shows it: its session, their children, and whatever bears its mark.
 *
 * A child that calls setsid leaves the process group and the session, and one whose parent ends is handed to another
 * parent: neither can hide its environment at birth, where every process of the run inherits the mark. What sheds both, with
 * a fresh environment and a dead parent, is still found by the output that it holds open.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";

/** The variable that marks the processes of a run. */
export const markName = "BYLAW_RUN";

/** A run by which its processes are known. */
export interface Run {
	/** The process that was started: the leader of its session. */
	readonly leader: number;
	/** Part of the value of `BYLAW_RUN`, and of nothing else in the world. */
	readonly mark: string;
	/** When the leader started, in ticks since the machine did: nothing older belongs to it. */
	readonly since: number;
	/** Its outputs. */
	readonly outputs: readonly Inode[];
}

/** A file by what tells it from all others. */
export interface Inode {
	readonly dev: number;
	readonly ino: number;
}

/** Linux alone has a /proc that tells enough. */
export const knowsMembers = process.platform === "linux";

/** A process of a run, and the group that it can be reached by together with what it forks just now. */
export interface Member {
	readonly pid: number;
	readonly group: number;
}

/** The processes of a run that are alive. */
export function membersOf({ leader, mark, since }: Run): readonly Member[] {
	const young = processes().filter(({ pid, start }) => pid !== process.pid && start >= since);
	const members = new Set<number>();
	for (const { pid, group, session } of young) {
		if (pid === leader || group === leader || session === leader || bearsMark(pid, mark)) members.add(pid);
	}
	// Children come after their parents in no order that we could rely on.
	for (let before = -1; before !== members.size; ) {
		before = members.size;
		for (const { pid, parent } of young) if (members.has(parent)) members.add(pid);
	}
	return young.filter(({ pid, alive }) => alive && members.has(pid));
}

/** The processes that hold an output of the run and are no older than it. Slower: it looks at all that they have open. */
export function holdersOf({ outputs, since }: Run): readonly Member[] {
	return processes().filter(
		({ pid, start, alive }) => alive && pid !== process.pid && start >= since && holdsAny(pid, outputs),
	);
}

/** When a process started, in the ticks of `Run.since`; 0 where that is not known. */
export function startOf(pid: number): number {
	return read(pid)?.start ?? 0;
}

/** How many threads our user runs. */
export function countOwnThreads(): number {
	const uid = process.getuid?.();
	return processes().reduce((sum, { pid, threads }) => sum + (ownerOf(pid) === uid ? threads : 0), 0);
}

interface ProcessState extends Member {
	readonly parent: number;
	readonly session: number;
	readonly threads: number;
	readonly start: number;
	/** Not a zombie: those have ended and wait only for somebody to ask how. */
	readonly alive: boolean;
}

function processes(): readonly ProcessState[] {
	if (!knowsMembers) return [];
	const states: ProcessState[] = [];
	for (const name of readdirSync("/proc")) {
		const state = /^\d/.test(name) ? read(Number(name)) : undefined;
		if (state !== undefined) states.push(state);
	}
	return states;
}

const buffer = Buffer.alloc(1024);

/** One line of /proc/PID/stat: `4711 (a name (with) anything) S 4710 4711 4711 …`. */
function read(pid: number): ProcessState | undefined {
	let text: string;
	try {
		const file = openSync(`/proc/${pid}/stat`, "r");
		try {
			text = buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, null));
		} finally {
			closeSync(file);
		}
	} catch {
		return undefined; // it ended meanwhile
	}
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const number = (index: number): number => Number(fields[index]);
	return {
		pid,
		parent: number(1),
		group: number(2),
		session: number(3),
		threads: number(17),
		start: number(19),
		alive: !["Z", "X", "x"].includes(fields[0] ?? "X"),
	};
}

function bearsMark(pid: number, mark: string): boolean {
	try {
		return readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
	} catch {
		return false; // it ended, or it is another user's
	}
}

function holdsAny(pid: number, inodes: readonly Inode[]): boolean {
	try {
		return readdirSync(`/proc/${pid}/fd`).some((fd) => {
			const stats = statSync(`/proc/${pid}/fd/${fd}`, { throwIfNoEntry: false });
			return stats !== undefined && inodes.some(({ dev, ino }) => stats.dev === dev && stats.ino === ino);
		});
	} catch {
		return false;
	}
}

function ownerOf(pid: number): number | undefined {
	return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
}
