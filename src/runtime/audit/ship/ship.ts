/**
 * Sends a log on, from where the last sending ended: at least once, in order. What could not be sent waits in the log for the next time. Nothing of it
 * happens in a process that decides.
 */
import { hostname } from "node:os";
import { tryLock } from "../lock.js";
import { isObject, objectIn } from "../parts.js";
import { type Cursor, cursorPath, readCursor, writeCursor } from "./cursor.js";
import { type Break, type UnsentLine, unsentOf } from "./unsent.js";

/** Where lines are sent. */
export interface Destination {
	/** What tells it from other places, without secrets. */
	readonly name: string;
	/** How many lines, and how many bytes of them, are sent at once. */
	readonly most: { readonly lines: number; readonly bytes: number };
	/** Sends lines that follow each other in one file of the log. Throws `Unsendable`. */
	readonly send: (batch: Batch, until: number) => Promise<Sent>;
}

export interface Batch {
	readonly lines: readonly ReadLine[];
	/** What tells the log from others of its name. */
	readonly log: string;
	/** The machine, where lines do not say theirs. */
	readonly machine: string;
}

/** A line with what it says. */
export interface ReadLine extends UnsentLine {
	readonly bytes: Buffer;
	/** What it says as JSON; absent where it is none. */
	readonly record?: Readonly<Record<string, unknown>>;
}

export interface Sent {
	/** Lines that were accepted. */
	readonly accepted: number;
	/** Lines that the receiver refuses by themselves, and why. */
	readonly rejected: readonly Rejected[];
}

interface Rejected {
	readonly line: ReadLine;
	readonly why: string;
}

/** It could not be sent now. */
export class Unsendable extends Error {
	override readonly name = "Unsendable";
	constructor(
		message: string,
		/** `later`: it may work the next time; `never`: something must be mended first. */
		readonly kind: "later" | "never",
		/** Milliseconds that the receiver asks to be left alone. */
		readonly wait = 0,
	) {
		super(message);
	}
}

export interface ShipOptions {
	readonly to: Destination;
	/** The machine of records that do not say theirs; the host name when absent. */
	readonly machine?: string;
	/** Milliseconds that a pass may take. */
	readonly deadline: number;
	/** Milliseconds since 1970; the system's clock when absent. */
	readonly clock?: () => number;
}

/** What came of a pass. Plain data, of a size that does not grow with the log. */
export interface ShipSummary {
	readonly to: string;
	/** Lines that were accepted. */
	readonly sent: number;
	/** Lines that the receiver refuses by themselves: they stay in the log, and are not sent again. */
	readonly rejected: { readonly count: number; readonly first: readonly Refused[] };
	/** Lines that are too long to be sent. */
	readonly dropped: number;
	/** Records that are not in the log, by their numbers. */
	readonly gaps: { readonly missing: number; readonly first: readonly Gap[] };
	/** Why the log was sent from its oldest line on. */
	readonly restarted?: Break | "unclear";
	/** Why not all was sent. */
	readonly pending?: { readonly why: string; readonly kind: "later" | "never"; readonly wait: number };
}

export interface Refused {
	readonly part: number;
	readonly seq?: number;
	readonly why: string;
}

/** Records that are missing: after this number, and before that one. */
export interface Gap {
	readonly after: number;
	readonly before: number;
}

/** Another process sends this log to the same place. */
export class ShipBusy extends Error {
	override readonly name = "ShipBusy";
}

const mostNamed = 10;
/** So many lines may be refused one by one before one is taken. */
const mostHeld = 10;

/** Sends what was not sent yet, up to where the log ends now. Throws `ShipBusy`, and what the system says of the log and the cursor. */
export async function shipLog(log: string, options: ShipOptions): Promise<ShipSummary> {
	const path = cursorPath(log, options.to.name);
	const release = tryLock(path);
	if (release === undefined) throw new ShipBusy(`another process sends \`${log}\` to ${options.to.name}`);
	try {
		return await pass(log, path, options);
	} finally {
		release();
	}
}

