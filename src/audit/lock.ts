/**
 * One writer at a time, among processes: hooks run side by side, and two lines that follow from the same one break the chain.
 */
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";

/** Milliseconds after which a lock is taken from a holder of whom nothing is known. */
const old = 10_000;
/** Milliseconds after which nobody waits any longer. */
const patience = 15_000;

/** Does the work while no other process does any under the same lock. Where a folder takes no lock file, there is none. */
export function locked<Result>(path: string, work: () => Result): Result {
	const lock = `${path}.lock`;
	const own = `${hostname()} ${process.pid} ${randomBytes(8).toString("hex")}`;
	const held = take(lock, own);
	try {
		return work();
	} finally {
		if (held && contentOf(lock) === own) rmSync(lock, { force: true });
	}
}

function take(lock: string, own: string): boolean {
	for (const end = Date.now() + patience; ; ) {
		try {
			const file = openSync(lock, "wx", 0o600);
			try {
				writeSync(file, own);
			} finally {
				closeSync(file);
			}
			return true;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
		}
		const holder = contentOf(lock);
		if (holder !== undefined && isAbandoned(lock, holder)) remove(lock, holder);
		else if (Date.now() > end)
			throw new Error(`the decision log can't be written: \`${lock}\` is held by another process`);
		else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
	}
}

function isAbandoned(lock: string, holder: string): boolean {
	const [host, pid] = holder.split(" ");
	// A process id says something on its own machine only.
	if (host === hostname() && pid !== undefined) return !isAlive(Number(pid));
	const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
	return age > old;
}

/** Of two that try, one finds nothing to rename; and what is no longer the abandoned one is put back. */
function remove(lock: string, holder: string): void {
	const aside = `${lock}.${randomBytes(8).toString("hex")}`;
	try {
		renameSync(lock, aside);
		if (contentOf(aside) === holder) rmSync(aside, { force: true });
		else renameSync(aside, lock);
	} catch {
		// Another one was faster.
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

function contentOf(lock: string): string | undefined {
	try {
		return readFileSync(lock, "utf8");
	} catch {
		return undefined;
	}
}
