/** Checks a decision log: is every line whole, does each hold the hash of what stands before it, and does the log end as its head says? */

import { closeSync } from "node:fs";
import { checkOptions } from "../../language/diagnostic/known-options.js";
import { type BoundedLine, logFileLines } from "./bounded-lines.js";
import { type ChainKey, genesis, hashOf, openHash } from "./chain.js";
import { type Head, isOfNothing, readHead } from "./head.js";
import { fullParts, isObject, joined, lineBefore, linkedIn, longestLine, objectIn, openPart } from "./parts.js";

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
	/** Lines that were torn when their writer stopped, and are passed over: the first thousand of them. */
	readonly torn: readonly LogPlace[];
	/** How many they are. */
	readonly tornCount: number;
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
	/** What comes before was verified: the first file that is named goes on from here. */
	readonly from?: ChainPoint;
}

/** A place in a chain up to which it is whole: behind a record. */
export interface ChainPoint {
	/** The number of the file. */
	readonly part: number;
	/** The number of the oldest file. */
	readonly first: number;
	/** Lines of the file up to there. */
	readonly line: number;
	/** Lines of all files up to there. */
	readonly lines: number;
	/** The hash of the record. */
	readonly hash: string;
	/** The record, without its line break. */
	readonly record: Buffer;
}

/** Verifies a log with all its files. Throws what the system says where they can't be read. */
export function verifyAuditLog(log: string, options: VerifyOptions = {}): Verification {
	checkOptions("verifyAuditLog", options, { key: true, holds: true, from: true });
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
	const full = fullParts(log).map(({ part, path }) => ({ part, file: path, lines: bytesIn(logFileLines(path, true)) }));
	const chain = chainOf([...full, { file: log, lines: bytesIn(logFileLines(log)) }], options);
	return chain.end(log);
}

/** Verifies what is open, of whose end nothing is known. */
export function verifyOpen(descriptor: number, options: VerifyOptions = {}): Verification {
	return verifyLines([{ file: "-", lines: bytesIn(logFileLines(descriptor)) }], options);
}

function* bytesIn(lines: Iterable<BoundedLine>): Generator<Buffer | undefined> {
	for (const { bytes } of lines) yield bytes;
}

/** The lines of one file, without their line breaks. */
export interface LinesOfPart {
	/** The number in its name; absent for the file that was written to last. */
	readonly part?: number;
	readonly file: string;
	/** Undefined: a line that is too long to be one. */
	readonly lines: Iterable<Uint8Array | string | undefined>;
}

/** Verifies the chain of files whose lines are given, oldest first. */
export function verifyLines(parts: Iterable<LinesOfPart>, options: VerifyOptions = {}): Verification {
	return chainOf(parts, options).end();
}

/** So many torn lines are named: a log may end in millions of line breaks. */
const mostTorn = 1_000;

function chainOf(parts: Iterable<LinesOfPart>, options: VerifyOptions): ChainCheck {
	const chain = openChain(options);
	for (const { part, file, lines } of parts) {
		chain.file(file, part);
		for (const line of lines) if (!chain.line(line)) return chain;
	}
	return chain;
}

/** A chain that is verified while others read its lines as well. */
export interface ChainCheck {
	/**
	 * Says that a file begins: its path, and the number in its name; without one it is the file that was written to last. `goesOn`: it is a further piece of
	 * the file before it.
	 */
	readonly file: (file: string, part?: number, goesOn?: boolean) => void;
	/**
	 * Takes the next line, without its line break; undefined of one that is too long to be one. False from the place on where the chain is broken. `value`: what
	 * the line says as JSON, from whoever has read it already.
	 */
	readonly line: (bytes: Uint8Array | string | undefined, value?: unknown) => boolean;
	/** Where it stands; undefined where the chain is broken, or the last line was no record. */
	readonly point: () => ChainPoint | undefined;
	/** What was found. `log`: the log whose head says how it must end; without it nothing is known of its end. Throws what the system says where that can't be read. */
	readonly end: (log?: string) => Verification;
}

