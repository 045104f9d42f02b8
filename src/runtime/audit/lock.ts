/**
 * One writer at a time, among processes: hooks run side by side, and two lines that follow from the same one break the chain. The lock is a link
 * that leads nowhere and names its holder: it is made, with its text, in one step, so that whoever is killed leaves none without a name.
 */
import { randomBytes } from "node:crypto";
import { lstatSync, lutimesSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Milliseconds after which a lock is taken from a holder on another machine, or in another container, that has not said since that it works. */
const old = 30_000;
/** Milliseconds between two times that a holder says so. */
export const renewal = 2_500;
/** Milliseconds after which nobody waits any longer. */
const usualPatience = 35_000;

/**
 * Does the work while no other process does any under the same lock. `held`: false where a folder takes no lock. `what` lies at the path, for people; `patience`:
 * milliseconds that others are waited for.
 */
export function locked<Result>(
	path: string,
	work: (held: boolean) => Result,
	what = "the decision log",
	patience = usualPatience,
): Result {
	const lock = `${path}.lock`;
	const own = holder();
	const held = take(lock, own, what, patience);
	try {
		return work(held);
	} finally {
		if (held) release(lock, own);
	}
}

/**
 * Takes a lock that nobody holds, and says again and again that its holder works; whoever gets a function calls it when the work is done. Undefined where
 * another process is at work.
 */
export function tryLock(path: string): (() => void) | undefined {
	const lock = `${path}.lock`;
	const own = holder();
	for (let tries = 0; tries < 3; tries++) {
		try {
			symlinkSync(own, lock);
			kept.set(own, lock);
			const timer = setInterval(renewLocks, renewal).unref();
			return () => {
				clearInterval(timer);
				kept.delete(own);
				release(lock, own);
			};
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		}
		const other = holderOf(lock);
		if (other !== undefined && !isAbandoned(lock, other)) return undefined;
		if (other !== undefined) breakLock(lock, other, usualPatience);
	}
	return undefined;
}

/** Those that `tryLock` took, by their holders. */
const kept = new Map<string, string>();
let renewed = 0;

/** The locks that this process holds by `tryLock`, by what they say of their holder. */
export function heldLocks(): ReadonlyMap<string, string> {
	return kept;
}

/** Says that their holder works. Whoever works for long and lets no timer run in between calls it at each step. */
export function renewLocks(): void {
	const now = Date.now();
	if (now - renewed < renewal / 2) return;
	renewed = now;
	for (const [own, lock] of kept)
		try {
			if (holderOf(lock) === own) lutimesSync(lock, now / 1000, now / 1000);
		} catch {
			// Where that is not allowed, it is as old as it was made.
		}
}

/** Of the machine, of the process, when that was started, and of this one time: a number of a process comes again. */
function holder(): string {
	ownStart ??= startOf(process.pid) ?? "-";
	return [machine(), process.pid, ownStart, randomBytes(8).toString("hex")].join(" ");
}
let ownStart: string | undefined;

function take(lock: string, own: string, what: string, patience: number): boolean {
	for (const end = Date.now() + patience; ; ) {
		try {
			symlinkSync(own, lock);
			return true;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
		}
		const other = holderOf(lock);
		if (other !== undefined && isAbandoned(lock, other)) breakLock(lock, other, patience);
		else if (Date.now() > end) throw new Error(`${what} can't be written: \`${lock}\` is held by another process`);
		// Not all at the same moment.
		else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * 2);
	}
}

function release(lock: string, own: string): void {
	if (holderOf(lock) === own) rmSync(lock, { force: true });
}

/**
 * Takes an abandoned lock away. Between a look and a removal another process may have done so, and have taken the lock for itself: so each lock
 * is broken under one of its own, named for that one time that it was taken.
 */
function breakLock(lock: string, abandoned: string, patience: number): void {
	const own = holder();
	const name = `${lock}.${/[0-9a-f]+$/.exec(abandoned)?.[0] ?? "unknown"}`;
	if (name.length > longestName || !take(name, own, lock, patience)) return;
	try {
		if (holderOf(lock) === abandoned) rmSync(lock, { force: true });
	} finally {
		release(name, own);
	}
}

/** That many breakers of breakers do not die. */
const longestName = 3_000;

function isAbandoned(lock: string, other: string): boolean {
	const [host, pid = "", start] = other.split(" ");
	if (host === machine() && /^\d+$/.test(pid)) {
		if (!isAlive(Number(pid))) return true;
		const now = startOf(Number(pid));
		return now !== undefined && start !== "-" && now !== start;
	}
	// A process id says something on its own machine only.
	const age = Date.now() - (lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
	return age > old;
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
	// One that was killed, and whose parent has not looked yet, does nothing any more.
	return !/^[ZX]/.test(statOf(pid) ?? "");
}

/** When a process was started, in ticks since the machine was; undefined where nobody tells. */
function startOf(pid: number): string | undefined {
	return statOf(pid)?.split(" ")[19];
}

/** What Linux says of a process, behind its name. */
function statOf(pid: number): string | undefined {
	try {
		return /^\d+ \(.*\) ([\s\S]*)$/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1];
	} catch {
		return undefined;
	}
}

/** The machine, and the container on it: each has processes of its own by the same numbers. */
function machine(): string {
	if (known === undefined) {
		const name = hostname().replaceAll(/\s/g, "_");
		try {
			known = `${name}/${readlinkSync("/proc/self/ns/pid")}`;
		} catch {
			known = name;
		}
	}
	return known;
}
let known: string | undefined;

function holderOf(lock: string): string | undefined {
	try {
		return readlinkSync(lock);
	} catch {
		return undefined;
	}
}
