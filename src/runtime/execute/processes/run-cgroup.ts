/**
 * A cgroup for each run, where cgroup v2 lets us make one: below our own, in a folder that we can write to. Whatever a run starts is born into it, whichever
 * session, parent or environment it takes; the kernel lists it, says when it is empty, and ends all of it at one blow, what is being forked included.
 *
 * A program is stopped in the tick in which it was started, put into it, and goes on. That it had started nothing by then is made sure of by the ids that were
 * given out meanwhile. A shell that enters it first and then becomes the program would need no such proof; it would cost a process image more for each
 * run, the program's own name, and the reason why it could not be started.
 *
 * To put a process into a cgroup the kernel waits for a quiet moment of all processors, some ten milliseconds, unless somebody has done so just before. So we
 * do it once for ourselves, where we are already, while there is something else to do.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDue } from "../old-files.js";
import type { RunCgroup } from "./member.js";
import {
	cgroupsOf,
	contentOf,
	environmentOf,
	knowsMembers,
	lastProcessId,
	type ProcessState,
	stateOf,
} from "./process-table.js";
import { sent } from "./signal-members.js";

/** A cgroup that waits for the first process of a run. */
export interface EmptyCgroup {
	/** Puts a process that we started in this very tick into it, by its id. */
	readonly enclose: (leader: number, mark: string) => RunCgroup;
	/** Comes about when to put something into it is quick. */
	readonly ready: Promise<unknown>;
	readonly remove: () => void;
}

/** Makes one; undefined where none is to be had. */
export function makeRunCgroup(): EmptyCgroup | undefined {
	const parent = ownCgroup();
	if (parent === undefined) return undefined;
	const name = `${prefix}${process.pid}-${randomBytes(6).toString("hex")}`;
	const folder = join(parent, name);
	try {
		mkdirSync(folder, { mode: 0o755 });
	} catch {
		return undefined;
	}
	if (isDue(parent)) removeLeft(parent);
	const remove = (): boolean => removeAll(folder);
	// Linux 5.14 can end it at one blow. Without that nothing would be won.
	if (statSync(join(folder, "cgroup.kill"), { throwIfNoEntry: false }) === undefined) {
		remove();
		return undefined;
	}
	const ready = writeFile(join(parent, "cgroup.procs"), String(process.pid)).catch(() => {});
	return { ready, enclose: (leader, mark) => cgroupOf(folder, name, fill(folder, leader, mark)), remove };
}

const prefix = "bylaw-run-";

function cgroupOf(folder: string, name: string, isWhole: boolean): RunCgroup {
	const line = new RegExp(`^0::.*/${name}(?:/|$)`, "m");
	return {
		isWhole,
		pids: () => (isPopulated(folder) ? pidsIn(folder) : []),
		holds: (pid) => line.test(cgroupsOf(pid) ?? ""),
		kill: () => void written(join(folder, "cgroup.kill"), "1"),
		remove: () => removeAll(folder),
	};
}

/** Puts the leader in, and what it may have started by now. Tells whether that is all there is. */
function fill(folder: string, leader: number, mark: string): boolean {
	// Nobody has asked yet how it ended, if it did: the id is its own.
	sent(leader, "SIGSTOP");
	try {
		return isAllIn(join(folder, "cgroup.procs"), leader, mark);
	} finally {
		sent(leader, "SIGCONT");
	}
}

function isAllIn(procs: string, leader: number, mark: string): boolean {
	const ours = new Set([leader]);
	// One that has ended meanwhile can't be put there; what it has started can.
	let isWhole = written(procs, String(leader));
	for (let seen = leader, looks = 0; ; looks++) {
		const last = lastProcessId();
		if (last === seen) return isWhole;
		if (last < seen || last - seen > mostMeanwhile || looks === mostLooks) return false;
		for (let pid = seen + 1; pid <= last; pid++) {
			const state = stateOf(pid);
			if (state !== undefined && isStartedBy(state, ours, leader, mark)) {
				ours.add(pid);
				if (!written(procs, String(pid))) isWhole = false;
			} else if (state === undefined || !isElsewhere(state)) isWhole = false;
		}
		seen = last;
	}
}

