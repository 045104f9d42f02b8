/** How far a log was sent: a small file beside the log for each place that it is sent to. A line is known by its hash: where it stands may have changed. */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { openPart } from "../parts.js";

/** The last line that was sent. */
export interface Cursor {
	/** The number of its file among those of the log. */
	readonly part: number;
	/** Bytes of that file up to its end. */
	readonly size: number;
	/** SHA-256 of the line; of one that was too long to be sent, of how it ends. */
	readonly hash: string;
	/** Its number, and those that came before it: the highest that was seen. */
	readonly seq?: number;
	/** How many lines were sent in all. */
	readonly sent: number;
	/** The hash of the first line of the log, or of the first that was there: what tells logs of one name apart. */
	readonly log: string;
	/** The machine that it was sent as first: a host name may change. */
	readonly machine: string;
}

/** The file of a cursor. `to`: where the log is sent. */
export function cursorPath(log: string, to: string): string {
	return `${log}.shipped-${createHash("sha256").update(to).digest("hex").slice(0, 12)}`;
}

/** The cursor in a file; `none`: there is none yet; `unclear`: what is there is none. */
export function readCursor(path: string): Cursor | "none" | "unclear" {
	try {
		const said = JSON.parse(textOf(path)) as Readonly<Record<string, unknown>>;
		const { part, size, hash, seq, sent, log, machine } = said;
		if (!isCount(part) || !isCount(size) || !isCount(sent) || (seq !== undefined && !isCount(seq))) return "unclear";
		if (typeof hash !== "string" || typeof log !== "string" || typeof machine !== "string") return "unclear";
		return { part, size, hash, sent, log, machine, ...(seq === undefined ? {} : { seq }) };
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "ENOENT" ? "none" : "unclear";
	}
}

function textOf(path: string): string {
	const descriptor = openPart(path);
	try {
		return readFileSync(descriptor, "utf8");
	} finally {
		closeSync(descriptor);
	}
}

/** Puts a cursor in the place of the one before; it is on the disk when this returns. */
export function writeCursor(path: string, cursor: Cursor): void {
	replaceWhole(path, `${JSON.stringify(cursor)}\n`);
}

/** Puts a file in its place, whole or not at all, for its owner alone. */
export function replaceWhole(path: string, content: string | Uint8Array): void {
	const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
	const descriptor = openSync(beside, "wx", 0o600);
	try {
		try {
			writeFileSync(descriptor, content);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
		renameSync(beside, path);
	} finally {
		rmSync(beside, { force: true });
	}
}

function isCount(value: unknown): value is number {
	return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
