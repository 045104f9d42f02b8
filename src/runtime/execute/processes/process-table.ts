/**
 * What Linux tells about processes: /proc, read piece by piece. Whose they are is decided elsewhere.
 */
import { closeSync, constants, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { namesIn, targetOf } from "../look-at.js";

/** Linux alone has a /proc that tells enough; and it may be another pid namespace's, whose ids are not ours. */
export const knowsMembers = process.platform === "linux" && targetOf("/proc/self") === String(process.pid);

/** Which process it is: an id is given out again, an id with its start is not, as far as ticks tell. */
export interface ProcessIdentity {
	readonly pid: number;
	/** In ticks since the machine started. */
	readonly start: number;
}

export interface ProcessState extends ProcessIdentity {
	readonly parent: number;
	readonly group: number;
	readonly session: number;
	readonly threads: number;
	/** Something of it still runs. What has ended, and waits only for somebody to ask how, does not. */
	readonly alive: boolean;
	/** Its first thread has ended, and others go on: what /proc tells of a process by its first thread is empty. */
	readonly isHeadless: boolean;
}

/** One line of /proc/PID/stat: `4711 (a name (with) anything) S 4710 4711 4711 …`; undefined where it has ended. */
export function stateOf(pid: number, folder = `/proc/${pid}`): ProcessState | undefined {
	const path = `${folder}/stat`;
	// To be told so is much cheaper than to be thrown an error, and many have ended.
	const text = existsSync(path) ? contentOf(path) : undefined;
	if (text === undefined) return undefined;
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const number = (index: number): number => Number(fields[index]);
	const hasEnded = ["Z", "X", "x"].includes(fields[0] ?? "X");
	const threads = number(17);
	return {
		pid,
		parent: number(1),
		group: number(2),
		session: number(3),
		threads,
		start: number(19),
		alive: !hasEnded || threads > 1,
		isHeadless: hasEnded && threads > 1,
	};
}

/** When a process started, in ticks; 0 where that is not known. */
export function startOf(pid: number): number {
	return stateOf(pid)?.start ?? 0;
}

/** Does it still run? One that was killed does not, also where nobody ever asks how it ended: in a container whose first process waits for none. */
export function isAlive({ pid, start }: ProcessIdentity): boolean {
	const state = stateOf(pid);
	return state?.alive === true && state.start === start;
}

/** Is it the id of a thread that is not its process's first? */
export function isThread(pid: number): boolean {
	const [, process] = /^Tgid:\s*(\d+)$/m.exec(contentOf(`/proc/${pid}/status`) ?? "") ?? [];
	return process !== undefined && Number(process) !== pid;
}

/** Is it still the same process, or at least not yet forgotten? */
export function isStillThere({ pid, start }: ProcessIdentity): boolean {
	return stateOf(pid)?.start === start;
}

/** A process that is held fast: what is asked is answered of that one, whoever has its id by then. */
export interface PinnedProcess {
	/** Not yet forgotten: its id can't have been given out again. */
	readonly isThere: () => boolean;
	readonly release: () => void;
}

/** Holds a process fast by its folder; undefined where that can't be. */
export function pinProcess(pid: number): PinnedProcess | undefined {
	if (!knowsMembers) return undefined;
	try {
		const folder = openSync(`/proc/${pid}`, constants.O_RDONLY | constants.O_DIRECTORY);
		let isOpen = true;
		return {
			isThere: () => isOpen && stateOf(pid, `/proc/self/fd/${folder}`) !== undefined,
			release: () => {
				if (isOpen) closeSync(folder);
				isOpen = false;
			},
		};
	} catch {
		return undefined;
	}
}

/** The ids of all processes. */
export function processIds(): readonly number[] {
	return knowsMembers
		? readdirSync("/proc")
				.map(Number)
				.filter((pid) => pid > 0)
		: [];
}

/**
 * The id that was given out last in our namespace, to a process or a thread. While it stays, nothing was started: a look at all processes that ends with
 * the same number has missed none.
 */
export function lastProcessId(): number {
	// 0.20 0.18 0.12 1/80 11206
	return Number(contentOf("/proc/loadavg")?.trimEnd().split(" ").at(-1) ?? 0);
}

/** The lowest id that is given out a second time. */
const lowestAgain = 300;

/** After so many starts ids may come round again. */
export function idSpace(): number {
	return Number(contentOf("/proc/sys/kernel/pid_max") ?? 0) - lowestAgain;
}

/** How many processes and threads the machine has started, ever; undefined where it does not tell. */
export function forksSoFar(): number | undefined {
	const text = knowsMembers ? contentOf("/proc/stat") : undefined;
	const found = text === undefined ? null : /^processes (\d+)$/m.exec(text);
	return found === null ? undefined : Number(found[1]);
}

/** How many threads our user runs. */
export function countOwnThreads(): number {
	const uid = process.getuid?.();
	return processIds()
		.flatMap((pid) => stateOf(pid) ?? [])
		.reduce((sum, { pid, threads }) => sum + (ownerOf(pid) === uid ? threads : 0), 0);
}

/** The environment that a process was started with: `A=1\0B=2\0`. Empty in the middle of an `exec`; undefined where it is another user's or has ended. */
export function environmentOf({ pid, isHeadless }: Pick<ProcessState, "pid" | "isHeadless">): string | undefined {
	if (!isHeadless) return contentOf(`/proc/${pid}/environ`);
	const tasks = namesIn(`/proc/${pid}/task`);
	return tasks
		.map((task) => contentOf(`/proc/${pid}/task/${task}/environ`))
		.find((text) => text !== undefined && text !== "");
}

/**
 * Is a process in the middle of an `exec`, or without words and environment of its own doing? It has a program then, which threads of the kernel and what is
 * about to end have not.
 */
export function isInExec(pid: number): boolean {
	return contentOf(`/proc/${pid}/cmdline`) === "" && targetOf(`/proc/${pid}/exe`) !== undefined;
}

/** The cgroups of a process, as they are told. */
export function cgroupsOf(pid: number | "self"): string | undefined {
	return contentOf(`/proc/${pid}/cgroup`);
}

/** The files that a process holds open, by the paths that lead to them. */
export function openFilesOf(pid: number): readonly string[] {
	return namesIn(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`);
}

/** A file of /proc with short lines: it is read piece by piece, for it has no size. */
export function contentOf(path: string): string | undefined {
	try {
		const file = openSync(path, "r");
		try {
			let text = "";
			for (;;) {
				const size = readSync(file, buffer, 0, buffer.length, null);
				text += buffer.toString("latin1", 0, size);
				// Tables come by pages, each as full as their next line allows.
				if (size < almostPage) return text;
			}
		} finally {
			closeSync(file);
		}
	} catch {
		return undefined;
	}
}

const almostPage = 4096 - 128;
const buffer = Buffer.alloc(16_384);

function ownerOf(pid: number): number | undefined {
	return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
}
