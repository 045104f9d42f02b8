/**
 * The limits that the kernel holds a program to: processes, memory, processor time, sizes of files, open files.
 * `prlimit` sets them on itself and then becomes the program; no shell is between, and the process id stays.
 */
import { readFileSync } from "node:fs";
import type { Limits } from "./outcome.js";
import { ownTool } from "./own-tool.js";
import { countOwnThreads } from "./processes/process-table.js";
import { countsProcesses } from "./processes/resource-watch.js";

export interface Limited {
	/** What stands before the program's own words; empty without limits. */
	readonly prefix: readonly string[];
	readonly warnings: readonly string[];
}

/** How a program is started under its limits. */
export function limited(limits: Limits, tool = ownTool("prlimit")): Limited {
	const asked = requested(limits);
	if (asked.length === 0) return { prefix: [], warnings: [] };
	if (tool === undefined) {
		const names = asked.map(({ name }) => name).join(", ");
		return { prefix: [], warnings: [`not limited, for this system has no \`prlimit\`: ${names}`] };
	}
	const hard = hardLimits();
	// A limit that is tighter already stays: without privileges `prlimit` could not raise it, and would start nothing.
	const options = asked
		.filter(({ row, soft }) => soft < (hard.get(row) ?? Number.POSITIVE_INFINITY))
		.map(({ option, soft, row, margin }) => {
			const top = Math.min(soft + margin, hard.get(row) ?? Number.POSITIVE_INFINITY);
			return `--${option}=${soft}:${top}`;
		});
	const uncounted = limits.processes !== undefined && process.getuid?.() === 0 && !countsProcesses();
	return {
		prefix: options.length === 0 ? [] : [tool, ...options, "--"],
		warnings: uncounted ? ["the limit of processes does not hold for root"] : [],
	};
}

interface Request {
	readonly name: string;
	/** Of `prlimit`. */
	readonly option: string;
	/** In /proc/self/limits. */
	readonly row: string;
	readonly soft: number;
	/** How far the hard limit lies above. */
	readonly margin: number;
}

function requested({ processes, memory, cpu, fileSize, openFiles }: Limits): readonly Request[] {
	const requests: Request[] = [];
	if (processes !== undefined) {
		// The kernel counts what the user runs altogether, so what runs already is added. Root it does not count, but whoever the program becomes.
		const soft = (process.getuid?.() === 0 ? 0 : countOwnThreads()) + processes;
		requests.push({ name: "processes", option: "nproc", row: "Max processes", soft, margin: 0 });
	}
	// What it writes to, not the address space: Node, Go and Java reserve many gigabytes that they never use.
	if (memory !== undefined)
		requests.push({ name: "memory", option: "data", row: "Max data size", soft: memory, margin: 0 });
	if (cpu !== undefined) {
		// SIGXCPU at the limit, and SIGKILL a second later.
		const soft = Math.max(1, Math.ceil(cpu / 1000));
		requests.push({ name: "cpu", option: "cpu", row: "Max cpu time", soft, margin: 1 });
	}
	if (fileSize !== undefined) {
		requests.push({ name: "file-size", option: "fsize", row: "Max file size", soft: fileSize, margin: 0 });
	}
	if (openFiles !== undefined) {
		requests.push({ name: "open-files", option: "nofile", row: "Max open files", soft: openFiles, margin: 0 });
	}
	return requests;
}

/** The hard limits of this process, by the names of /proc/self/limits; no entry is no limit. */
function hardLimits(): ReadonlyMap<string, number> {
	let table: string;
	try {
		table = readFileSync("/proc/self/limits", "utf8");
	} catch {
		return new Map();
	}
	// Max cpu time              unlimited            unlimited            seconds
	const rows = [...table.matchAll(/^(Max .+?) {2,}\S+ +(\d+) /gm)];
	return new Map(rows.map(([, name, hard]) => [name as string, Number(hard)]));
}