/** More than this were started in that tick: nobody can say whose they were. */
const mostMeanwhile = 50;
const mostLooks = 10;

function isStartedBy(state: ProcessState, ours: ReadonlySet<number>, leader: number, mark: string): boolean {
	if (ours.has(state.parent) || state.session === leader || state.group === leader) return true;
	return environmentOf(state)?.includes(mark) ?? false;
}

/** Its parent is alive and none of ours, which all have parents of ours until those end: whoever inherits orphans is no such parent. */
function isElsewhere({ parent, pid }: ProcessState): boolean {
	return parent > 1 && parent !== process.ppid && stateOf(pid)?.parent === parent && !inherits(parent);
}

/** May a process be given orphans of ours? The kernel gives them to the first of its namespace or to one that we come from. */
function inherits(parent: number): boolean {
	for (let pid = process.pid; pid > 1; pid = stateOf(pid)?.parent ?? 0)
		if (pid === parent && pid !== process.pid) return true;
	return false;
}

/** The folder of the cgroup that this process is in; undefined where there is none, or others alone can write to it. */
export function ownCgroup(): string | undefined {
	if (!knowsMembers) return undefined;
	const [, path] = /^0::(\/.*)$/m.exec(cgroupsOf("self") ?? "") ?? [];
	if (path === undefined || path.split("/").includes("..")) return undefined;
	for (const line of mounts()) {
		if (!line.includes(" - cgroup2 ")) continue;
		// 41 31 0:38 /below /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw
		const [, , , root, place, options] = line.split(" ");
		if (root === undefined || place === undefined || options?.split(",")[0] !== "rw") continue;
		const above = unescaped(root) === "/" ? "" : unescaped(root);
		if (path !== above && !path.startsWith(`${above}/`)) continue;
		const folder = join(unescaped(place), path.slice(above.length));
		return isOurs(folder) ? folder : undefined;
	}
	return undefined;
}

function mounts(): readonly string[] {
	try {
		return readFileSync("/proc/self/mountinfo", "utf8").split("\n");
	} catch {
		return [];
	}
}

/** A space, a tab and the like are written as `\040` there. */
function unescaped(text: string): string {
	return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** To be asked is cheaper than to be refused. */
function isOurs(folder: string): boolean {
	const uid = process.geteuid?.();
	return uid === 0 || statSync(folder, { throwIfNoEntry: false })?.uid === uid;
}

function isPopulated(folder: string): boolean {
	return /^populated 1$/m.test(contentOf(join(folder, "cgroup.events")) ?? "");
}

/** In it and in cgroups below, which a run within the run makes. */
function pidsIn(folder: string): readonly number[] {
	const own = (contentOf(join(folder, "cgroup.procs")) ?? "").split("\n").map(Number);
	return [...own.filter((pid) => pid > 0), ...foldersIn(folder).flatMap(pidsIn)];
}

function removeAll(folder: string): boolean {
	if (removed(folder)) return true;
	for (const below of foldersIn(folder)) removeAll(below);
	// Else something in it can't be ended. Who comes later looks again.
	return removed(folder);
}

function removed(folder: string): boolean {
	try {
		rmdirSync(folder);
		return true;
	} catch {
		return false;
	}
}

/** What killed harnesses have left: empty ones alone can be removed, and one that is filled in this moment is younger. */
function removeLeft(parent: string): void {
	for (const folder of foldersIn(parent)) {
		const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
		if (folder.startsWith(join(parent, prefix)) && made < Date.now() - old && !isPopulated(folder)) removeAll(folder);
	}
}

/** Milliseconds. */
const old = 3_600_000;

function foldersIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
			entry.isDirectory() ? [join(folder, entry.name)] : [],
		);
	} catch {
		return [];
	}
}

function written(file: string, text: string): boolean {
	try {
		writeFileSync(file, text);
		return true;
	} catch {
		return false; // it has ended, or the kernel does not let us
	}
}
