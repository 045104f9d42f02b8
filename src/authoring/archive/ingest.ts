/**
 * Brings decision logs into an archive: Parquet by day. Lines are read here and not by a database, whose reading of a whole file ends at the first line that
 * an agent has spoiled. What a line lacks is counted, and never ends the reading.
 */
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type BoundedLine, boundedLines } from "../../runtime/audit/bounded-lines.js";
import type { ChainKey } from "../../runtime/audit/chain.js";
import { tryLock } from "../../runtime/audit/lock.js";
import { fullParts, longestLine, objectIn, openPart } from "../../runtime/audit/parts.js";
import {
	type ChainCheck,
	type ChainPoint,
	type LogPlace,
	openChain,
	type Verification,
} from "../../runtime/audit/verify.js";
import { type BatchWriter, openBatches } from "./batches.js";
import { openDatabase } from "./duckdb.js";
import { openReadBefore, type ReadBefore, type ReadFile, type ReadTo } from "./read-before.js";
import { type ArchiveRow, lineText, type RowSource, rowMaker, strangeDay, wellFormed } from "./rows.js";

/** A log that is brought in. */
export interface IngestedLog {
	/** As it was named. */
	readonly name: string;
	/** `-` is standard input. A folder holds what was sent of a log (`rules audit ship`). */
	readonly path: string;
	/** The machine of its records that do not say theirs. */
	readonly machine?: string;
	readonly key?: ChainKey;
}

export interface IngestOptions {
	readonly logs: readonly IngestedLog[];
	/** The archive; it is made where it is not there. */
	readonly folder: string;
	/** The machine of records that do not say theirs. */
	readonly machine?: string;
	/** Milliseconds since 1970; the system's clock when absent. */
	readonly clock?: () => number;
	/** Rows that are written at once. */
	readonly batch?: number;
	/** Reads logs from their beginning, also where the archive has them up to some place, and verifies all of their chains again. */
	readonly whole?: boolean;
	/** Hears how many bytes were read. */
	readonly onBytes?: (bytes: number) => void;
}

/** What came of it. Plain data, of a size that does not grow with the logs. */
export interface IngestSummary {
	/** Records that are new in the archive. */
	readonly added: number;
	/** Records that it had. */
	readonly repeated: number;
	/** The days that got records, in order. */
	readonly days: readonly string[];
	readonly logs: readonly LogSummary[];
}

/** What was found in a log. */
export interface LogSummary {
	readonly log: string;
	/** Lines that were read before, and not again. */
	readonly before: number;
	readonly lines: number;
	readonly records: number;
	/** Lines that are no records, and are left out. */
	readonly bad: Lines;
	/** Lines that were torn when their writer stopped, and are left out. */
	readonly torn: number;
	/** Records with text that is none (half of a surrogate pair): U+FFFD stands in its place. */
	readonly poisoned: Lines;
	/** Records whose time can't be right: they are of the day `1970-01-01`. */
	readonly undated: number;
	/** What is not whole, or that all is. */
	readonly chain: ChainSummary;
}

export type ChainSummary =
	| { readonly kind: "whole"; readonly head: "fits" | "missing"; readonly last: string }
	| { readonly kind: "broken"; readonly place: LogPlace; readonly why: string };

/** How many, and the first of them. */
export interface Lines {
	readonly count: number;
	readonly first: readonly LogPlace[];
}

/** Another process brings logs into the same archive. */
export class ArchiveBusy extends Error {
	override readonly name = "ArchiveBusy";
}

/** UTF-16 units of a row; the database takes 16 MiB. */
const longestRow = 5 << 20;
const mostPlaces = 10;

/** Brings logs in. Throws `ArchiveBusy`, `NoDatabase`, and what the system says where a log can't be read or the archive can't be written. */
export async function ingest(options: IngestOptions): Promise<IngestSummary> {
	const { logs, clock = Date.now } = options;
	// The database takes a path that begins with `~` for another one.
	const folder = resolve(options.folder);
	mkdirSync(options.folder, { recursive: true });
	const release = tryLock(join(folder, "ingest"));
	if (release === undefined) throw new ArchiveBusy(`another process brings logs into \`${options.folder}\``);
	const work = join(folder, ".incoming");
	try {
		// Of one that was stopped.
		rmSync(work, { recursive: true, force: true });
		mkdirSync(work);
		// Two threads would hold twice as much, and lines are read on the other core.
		const database = await openDatabase({ memory: "256MB", threads: 1, spill: join(work, "spill") });
		try {
			const batches = openBatches(database, folder, work, options.batch);
			const before = openReadBefore(folder, options.whole === true);
			const received = new Date(clock()).toISOString();
			const found: LogSummary[] = [];
			for (const log of logs) found.push(await readInto(batches, before, log, { ...options, received }));
			const totals = await batches.end();
			before.save();
			return { ...totals, logs: found };
		} finally {
			database.close();
		}
	} finally {
		rmSync(work, { recursive: true, force: true });
		release();
	}
}

