/**
 * How far the logs of an archive were read: who brings them in again goes on from there. What is kept is no more than a place and the hash of the record
 * that ends there. Where a log does not hold that record at that place (it was changed, made anew, is another one, or has another key), it is read whole.
 */
import { randomUUID } from "node:crypto";
import { closeSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type ChainKey, hashOf } from "../../runtime/audit/chain.js";
import { lineBefore, openPart } from "../../runtime/audit/parts.js";
import type { ChainPoint } from "../../runtime/audit/verify.js";

/** Where the reading of a log stopped. */
export interface ReadTo extends Omit<ChainPoint, "record"> {
	/** The name of the file, without its folder. A file that was written to then may have been put aside since, under its number. */
	readonly file: string;
	/** Bytes of it that were read. */
	readonly place: number;
}

/** A file of a log that is read. */
export interface ReadFile {
	readonly path: string;
	/** The number in its name; absent of the one that is written to. */
	readonly part?: number;
	/** Already open. */
	readonly descriptor?: number;
}

/** Where a reading goes on. */
export interface GoingOn {
	/** Which of the files. */
	readonly at: number;
	/** Bytes of it that were read before. */
	readonly place: number;
	readonly from: ChainPoint;
}

/** What an archive knows of its logs. */
export interface ReadBefore {
	/** Where the reading of a log goes on; undefined where it begins anew. */
	readonly goesOn: (log: string, files: readonly ReadFile[], key: ChainKey | undefined) => GoingOn | undefined;
	/** Keeps how far a log was read; undefined: not known. */
	readonly reached: (log: string, to: ReadTo | undefined) => void;
	/** Writes down what was kept. To be called when all records are in their places. */
	readonly save: () => void;
}

/** Opens what an archive knows of its logs. `isAnew`: nothing of that is believed. */
export function openReadBefore(archive: string, isAnew: boolean): ReadBefore {
	const path = join(archive, "ingest.json");
	const known = new Map(Object.entries(knownIn(path)));
	return {
		goesOn: (log, files, key) => {
			const to = isAnew ? undefined : known.get(realpathSync(log));
			if (to === undefined) return undefined;
			for (const [at, file] of files.entries()) {
				if (basename(file.path) !== to.file && file.part !== to.part) continue;
				const record = recordAt(file, to, key);
				if (record !== undefined) return { at, place: to.place, from: { ...to, record } };
			}
			return undefined;
		},
		reached: (log, to) => {
			if (to === undefined) known.delete(realpathSync(log));
			else known.set(realpathSync(log), to);
		},
		save: () => {
			const next = `${path}.${randomUUID()}`;
			writeFileSync(next, `${JSON.stringify({ version, logs: Object.fromEntries(known) })}\n`, { mode: 0o600 });
			renameSync(next, path);
		},
	};
}

const version = 1;

/** What is not as we write it counts as nothing: logs are read whole then. */
function knownIn(path: string): Readonly<Record<string, ReadTo>> {
	try {
		const found: unknown = JSON.parse(readFileSync(path, "utf8"));
		if (!isObject(found) || found.version !== version || !isObject(found.logs)) return {};
		return Object.fromEntries(
			Object.entries(found.logs).filter((entry): entry is [string, ReadTo] => isReadTo(entry[1])),
		);
	} catch {
		return {};
	}
}

function isReadTo(value: unknown): value is ReadTo {
	return (
		isObject(value) &&
		[value.file, value.hash].every((one) => typeof one === "string") &&
		[value.place, value.part, value.first, value.line, value.lines].every((one) => Number.isSafeInteger(one))
	);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null;
}

/** The record that ends at a place of a file; undefined where it is not the one that was read. */
function recordAt({ path, descriptor }: ReadFile, to: ReadTo, key: ChainKey | undefined): Buffer | undefined {
	const open = descriptor ?? openPart(path);
	try {
		const record = lineBefore(open, to.place);
		return record !== undefined && hashOf(record, key) === to.hash ? record : undefined;
	} finally {
		if (descriptor === undefined) closeSync(open);
	}
}
