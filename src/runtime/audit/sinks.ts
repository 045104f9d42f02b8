/** Where records go: files, standard output, functions. */
import { writeSync } from "node:fs";
import { resolve } from "node:path";
import { genesis, hashOf } from "./chain.js";
import { type AuditFile, type AuditLog, openAuditLog } from "./log.js";
import type { AuditEvent } from "./record.js";

/** Takes a record. What it throws says that it was not recorded. What it returns is not waited for. */
export type AuditSink = (event: AuditEvent) => void;

/** A place for records: the path of a log, a log and how it is kept, `-` for standard output, or a function. */
export type AuditTarget = string | AuditFile | AuditSink;

/** A place for records that is open. */
export interface OpenTarget {
	/** Throws where the record can't be written. */
	readonly write: (event: AuditEvent) => void;
	/** What there is to be said since it was last asked. */
	readonly warnings: () => readonly string[];
	/** The files that it consists of by now. */
	readonly files: () => readonly string[];
	/** Where the records go instead, and why, when they do not go where they were to go. */
	readonly moved: () => string | undefined;
	readonly close: () => void;
}

/** Does a name given for a log stand for settings? */
export function namesSettings(name: string): boolean {
	return /\.audit\.ya?ml$/.test(name);
}

/** Opens a place for records. Throws a `TypeError` for the name of settings, which are no log. */
export function openTarget(target: AuditTarget): OpenTarget {
	if (typeof target === "string" && namesSettings(target))
		throw new TypeError(`\`${target}\` is no log: it holds settings`);
	if (typeof target === "function") return functionTarget(target);
	if (target === "-") return standardOutput();
	return fileTarget(typeof target === "string" ? { file: target } : target);
}

/** A log. Where it can't be opened it is tried again with each record. A record that comes after it was closed, of what ran meanwhile, opens it for itself alone. */
function fileTarget(settings: AuditFile): OpenTarget {
	let log: AuditLog | undefined;
	let isOpen = false;
	let isClosed = false;
	const opened = (): AuditLog => {
		if (log === undefined || !isOpen) log = openAuditLog(settings);
		isOpen = true;
		return log;
	};
	const close = (): void => {
		log?.close();
		isOpen = false;
	};
	try {
		opened();
	} catch {
		// The first record says so.
	}
	return {
		write: (event) => {
			try {
				opened().write(event);
			} finally {
				if (isClosed) close();
			}
		},
		files: () => [resolve(settings.file), ...(log === undefined ? [] : log.files())],
		warnings: () => [],
		moved: () => (log === undefined || log.file === resolve(settings.file) ? undefined : log.warnings.join("; ")),
		close: () => {
			isClosed = true;
			close();
		},
	};
}

/** Lines of a chain of their own, from where this process began to write. */
function standardOutput(): OpenTarget {
	let prev = genesis;
	let seq = 0;
	return {
		write: (event) => {
			const { version, type, id, time, ...fields } = event;
			const line = JSON.stringify({ version, type, id, time, prev, seq: ++seq, ...fields });
			writeWhole(Buffer.from(`${line}\n`, "utf8"));
			prev = hashOf(line);
		},
		warnings: () => [],
		files: () => [],
		moved: () => undefined,
		close: () => {},
	};
}

/** A pipe that is full is waited for: a record is out before anything runs. */
function writeWhole(bytes: Buffer): void {
	for (let done = 0; done < bytes.length; ) {
		try {
			done += writeSync(1, bytes, done);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
		}
	}
}

function functionTarget(sink: AuditSink): OpenTarget {
	const late: string[] = [];
	return {
		write: (event) => {
			const returned: unknown = sink(event);
			// Nobody else would look at what a promise says.
			if (isThenable(returned))
				returned.then(undefined, (error: unknown) => late.push(`a record could not be kept: ${reasonOf(error)}`));
		},
		warnings: () => late.splice(0),
		files: () => [],
		moved: () => undefined,
		close: () => {},
	};
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
	return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
