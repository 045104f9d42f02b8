/** Checks a decision log: is every line whole, does each hold the hash of what stands before it, and does the log end as its head says? */
import { closeSync, openSync } from "node:fs";
import { type ChainKey, genesis, hashOf } from "./chain.js";
import { type Head, isOfNothing, readHead } from "./head.js";
import { fullParts, joined, lineBefore, linesOf, recordIn } from "./parts.js";

/** A line of one of the files of a log. */
export interface LogPlace {
	readonly file: string;
	/** From 1. */
	readonly line: number;
}

/** What a verification found. */
export type Verification = WholeLog | BrokenLog;

/** Every line follows from the one before. */
export interface WholeLog {
	readonly kind: "whole";
	/** Oldest first. */
	readonly files: readonly string[];
	readonly lines: number;
	/** The number of the oldest file: more than 1 where older ones are no longer kept; without a key, they may have been taken away. */
	readonly first: number;
	/** Lines that were torn when their writer stopped, and are passed over. */
	readonly torn: readonly LogPlace[];
	/** Lines before which nothing said how the log had ended: whether something was taken off there is not known. With a key, such a log is broken. */
	readonly unguarded: readonly LogPlace[];
	/** Whether something says how the log ends; without it, lines may have been taken off its end. */
	readonly head: "fits" | "missing";
	/** The hash of the last line: kept elsewhere, it proves later that nothing up to here was changed. Zeros for an empty log. */
	readonly last: string;
}

/** Something was changed, added or taken out. */
export interface BrokenLog {
	readonly kind: "broken";
	readonly place: LogPlace;
	readonly why: string;
}

/** What is known of a log beside its files. */
export interface VerifyOptions {
	/** The key that the log was written with. */
	readonly key?: ChainKey;
	/** The hash of a line that was kept elsewhere: the log must still hold it. */
	readonly holds?: string;
}

/** Verifies a log with all its files. Throws what the system says where they can't be read. */
export function verifyAuditLog(log: string, options: VerifyOptions = {}): Verification {
	for (let tries = 3; ; tries--) {
		const full = fullParts(log);
		try {
			const found = verified(log, options);
			if (found.kind === "whole" || tries === 0 || !isMoved()) return found;
		} catch (error) {
			if (tries === 0 || !isMoved()) throw error;
		}

		/** A writer began a new file while we read. */
		function isMoved(): boolean {
			const now = fullParts(log);
			return now.length !== full.length || now.some(({ part }, at) => part !== full[at]?.part);
		}
	}
}

function verified(log: string, options: VerifyOptions): Verification {
	const full = fullParts(log).map(({ part, path }) => ({ part, file: path, lines: linesOf(path) }));
	const { found, end, part } = chainOf([...full, { file: log, lines: linesOf(log) }], options);
	return found.kind === "broken" ? found : headed(found, end, part, log, options.key);
}

/** The lines of one file, without their line breaks. */
export interface LinesOfPart {
	/** The number in its name; absent for the file that was written to last. */
	readonly part?: number;
	readonly file: string;
	readonly lines: Iterable<Uint8Array | string>;
}

/** Verifies the chain of files whose lines are given, oldest first. */
export function verifyLines(parts: Iterable<LinesOfPart>, options: VerifyOptions = {}): Verification {
	return chainOf(parts, options).found;
}

interface Chain {
	readonly found: Verification;
	/** The last line. */
	readonly end: LogPlace;
	/** The number of the last file. */
	readonly part: number;
}

