/**
 * The head of a log: a small file beside it that says how it ends, so that an end that was cut off is noticed. It is written after the line that it
 * speaks of, so a log may be longer than its head says, and is never shorter.
 */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { type ChainKey, genesis, hashOf } from "./chain.js";
import { bytesOf, openPart } from "./parts.js";

export interface Head {
	/** The number of the file among those of the log. */
	readonly part: number;
	/** Bytes of that file. */
	readonly size: number;
	/** Of its last line; zeros where none was written yet. */
	readonly hash: string;
	/** The number of the oldest file that is kept; the first when absent. Written before older ones are removed. */
	readonly first?: number;
}

/** `none`: there is no head yet; `unclear`: what is there is no head, or none that the key has sealed. */
export type ReadHead = Head | "none" | "unclear";

export const headPath = (log: string): string => `${log}.head`;

/** Opens the head of a log to be read and written; undefined where there can be none, or something else lies in its place. */
export function openHead(log: string): number | undefined {
	const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
	try {
		const descriptor = openSync(headPath(log), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
		if (fstatSync(descriptor).isFile()) return descriptor;
		closeSync(descriptor);
		return undefined;
	} catch {
		return undefined;
	}
}

export function closeHead(descriptor: number | undefined): void {
	if (descriptor !== undefined) closeSync(descriptor);
}

export function readOpenHead(descriptor: number, key: ChainKey | undefined): ReadHead {
	const bytes = Buffer.alloc(length);
	return headIn(bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, length, 0)), key);
}

/** The head of a log that nobody has opened. */
export function readHead(log: string, key: ChainKey | undefined): ReadHead {
	try {
		return headIn(headText(log), key);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "ENOENT" ? "none" : "unclear";
	}
}

/** Does the head say that it was written with a key? */
export function isSealed(log: string): boolean {
	try {
		const { seal } = JSON.parse(headText(log)) as { readonly seal?: unknown };
		return seal !== undefined;
	} catch {
		return false;
	}
}

/** What stands there, unless it is a pipe or a folder. */
function headText(log: string): string {
	const descriptor = openPart(headPath(log));
	try {
		return bytesOf(descriptor, 0, length).toString("latin1");
	} finally {
		closeSync(descriptor);
	}
}

/** One write of the same length each time: whoever is killed leaves the old one or the new one. */
export function writeHead(descriptor: number, head: Head, key: ChainKey | undefined): void {
	const seal = key === undefined ? {} : { seal: sealOf(head, key) };
	writeSync(descriptor, `${JSON.stringify({ ...head, ...seal }).padEnd(length - 1)}\n`, 0, "latin1");
}

/** Bytes. */
const length = 256;

function headIn(text: string, key: ChainKey | undefined): ReadHead {
	if (text === "") return "none";
	try {
		const { part, size, hash, first, seal } = JSON.parse(text) as Record<string, unknown>;
		if (!isCount(part) || !isCount(size) || typeof hash !== "string") return "unclear";
		if (first !== undefined && !isCount(first)) return "unclear";
		const head = { part, size, hash, ...(first === undefined ? {} : { first }) };
		return key === undefined || seal === sealOf(head, key) ? head : "unclear";
	} catch {
		return "unclear";
	}
}

/** The hash of every line stands in the next one, so a seal is of more than that. */
function sealOf({ part, size, hash, first }: Head, key: ChainKey): string {
	return hashOf(`head ${part} ${size} ${hash}${first === undefined ? "" : ` ${first}`}`, key);
}

/** The head of a log that has no line yet. */
export function isOfNothing({ size, hash }: Head): boolean {
	return size === 0 && hash === genesis;
}

function isCount(value: unknown): value is number {
	return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