async function pass(
	log: string,
	path: string,
	{ to, machine = hostname(), deadline, clock = Date.now }: ShipOptions,
): Promise<ShipSummary> {
	const until = clock() + deadline;
	const known = readCursor(path);
	const before = typeof known === "string" ? undefined : known;
	const unsent = unsentOf(log, before);
	const gaps = openGaps(before?.seq);
	const rejected: Refused[] = [];
	let [sent, refused, dropped] = [0, 0, 0];
	const began: Cursor = before ?? { part: 0, size: 0, sent: 0, hash: "", log: "", machine };
	const isOther = before === undefined || unsent.break === "replaced";
	let cursor: Cursor = isOther ? { ...began, log: unsent.first ?? "" } : began;
	let pending: ShipSummary["pending"];
	/** Lines of which it is not known yet whether the receiver refuses them alone, or all that it gets. */
	const held: Rejected[] = [];
	try {
		for (const batch of batchesOf(unsent.lines, to.most)) {
			const lines = batch.flatMap(readLine);
			const done: Sent =
				lines.length === 0
					? { accepted: 0, rejected: [] }
					: await to.send({ lines, log: cursor.log, machine: cursor.machine }, until);
			for (const { record } of lines) gaps.seen(record?.seq);
			sent += done.accepted;
			dropped += batch.length - lines.length;
			held.push(...done.rejected);
			cursor = after(cursor, batch, done.accepted, gaps.last());
			const isNothingTaken = done.accepted === 0 && (lines.length > 1 || sent === 0);
			if (held[0] !== undefined && isNothingTaken) {
				// A receiver that takes nothing is no receiver of this: nothing is passed over for its sake.
				if (lines.length > 1 || held.length > mostHeld) throw refusesAll(to, held[0]);
				continue;
			}
			refused += held.length;
			for (const { line, why } of held.splice(0).slice(0, mostNamed - rejected.length)) {
				const seq = line.record?.seq;
				rejected.push({ part: line.part, why, ...(typeof seq === "number" ? { seq } : {}) });
			}
			writeCursor(path, cursor);
		}
		if (held[0] !== undefined) throw refusesAll(to, held[0]);
	} catch (error) {
		if (!(error instanceof Unsendable)) throw error;
		pending = { why: error.message, kind: error.kind, wait: error.wait };
	} finally {
		unsent.close();
	}
	const restarted = unsent.break ?? (known === "unclear" ? known : undefined);
	return {
		to: to.name,
		sent,
		rejected: { count: refused, first: rejected },
		dropped,
		gaps: gaps.all(),
		...(restarted === undefined ? {} : { restarted }),
		...(pending === undefined ? {} : { pending }),
	};
}

function refusesAll({ name }: Destination, { why }: Rejected): Unsendable {
	return new Unsendable(`${name} refuses all that is sent: ${why}`, "never");
}

/** Lines that follow each other in one file, so many at once. */
function* batchesOf(lines: Iterable<UnsentLine>, most: Destination["most"]): Generator<readonly UnsentLine[]> {
	let batch: UnsentLine[] = [];
	let bytes = 0;
	for (const line of lines) {
		const size = line.bytes?.length ?? 0;
		const isFull = batch.length >= most.lines || bytes + size > most.bytes || batch[0]?.part !== line.part;
		if (batch.length > 0 && isFull) {
			yield batch;
			[batch, bytes] = [[], 0];
		}
		batch.push(line);
		bytes += size;
	}
	if (batch.length > 0) yield batch;
}

function readLine(line: UnsentLine): readonly ReadLine[] {
	const { bytes } = line;
	if (bytes === undefined) return [];
	const value = objectIn(bytes);
	// What is no record is sent as it is: whoever verifies the chain needs what was torn as well.
	return [isObject(value) ? { ...line, bytes, record: value } : { ...line, bytes }];
}

function after(before: Cursor, batch: readonly UnsentLine[], accepted: number, seq: number | undefined): Cursor {
	const last = batch.at(-1);
	return {
		part: last?.part ?? before.part,
		size: last?.size ?? before.size,
		sent: before.sent + accepted,
		machine: before.machine,
		log: before.log === "" ? (batch[0]?.hash ?? "") : before.log,
		hash: last?.hash ?? before.hash,
		...(seq === undefined ? {} : { seq }),
	};
}

/** Numbers that are missing among those that are seen. */
function openGaps(before: number | undefined) {
	let last = before;
	let missing = 0;
	const first: Gap[] = [];
	return {
		seen: (seq: unknown): void => {
			if (typeof seq !== "number" || !Number.isSafeInteger(seq)) return;
			if (last !== undefined && seq > last + 1) {
				missing += seq - last - 1;
				if (first.length < mostNamed) first.push({ after: last, before: seq });
			}
			// A log that is sent again, or that was begun anew, begins with numbers that were seen.
			last = seq;
		},
		last: (): number | undefined => last,
		all: () => ({ missing, first }),
	};
}