/** Begins to verify a chain, oldest file first. */
export function openChain({ key, holds, from }: VerifyOptions = {}): ChainCheck {
	const files: string[] = [];
	const torn: LogPlace[] = [];
	const unguarded: LogPlace[] = [];
	let [lines, last, part] = [from?.lines ?? 0, from?.hash ?? genesis, from?.part ?? 0];
	let first: number | undefined = from?.first;
	let isHeld = holds === undefined || holds === genesis;
	/** What the next line must hold the hash of: the last whole record, and what was torn behind it. */
	let before: Buffer | undefined = from?.record;
	let behind: ReturnType<typeof openHash> | undefined;
	let [pending, pendingCount, tornCount]: [LogPlace[], number, number] = [[], 0, 0];
	let end: LogPlace = { file: "", line: 1 };
	let broken: BrokenLog | undefined;
	let named: number | undefined;
	let [line, isBegun] = [0, false];
	return {
		file: (file, number, goesOn = false) => {
			closeFile();
			const point = files.length === 0 ? from : undefined;
			files.push(file);
			end = { file, line: Math.max(point?.line ?? 0, 1) };
			[named, line, isBegun] = [number, point?.line ?? 0, point !== undefined || (goesOn && isBegun)];
		},
		line: (bytes, value) => {
			broken ??= faultOf(bytes === undefined ? undefined : Buffer.from(bytes), value);
			return broken === undefined;
		},
		point: () =>
			broken === undefined && pendingCount === 0 && before !== undefined && first !== undefined
				? { part, first, line, lines, hash: last, record: before }
				: undefined,
		end: (log) => {
			closeFile();
			if (!isHeld)
				broken ??= brokenAt(end, "no line of this log has the hash that was kept: it was cut off, or made anew");
			if (key !== undefined && before === undefined && lines > 0 && log === undefined)
				broken ??= brokenAt(end, "no line of this log has been written with the key");
			if (broken !== undefined) return broken;
			passTorn();
			const whole: WholeLog = {
				kind: "whole",
				files,
				lines,
				first: first ?? 1,
				torn,
				tornCount,
				unguarded,
				head: "missing",
				last,
			};
			return log === undefined ? whole : headed(whole, end, part, log, key);
		},
	};

	function brokenAt(place: LogPlace, why: string): BrokenLog {
		return { kind: "broken", place, why };
	}

	/** Only what is full is put aside. */
	function closeFile(): void {
		if (files.length > 0 && line === 0 && named !== undefined)
			broken ??= brokenAt(end, "this file is empty: its lines were taken out");
	}

	/** What was pending is torn: so many lines as somebody cared to leave there. */
	function passTorn(): void {
		for (const place of pending) if (torn.length < mostTorn) torn.push(place);
		tornCount += pendingCount;
		[pending, pendingCount] = [[], 0];
	}

	/** Goes on by a line; what is wrong with it. */
	function faultOf(text: Buffer | undefined, value: unknown): BrokenLog | undefined {
		lines++;
		end = { file: end.file, line: ++line };
		// Nobody would read it as a record, and no writer leaves it.
		if (text === undefined || text.length > longestLine)
			return brokenAt(end, `this line is longer than ${longestLine >> 20} MiB, which is no record: it was put in`);
		const said = value ?? objectIn(text);
		const record = text[0] === 0x7b ? linkedIn(said) : undefined;
		if (record === undefined) {
			// What is whole was not torn, and no writer leaves it.
			if (linkedIn(said) !== undefined)
				return brokenAt(end, "something stands before this record in its line: it was changed, or put in");
			if (isObject(said)) return brokenAt(end, "this record does not hold the hash of the line before: it was put in");
			// Whether a line is broken or was torn, the one behind it says.
			pendingCount++;
			if (pending.length < mostTorn) pending.push(end);
			if (behind === undefined) behind = openHash(key).update(before === undefined ? text : joined([before, text]));
			else behind.update("\n").update(text);
			return undefined;
		}
		if (pending[0] !== undefined && record.recovered !== true) return brokenAt(pending[0], "this line is no record");
		if (!isBegun) {
			isBegun = true;
			const own = typeof record.part === "number" ? record.part : 1;
			if (own !== (named ?? own) || (first !== undefined && own !== part + 1))
				return brokenAt(end, "this file does not follow from the one before: a file is missing, or was put in");
			part = own;
		} else if (record.part !== undefined) return brokenAt(end, "this line is the first of another file");
		// What stood before the oldest file is not known, unless that is the first.
		const isKnown = first !== undefined || part === 1;
		first ??= part;
		if (isKnown && record.prev !== (behind === undefined ? last : behind.digest("hex")))
			return brokenAt(
				end,
				`this line does not follow from the one before: one of them was changed, or something was added or taken out${lines === 2 && key === undefined ? ", or the log has a key" : ""}`,
			);
		if (record.lost !== undefined)
			return brokenAt(end, "before this line, something was taken out: the log had been longer");
		// Whoever writes with a key writes a head: where it was gone, somebody took it away.
		if (record.unguarded === true && key !== undefined)
			return brokenAt(end, "before this line, what says how the log ends was gone: something may have been taken out");
		if (record.unguarded === true) unguarded.push(end);
		passTorn();
		[before, behind] = [text, undefined];
		last = hashOf(text, key);
		isHeld ||= last === holds;
		return undefined;
	}
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
	const descriptor = openPart(path);
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
