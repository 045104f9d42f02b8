/**
 * Who asks a resident for a hook's answer: a process of this machine, known by its number and the moment of its start, as it reads both itself
 * (`/proc/PID/stat`). What a hook that this process starts would see, its variables, its working folder, its rights, is read from the system and
 * never taken from what is sent. A process that sees another system than the resident does is told so, and starts its own.
 */
import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readlinkSync, readSync, statSync } from "node:fs";

/** A process as the hook that it starts would find it. */
export interface AskingProcess {
	readonly pid: number;
	/** The same object as of the last one, where they are the same. */
	readonly variables: ReadonlyMap<string, string>;
	/** A path that leads to its working folder for as long as it is there. */
	readonly folder: string;
}

/** Why a resident has no answer for it. */
export interface NotHere {
	readonly why: string;
}

/** `line`: what the process reads in `/proc/PID/stat` of itself. */
export function askingProcess(line: string): AskingProcess | NotHere {
	const said = startOf(line);
	if (said === undefined) return { why: "it is not said which process asks" };
	const { pid } = said;
	try {
		const place = `/proc/${pid}`;
		const found = startOf(bytesOf(`${place}/stat`).toString("latin1"));
		// In another container the same number is another process.
		if (found?.pid !== pid || found.start !== said.start)
			return { why: "the process that asks is none of this system" };
		for (const [what, look] of sameInBoth)
			if (ownOf(what, look) !== look(place)) return { why: `the process that asks has another ${what}` };
		const variables = variablesIn(bytesOf(`${place}/environ`));
		if (variables === undefined) return { why: "its variables are not plain texts" };
		return { pid, variables, folder: `${place}/cwd` };
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
		return { why: `the process that asks can't be looked at (${code})` };
	}
}

/** What has to be the same for a process and the resident: else files, rights or names would not be those that the hook's own process finds. */
const sameInBoth: readonly (readonly [what: string, look: (place: string) => string])[] = [
	["view of files", (place) => namespace(place, "mnt")],
	["view of processes", (place) => namespace(place, "pid")],
	["view of users", (place) => namespace(place, "user")],
	["name of the machine", (place) => namespace(place, "uts")],
	[
		"root",
		(place) => {
			const { dev, ino } = statSync(`${place}/root/`);
			return `${dev}:${ino}`;
		},
	],
	["set of rights", (place) => rightsIn(bytesOf(`${place}/status`).toString("latin1"))],
	["confinement", confinementOf],
];

/** Lines of `/proc/PID/status`. */
function rightsIn(status: string): string {
	const lines = status.split("\n");
	return lines.filter((line) => rights.has(line.slice(0, line.indexOf(":")))).join("\n");
}
const rights: ReadonlySet<string> = new Set(["Uid", "Gid", "Groups", "CapEff", "NoNewPrivs", "Seccomp"]);

let isConfining = true;

function confinementOf(place: string): string {
	try {
		return isConfining ? bytesOf(`${place}/attr/current`).toString("latin1") : "";
	} catch (error) {
		// The kernel has no module that confines, and none comes to it while it runs: nobody has to be asked again.
		const code = (error as NodeJS.ErrnoException).code ?? "";
		if (place !== "/proc/self" || !["EINVAL", "ENOENT"].includes(code)) throw error;
		isConfining = false;
		return "";
	}
}

/** What this process has of these stays as it was at its start. */
const own = new Map<string, string>();
function ownOf(what: string, look: (place: string) => string): string {
	const known = own.get(what);
	if (known !== undefined) return known;
	const found = look("/proc/self");
	own.set(what, found);
	return found;
}

function namespace(place: string, name: string): string {
	return readlinkSync(`${place}/ns/${name}`);
}

/** A file of the system's, which tells no length. The bytes are good until the next call. */
function bytesOf(path: string): Buffer {
	const file = openSync(path, "r");
	try {
		let length = 0;
		for (;;) {
			const more = readSync(file, read, length, read.length - length, null);
			if (more === 0) return read.subarray(0, length);
			length += more;
			if (length === read.length) read = Buffer.concat([read, Buffer.alloc(length)]);
		}
	} finally {
		closeSync(file);
	}
}
let read = Buffer.alloc(64 * 1024);

/** The number of a process and the tick at which it started. */
export function startOf(line: string): { readonly pid: number; readonly start: string } | undefined {
	const [, pid, rest = ""] = /^(\d{1,10}) \([\s\S]*\) ([\s\S]*)$/.exec(line) ?? [];
	const start = rest.trim().split(" ")[19];
	return pid === undefined || start === undefined || !/^\d+$/.test(start) ? undefined : { pid: Number(pid), start };
}

/** Most that ask are started by the same harness. */
let last: { readonly bytes: Buffer; readonly variables: ReadonlyMap<string, string> } | undefined;

/** As Node's own `process.env` would have them; undefined where it could be in doubt about them. */
function variablesIn(bytes: Buffer): ReadonlyMap<string, string> | undefined {
	if (last?.bytes.equals(bytes) === true) return last.variables;
	if (!isUtf8(bytes)) return undefined;
	const variables = new Map<string, string>();
	for (const entry of bytes.toString("utf8").split("\0")) {
		if (entry === "") continue;
		const at = entry.indexOf("=", 1);
		const name = entry.slice(0, at);
		if (at < 0 || variables.has(name)) return undefined;
		variables.set(name, entry.slice(at + 1));
	}
	last = { bytes: Buffer.from(bytes), variables };
	return variables;
}