function chainOf(parts: Iterable<LinesOfPart>, { key, holds }: VerifyOptions): Chain {
	const files: string[] = [];
	const torn: LogPlace[] = [];
	const unguarded: LogPlace[] = [];
	let [lines, last, part] = [0, genesis, 0];
	let first: number | undefined;
	let isHeld = holds === undefined || holds === genesis;
	/** What the next line must hold the hash of: the last whole record, and what was torn behind it. */
	let before: readonly Buffer[] = [];
	let pending: LogPlace[] = [];
	let end: LogPlace = { file: "", line: 1 };
	const broken = (place: LogPlace, why: string): Chain => ({ found: { kind: "broken", place, why }, end, part });
	for (const { part: named, file, lines: own } of parts) {
		files.push(file);
		end = { file, line: 1 };
		let line = 0;
		let isBegun = false;
		for (const bytes of own) {
			lines++;
			end = { file, line: ++line };
			const text = Buffer.from(bytes);
			const record = recordIn(text);
			if (record === undefined) {
				// Whether a line is broken or was torn, the one behind it says.
				pending.push(end);
				before = [...before, text];
				continue;
			}
			if (pending[0] !== undefined && record.recovered !== true) return broken(pending[0], "this line is no record");
			if (!isBegun) {
				isBegun = true;
				const own = typeof record.part === "number" ? record.part : 1;
				if (own !== (named ?? own) || (first !== undefined && own !== part + 1))
					return broken(end, "this file does not follow from the one before: a file is missing, or was put in");
				part = own;
			} else if (record.part !== undefined) return broken(end, "this line is the first of another file");
			// What stood before the oldest file is not known, unless that is the first.
			const isKnown = first !== undefined || part === 1;
			first ??= part;
			if (isKnown && record.prev !== (before.length === 0 ? genesis : hashOf(joined(before), key)))
				return broken(
					end,
					`this line does not follow from the one before: one of them was changed, or something was added or taken out${lines === 2 && key === undefined ? ", or the log has a key" : ""}`,
				);
			if (record.lost !== undefined)
				return broken(end, "before this line, something was taken out: the log had been longer");
			// Whoever writes with a key writes a head: where it was gone, somebody took it away.
			if (record.unguarded === true && key !== undefined)
				return broken(end, "before this line, what says how the log ends was gone: something may have been taken out");
			if (record.unguarded === true) unguarded.push(end);
			torn.push(...pending);
			pending = [];
			before = [text];
			last = hashOf(text, key);
			isHeld ||= last === holds;
		}
		// Only what is full is put aside.
		if (line === 0 && named !== undefined) return broken(end, "this file is empty: its lines were taken out");
	}
	if (!isHeld) return broken(end, "no line of this log has the hash that was kept: it was cut off, or made anew");
	torn.push(...pending);
	return {
		found: { kind: "whole", files, lines, first: first ?? 1, torn, unguarded, head: "missing", last },
		end,
		part,
	};
}

/** A chain that is whole, held against what its head says of its end. */
function headed(chain: WholeLog, end: LogPlace, part: number, log: string, key: ChainKey | undefined): Verification {
	const head = readHead(log, key);
	const broken = (why: string): BrokenLog => ({ kind: "broken", place: end, why });
	if (head === "unclear") return broken(`what says how the log ends, \`${log}.head\`, was changed`);
	// Whoever writes with a key writes a head: where it is missing, somebody took it away.
	if (head === "none")
		return key === undefined || chain.lines === 0
			? chain
			: broken(`what says how the log ends, \`${log}.head\`, is missing`);
	if (!isHeadOf(log, head, part, key)) return broken("something was taken off the end of this log, or changed there");
	// What anybody can write proves nothing, and says no more than that files are not here.
	if (key !== undefined && chain.first > (head.first ?? 1))
		return {
			kind: "broken",
			place: { file: chain.files[0] ?? log, line: 1 },
			why: "files before this one are missing that were to be kept",
		};
	return { ...chain, head: "fits" };
}

/** `part`: the number of the last file. */
function isHeadOf(log: string, head: Head, part: number, key: ChainKey | undefined): boolean {
	if (isOfNothing(head)) return true;
	// An empty file has no record that would say its number.
	const path = head.part === part ? lastWritten(log, part) : fullParts(log).find((one) => one.part === head.part)?.path;
	if (path === undefined) return false;
	const descriptor = openSync(path, "r");
	try {
		const line = lineBefore(descriptor, head.size);
		return line !== undefined && hashOf(line, key) === head.hash;
	} finally {
		closeSync(descriptor);
	}
}

function lastWritten(log: string, part: number): string {
	return fullParts(log).find((one) => one.part === part)?.path ?? log;
}