async function readInto(
	batches: BatchWriter,
	before: ReadBefore,
	{ name, path, key, machine: own }: IngestedLog,
	{ machine = own, received, onBytes = () => {} }: IngestOptions & { readonly received: string },
): Promise<LogSummary> {
	const pieces = path === "-" ? undefined : piecesOf(path);
	const files: readonly ReadFile[] = pieces ?? opened(path);
	const goingOn = path === "-" ? undefined : before.goesOn(path, files, key);
	const source: RowSource = { log: name, received, ...(machine === undefined ? {} : { machine }) };
	const known = { ...(key === undefined ? {} : { key }), ...(goingOn === undefined ? {} : { from: goingOn.from }) };
	const reading = openReading(source, openChain(known), goingOn?.from);
	let to: ReadTo | undefined;
	try {
		for (const [at, file] of files.entries()) {
			if (goingOn !== undefined && at < goingOn.at) {
				onBytes(statSync(file.path).size);
				continue;
			}
			const descriptor = file.descriptor ?? openPart(file.path);
			try {
				const isPiece = pieces !== undefined && files[at - 1]?.part === file.part;
				const reached = await readFile(descriptor, file, isPiece, at === goingOn?.at ? goingOn.place : undefined);
				if (reached !== "nothing") to = reached;
			} finally {
				if (descriptor !== file.descriptor) closeSync(descriptor);
			}
		}
	} finally {
		for (const { descriptor = 0 } of files) if (descriptor !== 0) closeSync(descriptor);
	}
	if (path !== "-") before.reached(path, to);
	// Of a log that went on in a new file meanwhile, the head speaks of that one.
	const isMoved = path === "-" || pieces !== undefined || fullParts(path).length !== files.length - 1;
	const { summary, last } = reading.end(isMoved ? undefined : path);
	await add(last);
	return summary;

	async function add(row: Row | undefined): Promise<void> {
		if (row !== undefined && batches.add(row.day, row.key, row.json)) await batches.next();
	}

	/** Reads a file from a place on, and says how far it came; undefined where a reading can't go on from there. */
	async function readFile(
		descriptor: number,
		{ path: file, part }: ReadFile,
		isPiece: boolean,
		start: number | undefined,
	): Promise<ReadTo | "nothing" | undefined> {
		reading.file(file, part, isPiece);
		if (start !== undefined) onBytes(start);
		let [place, isEnded] = [start ?? 0, true];
		for (const line of boundedLines(descriptor, longestLine, { onBytes, ...(path === "-" ? {} : { start: place }) })) {
			[place, isEnded] = [place + line.size, line.isEnded];
			const row = reading.line(line);
			if (row !== undefined) await add(row);
		}
		if (place === 0) return "nothing";
		const point = isEnded ? reading.point() : undefined;
		if (point === undefined) return undefined;
		const { record: _, ...rest } = point;
		return { ...rest, file: basename(file), place };
	}
}

/** What was sent of a log into a folder, in order; undefined where the path is no folder. */
function piecesOf(path: string): ReturnType<typeof fullParts> | undefined {
	if (!statSync(path).isDirectory()) return undefined;
	return sentPieces(path).map((name) => ({ part: Number(name.slice(0, 6)), path: join(path, name) }));
}

/** The files in a folder that hold pieces of a log that was sent there, in order. */
export function sentPieces(folder: string): readonly string[] {
	return readdirSync(folder)
		.filter((name) => /^\d{6}-\d{12}(?:-[0-9a-f]{12})?\.jsonl$/.test(name))
		.sort();
}

/** The files of a log at one moment. The one that is written to is open: it may be put aside meanwhile. */
function opened(path: string): readonly ReadFile[] {
	if (path === "-") return [{ path, descriptor: 0 }];
	for (;;) {
		const full = fullParts(path);
		const descriptor = openSync(path, "r");
		if (fullParts(path).length === full.length) return [...full, { path, descriptor }];
		closeSync(descriptor);
	}
}

