/**
 * The limits that the kernel holds a program to: processes, memory, processor time, sizes of files, open files.
 * `prlimit` sets them on itself and then becomes the program; no shell is between, and the process id stays.
 */
import { readFileSync } from "node:fs";
import { settingNames, settingRecord } from "../../language/policy/settings.js";
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
export function limited(limits: Limits): Limited {
	const asked = requested(limits);
	if (asked.length === 0) return { prefix: [], warnings: [] };
	const tool = ownTool("prlimit");
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
	readonly option: string;
	readonly row: string;
	readonly soft: number;
	readonly margin: number;
}

/** What the records of limits ask of the kernel. */
function requested(limits: Limits): readonly Request[] {
	return settingNames.map(settingRecord).flatMap((record): readonly Request[] => {
		if (record.form !== "amount" || record.heldBy === "us") return [];
		const [key] = Object.keys(record.shapes);
		const amount = limits[key as keyof Limits];
		if (typeof amount !== "number") return [];
		const { option, row, inUnit = (one) => one, margin = 0, ofUser } = record.heldBy;
		// Root's processes the kernel does not count, but those of whoever the program becomes.
		const there = ofUser === true && process.getuid?.() !== 0 ? countOwnThreads() : 0;
		return [{ name: record.name, option, row, soft: there + inUnit(amount), margin }];
	});
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
