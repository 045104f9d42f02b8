/**
 * Which processes belong to a run, as /proc shows it: its session, their children, and whatever bears its mark.
 *
 * A child that calls setsid leaves the process group and the session, and one whose parent ends is handed to another
 * parent: neither can hide its environment at birth, where every process of the run inherits the mark. What sheds both, with
 * a fresh environment and a dead parent, is still found by its birthmark, and where there is none by the output that it holds open.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { isBornWith } from "./birthmark.js";

/** The variable that marks the processes of a run. */
export const markName = "BYLAW_RUN";

/** A run by which its processes are known. */
export interface Run {
	/** The process that was started: the leader of its session. */
	readonly leader: number;
	/** Part of the value of `BYLAW_RUN`, and of nothing else in the world. */
	readonly mark: string;
	/** What all of them are born with; there are few of these, and runs of other processes may bear the same. */
	readonly birthmark: number | undefined;
	/** When the leader started, in ticks since the machine did: nothing older belongs to it. */
	readonly since: number;
	/** `forksSoFar` from before it started. */
	readonly forks: number | undefined;
	/** The leader is a sandbox's maker: it ends by itself when what is in it has ended, and takes all with it when it is ended. */
	readonly isWalled?: boolean;
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

/** The processes of a run that are alive. Only where there are none, it looks for those that hold an output: it takes a look at all they have open. */
export function membersOf(run: Run): readonly Member[] {
	const young = youngOf(run);
	const members = related(young, run);
	return members.length > 0 ? members : young.filter(({ pid, alive }) => alive && holdsAny(pid, run.outputs));
}

function related(young: readonly ProcessState[], { leader, mark, birthmark }: Run): readonly Member[] {
	const members = new Set<number>();
	const unmarked: ProcessState[] = [];
	for (const state of young) {
		const { pid, group, session } = state;
		const isNear = pid === leader || group === leader || session === leader;
		const environment = isNear ? undefined : environmentOf(pid);
		if (isNear || environment?.includes(mark)) members.add(pid);
		// A mark of another run says whose it is.
		else if (environment !== undefined && !environment.includes(`${markName}=`)) unmarked.push(state);
	}
	addDescendants(members, young);
	if (birthmark !== undefined) {
		const strays = unmarked.filter(
			({ pid, parent }) => !members.has(pid) && isHandedOn(parent) && isBornWith(pid, birthmark),
		);
		for (const { pid } of strays) members.add(pid);
		if (strays.length > 0) addDescendants(members, young);
	}
	return young.filter(({ pid, alive }) => alive && members.has(pid));
}

/** Children come after their parents in no order that we could rely on. */
function addDescendants(members: Set<number>, young: readonly ProcessState[]): void {
	for (let before = -1; before !== members.size; ) {
		before = members.size;
		for (const { pid, parent } of young) if (members.has(parent)) members.add(pid);
	}
}

/**
 * May a child of this parent have lost one of ours? The kernel hands orphans to the first process of their namespace or to one that we
 * come from (prctl(2), PR_SET_CHILD_SUBREAPER), and a clone may be given to its parent's parent. Whoever has any other parent that lives is
 * nobody of ours, whatever it is born with: birthmarks are few, and in the middle of an `exec` a process has no environment to say whose it is.
 */
function isHandedOn(parent: number): boolean {
	return parent <= 1 || ancestry().includes(parent) || !stateOf(parent)?.alive;
}

/** This process, its parent, the parent of that, and so on. */
function ancestry(): readonly number[] {
	const found: number[] = [];
	for (let pid = process.pid; pid > 0 && !found.includes(pid); pid = stateOf(pid)?.parent ?? 0) found.push(pid);
	return found;
}

/** How many processes and threads the machine has started, ever; undefined where it does not tell. */
export function forksSoFar(): number | undefined {
	const text = knowsMembers ? contentOf("/proc/stat") : undefined;
	const found = text === undefined ? null : /^processes (\d+)$/m.exec(text);
	return found === null ? undefined : Number(found[1]);
}

/** When a process started, in the ticks of `Run.since`; 0 where that is not known. */
export function startOf(pid: number): number {
	return stateOf(pid)?.start ?? 0;
}

/** How many threads our user runs. */
export function countOwnThreads(): number {
	const uid = process.getuid?.();
	return states(processIds()).reduce((sum, { pid, threads }) => sum + (ownerOf(pid) === uid ? threads : 0), 0);
}

interface ProcessState extends Member {
	readonly parent: number;
	readonly session: number;
	readonly threads: number;
	readonly start: number;
	/** Not a zombie: those have ended and wait only for somebody to ask how. */
	readonly alive: boolean;
}

/** More than this were started meanwhile, and ids may have come round again: then every process is looked at. */
const mostForks = 1000;

/**
 * The processes that are no older than a run. Linux gives out ids in rising order, and begins anew behind the highest: to look at the new ones
 * alone saves reading about all other processes of the machine, of which there may be thousands.
 */
function youngOf({ leader, since, forks }: Run): readonly ProcessState[] {
	const now = forks === undefined ? undefined : forksSoFar();
	const forked = forks === undefined || now === undefined ? 0 : now - forks;
	// There was nothing but the leader.
	if (forked === 1) return states([leader]);
	const ids = processIds();
	// Read behind the list, so that nothing in the list is newer. 0.20 0.18 0.12 1/80 11206: the id that was given out last.
	const last = Number(contentOf("/proc/loadavg")?.trimEnd().split(" ").at(-1) ?? 0);
	const isNew = (pid: number): boolean =>
		last >= leader ? pid >= leader && pid <= last : pid >= leader || pid <= last;
	// Where not even the leader was counted, nothing is.
	const areKnown = last > 0 && forked > 0 && forked <= mostForks;
	return states(areKnown ? ids.filter(isNew) : ids).filter(({ pid, start }) => pid !== process.pid && start >= since);
}

function processIds(): readonly number[] {
	return knowsMembers
		? readdirSync("/proc")
				.map(Number)
				.filter((pid) => pid > 0)
		: [];
}

function states(ids: readonly number[]): readonly ProcessState[] {
	return ids.flatMap((pid) => stateOf(pid) ?? []);
}

/** One line of /proc/PID/stat: `4711 (a name (with) anything) S 4710 4711 4711 …`. */
function stateOf(pid: number): ProcessState | undefined {
	const text = contentOf(`/proc/${pid}/stat`);
	if (text === undefined) return undefined; // it ended meanwhile
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

/** A file of /proc: it is read piece by piece, for it has no size. */
function contentOf(path: string): string | undefined {
	try {
		const file = openSync(path, "r");
		try {
			let text = "";
			for (;;) {
				const size = readSync(file, buffer, 0, buffer.length, null);
				text += buffer.toString("latin1", 0, size);
				if (size < buffer.length) return text;
			}
		} finally {
			closeSync(file);
		}
	} catch {
		return undefined;
	}
}

const buffer = Buffer.alloc(16_384);

function environmentOf(pid: number): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/environ`, "latin1");
	} catch {
		return undefined; // it ended, or it is another user's
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
