/**
 * Ends a run and everything that it started: its process group, its descendants, and on Linux whatever carries its mark in the environment,
 * so that children in sessions of their own and orphans are found as well.
 */
import { readdirSync, readFileSync } from "node:fs";

/** The variable that marks the processes of a run. */
export const markName = "BYLAW_RUN";

/** How long a program has to end by itself when it is asked to. Milliseconds. */
const grace = 500;

/** Asks everything to end, waits a little, and ends what is left. */
export async function stopTree(pid: number, mark: string): Promise<void> {
	signalAll(pid, mark, "SIGTERM");
	for (let waited = 0; waited < grace && leftovers(pid, mark).length > 0; waited += 25) await pause(25);
	await killTree(pid, mark);
}

/** Ends at once whatever is left of a run. */
export async function killTree(pid: number, mark: string): Promise<void> {
	// Something may be started while we look: again until nothing is found.
	for (let round = 0; round < 40; round++) {
		signalAll(pid, mark, "SIGKILL");
		if (leftovers(pid, mark).length === 0) return;
		await pause(10);
	}
}

/** The processes of a run that are still there, the main one included. */
export function leftovers(pid: number, mark: string): readonly number[] {
	const table = processes();
	if (table === undefined) return groupExists(pid) ? [pid] : [];
	const found = new Set<number>();
	for (const one of table) if (one.pid === pid || one.group === pid || one.parent === pid) found.add(one.pid);
	// Children of children, in any order of the table.
	for (let grew = true; grew; ) {
		grew = false;
		for (const one of table) {
			if (found.has(one.parent) && !found.has(one.pid)) {
				found.add(one.pid);
				grew = true;
			}
		}
	}
	for (const one of table) if (!found.has(one.pid) && isMarked(one.pid, mark)) found.add(one.pid);
	found.delete(process.pid);
	return [...found];
}

function signalAll(pid: number, mark: string, signal: NodeJS.Signals): void {
	send(-pid, signal);
	for (const one of leftovers(pid, mark)) send(one, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It is gone, or not ours to end.
	}
}

function groupExists(pid: number): boolean {
	try {
		process.kill(-pid, 0);
		return true;
	} catch {
		return false;
	}
}

interface Process {
	readonly pid: number;
	readonly parent: number;
	readonly group: number;
}

/** Every living process, from proc(5); undefined where there is no such file system. Zombies are dead. */
function processes(): readonly Process[] | undefined {
	let names: string[];
	try {
		names = readdirSync("/proc");
	} catch {
		return undefined;
	}
	if (!names.includes("self")) return undefined;
	return names.flatMap((name) => {
		if (!/^\d+$/.test(name)) return [];
		try {
			const stat = readFileSync(`/proc/${name}/stat`, "latin1");
			// The second field is the program's name in parentheses and may hold anything.
			const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
			return state === "Z" || state === "X" ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
		} catch {
			return [];
		}
	});
}

function isMarked(pid: number, mark: string): boolean {
	if (pid === process.pid) return false;
	try {
		return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`${markName}=${mark}`);
	} catch {
		return false;
	}
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((done) => setTimeout(done, milliseconds));
}
