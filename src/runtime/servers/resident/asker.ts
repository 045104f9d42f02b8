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

/** Who asks over one connection. */
export interface AskingConnection {
	/** `line`: what the process reads in `/proc/PID/stat` of itself. */
	readonly askingProcess: (line: string) => AskingProcess | NotHere;
	/** To be called when nobody asks over it any more. */
	readonly close: () => void;
}

/**
 * Of a process that asks again over the same connection its file `status` is kept open: the kernel reads it of that very process for as long as it lives and
 * of no later one of the same number, so its start need not be read again. What that file and all others say is read for each question.
 */
export function askingConnection(): AskingConnection {
	let before: ProcessStart | undefined;
	let status: number | undefined;
	const close = (): void => {
		if (status !== undefined) closeSync(status);
		status = undefined;
	};
	/** Undefined where the process is another one. */
	const rightsOf = (said: ProcessStart): string | undefined => {
		const isSame = before?.pid === said.pid && before.start === said.start;
		if (!isSame) close();
		if (status !== undefined) return rightsIn(bytesAt(status));
		// Opened before the start is read: it is the process that has this start then, if it can still be read afterwards.
		const file = openSync(`/proc/${said.pid}/status`, "r");
		try {
			const found = startOf(bytesOf(`/proc/${said.pid}/stat`).toString("latin1"));
			// In another container the same number is another process.
			if (found?.pid !== said.pid || found.start !== said.start) return undefined;
			const rights = rightsIn(bytesAt(file));
			if (isSame) status = file;
			before = said;
			return rights;
		} finally {
			if (status !== file) closeSync(file);
		}
	};
	return {
		close,
		askingProcess: (line) => {
			const said = startOf(line);
			if (said === undefined) return { why: "it is not said which process asks" };
			try {
				const place = `/proc/${said.pid}`;
				const rights = rightsOf(said);
				if (rights === undefined) return { why: "the process that asks is none of this system" };
				const other = rights === ownRights() ? differenceAt(place) : "set of rights";
				if (other !== undefined) return { why: `the process that asks has another ${other}` };
				const variables = variablesIn(bytesOf(`${place}/environ`));
				if (variables === undefined) return { why: "its variables are not plain texts" };
				return { pid: said.pid, variables, folder: `${place}/cwd` };
			} catch (error) {
				const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
				return { why: `the process that asks can't be looked at (${code})` };
			}
		},
	};
}

/** What is another one for a process than for the resident; undefined where nothing is. */
function differenceAt(place: string): string | undefined {
	return sameInBoth.find(([what, look]) => ownOf(what, look) !== look(place))?.[0];
}

/** What has to be the same for a process and the resident, beside its rights: else files or names would not be those that the hook's own process finds. */
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
	["confinement", confinementOf],
];

function ownRights(): string {
	return ownOf("set of rights", (place) => rightsIn(bytesOf(`${place}/status`)));
}

/** What `/proc/PID/status` says of rights. */
function rightsIn(status: Buffer): string {
	const text = status.toString("latin1");
	let found = "";
	for (const start of rights) {
		const at = text.indexOf(start);
		if (at >= 0) found += text.slice(at, text.indexOf("\n", at + 1));
	}
	return found;
}
const rights = ["Uid", "Gid", "Groups", "CapEff", "NoNewPrivs", "Seccomp"].map((name) => `\n${name}:`);

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
		return bytesAt(file);
	} finally {
		closeSync(file);
	}
}

/** The same of an open one, from its start. Files of `/proc/PID` fill what a read has room for, and where room is left over, that was all. */
function bytesAt(file: number): Buffer {
	for (let length = 0; ; read = Buffer.concat([read, Buffer.alloc(length)])) {
		length += readSync(file, read, length, read.length - length, length);
		if (length < read.length) return read.subarray(0, length);
	}
}
let read = Buffer.alloc(64 * 1024);

interface ProcessStart {
	readonly pid: number;
	/** The tick at which it started. */
	readonly start: string;
}

/** The number of a process and its start, by its `/proc/PID/stat`. */
export function startOf(line: string): ProcessStart | undefined {
	const pid = /^\d{1,10}(?= \()/.exec(line)?.[0];
	// The name of the program, in brackets, may hold brackets and blanks.
	const end = line.lastIndexOf(") ");
	if (pid === undefined || end < 0) return undefined;
	const start = line
		.slice(end + 2)
		.trim()
		.split(" ", 20)[19];
	return start === undefined || !/^\d+$/.test(start) ? undefined : { pid: Number(pid), start };
}

/** Most that ask were started by one of a few harnesses. The one that asked last stands first. */
const known: { readonly bytes: Buffer; readonly variables: ReadonlyMap<string, string> }[] = [];
const mostKnown = 8;

/** As Node's own `process.env` would have them; undefined where it could be in doubt about them. */
function variablesIn(bytes: Buffer): ReadonlyMap<string, string> | undefined {
	const at = known.findIndex((one) => one.bytes.equals(bytes));
	if (at >= 0) {
		const found = known[at] as (typeof known)[number];
		known.splice(at, 1);
		known.unshift(found);
		return found.variables;
	}
	if (!isUtf8(bytes)) return undefined;
	const variables = new Map<string, string>();
	for (const entry of bytes.toString("utf8").split("\0")) {
		if (entry === "") continue;
		const at = entry.indexOf("=", 1);
		const name = entry.slice(0, at);
		if (at < 0 || variables.has(name)) return undefined;
		variables.set(name, entry.slice(at + 1));
	}
	known.unshift({ bytes: Buffer.from(bytes), variables });
	known.length = Math.min(known.length, mostKnown);
	return variables;
}
