/** The process of the harness that started this one, by which a session is known again under another name, and one that an agent started. */
import { readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

export interface HarnessProcess {
	readonly own: string;
	/** Those that started it, the nearest first. */
	readonly before: () => readonly string[];
}

/**
 * Undefined where the system does not tell it. `between`: so many processes of ours stand in between. `starter`: the process that started the hook;
 * the one that started this one, when absent.
 */
export function harnessProcess(between = 0, starter = process.ppid): HarnessProcess | undefined {
	let one = processOf(starter);
	for (let left = between; left > 0; left--) one = one && processOf(one.parent);
	// A hook is started by a shell, which a harness starts for each.
	while (one !== undefined && starters.test(one.name)) one = processOf(one.parent);
	if (one === undefined || one.pid <= 1) return undefined;
	const { parent } = one;
	return {
		own: nameOf(one),
		before: () => {
			const found: string[] = [];
			for (
				let next = processOf(parent);
				next !== undefined && next.pid > 1 && found.length < most;
				next = processOf(next.parent)
			)
				found.push(nameOf(next));
			return found;
		},
	};
}

/** What stands between a harness and its hook. */
const starters = /^(?:(?:ba|da|z|k|fi|a)?sh|timeout|env|rules)$/;
const most = 40;

interface Process {
	readonly pid: number;
	readonly parent: number;
	readonly name: string;
	readonly start: string;
}

/** A number comes again; not with the same start. */
function nameOf({ pid, start }: Process): string {
	return `${pid}:${start}`;
}

function processOf(pid: number): Process | undefined {
	try {
		const [, rest = ""] = /^\d+ \([\s\S]*\) ([\s\S]*)$/.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
		const fields = rest.split(" ");
		return { pid, name: programOf(pid), parent: Number(fields[1]), start: fields[19] ?? "" };
	} catch {
		return undefined;
	}
}

/** Its file: the name that a process goes by may be that of a script. */
function programOf(pid: number): string {
	try {
		return basename(readlinkSync(`/proc/${pid}/exe`));
	} catch {
		return "";
	}
}

/** This very process. */
export function processName(): string | undefined {
	const own = processOf(process.pid);
	return own === undefined ? undefined : nameOf(own);
}
