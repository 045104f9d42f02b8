/**
 * The decision log: one JSON line after the other, each with the hash of the one before. A decision's line is on disk before anything runs.
 */
import { createHash, randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, fsyncSync, lstatSync, openSync, readSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolders } from "../load/make-folders.js";
import { locked } from "./lock.js";
import type { AuditRecord, DecisionFields, OutcomeFields } from "./record.js";

export interface AuditLog {
	/** Where the log really is. */
	readonly file: string;
	/** What the caller should know: a place that moved. */
	readonly warnings: readonly string[];
	/** Writes a decision and gives it its id. Throws when it can't be written: what can't be recorded must not run. */
	readonly decided: (fields: DecisionFields) => string;
	/** Completes a decision. */
	readonly ended: (id: string, fields: OutcomeFields) => void;
	readonly close: () => void;
}

export interface AuditOptions {
	readonly file: string;
	/** Where the log goes when its place can't be written; a private folder among the temporary files when absent. */
	readonly fallbackFolder?: string;
	/** Milliseconds since 1970; the system's clock when absent. */
	readonly clock?: () => number;
}

/** The hash before the first line. */
export const genesis = "0".repeat(64);

/** Opens a log for appending; a log that is there goes on. Throws when neither its place nor the other can be written. */
export function openAuditLog({ file, fallbackFolder, clock = Date.now }: AuditOptions): AuditLog {
	const warnings: string[] = [];
	const wanted = resolve(file);
	let place = wanted;
	let descriptor: number;
	try {
		descriptor = open(wanted);
	} catch (error) {
		place = join(privateFolder(fallbackFolder), basename(wanted));
		descriptor = open(place);
		warnings.push(
			`the decision log ${wanted} can't be written (${(error as NodeJS.ErrnoException).code ?? "unknown reason"}), so it goes to ${place}`,
		);
	}
	const append = (type: AuditRecord["type"], id: string, fields: DecisionFields | OutcomeFields): void => {
		locked(place, () => appendLine(type, id, fields));
	};
	const appendLine = (type: AuditRecord["type"], id: string, fields: DecisionFields | OutcomeFields): void => {
		// Another process may have written since: the chain goes on from what is there.
		const { line, torn } = lastLine(descriptor);
		const record = {
			version: 1,
			type,
			id,
			time: new Date(clock()).toISOString(),
			prev: line === undefined ? genesis : hashOf(line),
			...(torn ? { recovered: true } : {}),
			...fields,
		};
		const bytes = Buffer.from(`${torn ? "\n" : ""}${JSON.stringify(record)}\n`, "utf8");
		// One write a line: with O_APPEND, lines of several processes do not mix.
		const written = writeSync(descriptor, bytes);
		if (written !== bytes.length) throw new Error(`the decision log ${place} could not be written to its end`);
		fsyncSync(descriptor);
	};
	return {
		file: place,
		warnings,
		decided: (fields) => {
			const id = randomUUID();
			append("decision", id, fields);
			return id;
		},
		ended: (id, fields) => append("outcome", id, fields),
		close: () => closeSync(descriptor),
	};
}

/** SHA-256 of a line without its line break. */
export function hashOf(line: string): string {
	return createHash("sha256").update(line, "utf8").digest("hex");
}

function open(path: string): number {
	makeFolders(dirname(path));
	const descriptor = openSync(
		path,
		constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK,
		0o600,
	);
	if (fstatSync(descriptor).isFile()) return descriptor;
	closeSync(descriptor);
	throw Object.assign(new Error("the decision log is no regular file"), { code: "no regular file" });
}

/** A folder of our own that nobody else can write to or have made for us. */
function privateFolder(folder: string | undefined): string {
	const user = process.getuid?.() ?? 0;
	const path = folder ?? join(tmpdir(), `bylaw-${user}`);
	makeFolders(path);
	const stats = lstatSync(path);
	if (!stats.isDirectory() || (process.getuid && stats.uid !== user) || (stats.mode & 0o022) !== 0) {
		throw new Error(`the decision log can't be written: ${path} does not belong to this user alone`);
	}
	return path;
}

/** The last line of the file, and whether it was cut off in the middle. */
function lastLine(descriptor: number): { line: string | undefined; torn: boolean } {
	const { size } = fstatSync(descriptor);
	if (size === 0) return { line: undefined, torn: false };
	let tail = Buffer.alloc(0);
	for (let start = size; start > 0; ) {
		const length = Math.min(65_536, start);
		start -= length;
		const chunk = Buffer.alloc(length);
		readSync(descriptor, chunk, 0, length, start);
		tail = Buffer.concat([chunk, tail]);
		const end = tail[tail.length - 1] === 10 ? tail.length - 1 : tail.length;
		const before = tail.subarray(0, end).lastIndexOf(10);
		if (before >= 0 || start === 0)
			return { line: tail.subarray(before + 1, end).toString("utf8"), torn: end === tail.length };
	}
	return { line: undefined, torn: false };
}