interface Row {
	readonly day: string;
	readonly key: string;
	readonly json: string;
}

interface Reading {
	readonly file: (file: string, part: number | undefined, goesOn: boolean) => void;
	/** Takes a line; of a record, gives the row of the one before: whether that was changed, this one says. */
	readonly line: (line: BoundedLine) => Row | undefined;
	/** Where the chain stands behind the last line; undefined where it is broken, or that was no record. */
	readonly point: () => ChainPoint | undefined;
	/** `last`: the row of the last record. */
	readonly end: (log?: string) => { readonly summary: LogSummary; readonly last: Row | undefined };
}

/** `from`: where the reading goes on. */
function openReading(source: RowSource, chain: ChainCheck, from: ChainPoint | undefined): Reading {
	const rowOf = rowMaker(source);
	let [lines, records, torn, undated, line] = [0, 0, 0, 0, 0];
	let file = "";
	const bad = openLines();
	const poisoned = openLines();
	/** Lines that are no records: whether they were torn, the one behind them says. */
	let unclear: LogPlace[] = [];
	let unclearCount = 0;
	let isEnded = true;
	let waiting: Row | undefined;
	let isVerified = true;
	const proved = (): Row | undefined =>
		waiting && { ...waiting, json: `${waiting.json.slice(0, -1)},"verified":${isVerified}}` };
	const settle = (recovered: boolean): void => {
		if (recovered) torn += unclearCount;
		else bad.add(unclear, unclearCount);
		[unclear, unclearCount] = [[], 0];
	};
	return {
		file: (path, part, goesOn) => {
			[file, line] = [path, file === "" ? (from?.line ?? 0) : 0];
			chain.file(path, part, goesOn);
		},
		line: ({ bytes, isEnded: ended }) => {
			lines++;
			line++;
			isEnded = ended;
			const value = bytes && objectIn(bytes);
			const holds = chain.line(bytes, value);
			// Where the chain breaks, one of two was changed.
			isVerified &&= holds;
			const row = bytes && rowIn(value, bytes);
			if (row === undefined) {
				unclearCount++;
				if (unclear.length < mostPlaces) unclear.push({ file, line });
				return undefined;
			}
			if (unclearCount > 0) settle((value as { readonly recovered?: unknown }).recovered === true);
			records++;
			if (!row.isWhole) poisoned.add([{ file, line }]);
			if (row.day === strangeDay) undated++;
			const before = proved();
			[waiting, isVerified] = [row, holds];
			return before;
		},
		point: chain.point,
		end: (log) => {
			// What is being written at the end is no fault of the log.
			settle(unclearCount === 1 && !isEnded);
			const found = chain.end(log);
			isVerified &&= found.kind === "whole";
			const summary = {
				log: source.log,
				before: from?.lines ?? 0,
				lines,
				records,
				bad: bad.all(),
				torn,
				poisoned: poisoned.all(),
				undated,
				chain: told(found),
			};
			return { summary, last: proved() };
		},
	};

	function rowIn(value: unknown, bytes: Buffer) {
		try {
			const dated = rowOf(value, bytes);
			if (dated === undefined) return undefined;
			const { json, isWhole } = wholeRow(dated.row, bytes);
			if (json.length > longestRow) return undefined;
			return { day: dated.day, key: `${dated.row.fingerprint} ${dated.row.id}`, json, isWhole };
		} catch {
			// What is nested too deep is nothing that we wrote.
			return undefined;
		}
	}
}

/** A row as JSON. What a decision said that no database takes stands in its line alone, where it is escaped. */
function wholeRow(row: ArchiveRow, bytes: Buffer): ReturnType<typeof wellFormed> {
	const found = wellFormed(JSON.stringify(row));
	if (found.isWhole || row.type !== "decision" || row.as_written !== undefined) return found;
	return wellFormed(JSON.stringify({ ...row, as_written: lineText(bytes) }));
}

function openLines() {
	let count = 0;
	const first: LogPlace[] = [];
	return {
		add: (places: readonly LogPlace[], of = places.length): void => {
			count += of;
			first.push(...places.slice(0, mostPlaces - first.length));
		},
		all: (): Lines => ({ count, first }),
	};
}

function told(found: Verification): ChainSummary {
	if (found.kind === "broken") return found;
	const { head, last } = found;
	return { kind: "whole", head, last };
}
