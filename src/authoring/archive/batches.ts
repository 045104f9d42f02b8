/**
 * Rows on their way into an archive: written into a file beside it, so many at a time, which the database turns into Parquet by day, without those that
 * the archive has. Logs of many machines put a few rows of each day into every such file: the pieces of a day wait beside the archive, and come into it
 * together. A file comes into its place by a rename: who is stopped leaves whole files only, and what came twice is passed over the next time.
 */
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { archiveColumns } from "./columns.js";
import { type Database, sqlText } from "./duckdb.js";
import { strangeDay } from "./rows.js";

/** What was added. */
export interface BatchTotals {
	/** Rows that are new. */
	readonly added: number;
	/** Rows that the archive had, or that came twice. */
	readonly repeated: number;
	/** The days that got rows, in order. */
	readonly days: readonly string[];
}

/** Rows that go into an archive. */
export interface BatchWriter {
	/** Takes a row as JSON, with its day and what tells it from others. True: so many wait that `next` is to be called. */
	readonly add: (day: string, key: string, json: string) => boolean;
	/** Hands over what waits; the batch before it is in its place then. */
	readonly next: () => Promise<void>;
	/** Done when all is in its place. */
	readonly end: () => Promise<BatchTotals>;
}

/** Rows of a batch. Of each some 100 bytes are held, to know those that come twice. */
const usualSize = 100_000;
/** UTF-16 units of a long row, and of all long rows of a batch: the database takes a few thousand rows at once, however long they are. */
const longRow = 1 << 12;
const mostLong = 1 << 24;
/**
 * How a file is written. Rows that are pressed together are held by the database, several times over, and what it holds is bounded: by their number alone, which is 122,880
 * where nothing is said, rows of a kilobyte that are all different were more than it may hold.
 */
const written = "format parquet, compression zstd, row_group_size_bytes '24MB'";
/** Rows that wait for more of their days at most: what is lost, and read again the next time, where somebody stops the process. */
const mostWaiting = 3_000_000;
/** UTF-16 units that are written at once. */
const piece = 1 << 20;

/** Begins to add rows to an archive. `work`: a folder beside it, for what is on its way. `size`: rows of a batch. */
export function openBatches(
	{ connection }: Pick<Database, "connection">,
	archive: string,
	work: string,
	size = usualSize,
): BatchWriter {
	let [added, repeated, waiting] = [0, 0, 0];
	const allDays = new Set<string>();
	const pieces = join(work, "pieces");
	let batch = begun();
	let before: Promise<void> = Promise.resolve();
	const next = async (): Promise<void> => {
		const full = batch;
		full.write();
		closeSync(full.descriptor);
		await before;
		if (full.keys.size === 0) return rmSync(full.path, { force: true });
		before = moved(full);
		// Whoever waits for it hears what went wrong.
		before.catch(() => {});
		batch = begun();
	};
	return {
		add: (day, key, json) => {
			if (batch.keys.has(key)) repeated++;
			else batch.take(day, key, json);
			return batch.keys.size >= size || batch.long() >= mostLong;
		},
		next,
		end: async () => {
			await next();
			await before;
			await settle();
			return { added, repeated, days: [...allDays].sort() };
		},
	};

	function begun(): Batch {
		const path = join(work, `${randomUUID()}.jsonl`);
		const descriptor = openSync(path, "wx", 0o600);
		const keys = new Set<string>();
		const days = new Set<string>();
		let waiting: string[] = [];
		let length = 0;
		let long = 0;
		const write = (): void => {
			const bytes = Buffer.from(waiting.join(""), "utf8");
			for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
			[waiting, length] = [[], 0];
		};
		const take = (day: string, key: string, json: string): void => {
			keys.add(key);
			days.add(day);
			const line = `{"day":"${day}",${json.slice(1)}\n`;
			waiting.push(line);
			length += line.length;
			if (line.length > longRow) long += line.length;
			if (length > piece) write();
		};
		return { path, descriptor, keys, days, take, write, long: () => long };
	}

	/** Has the database write what is new of a batch, by day. */
	async function moved({ path, keys, days }: Batch): Promise<void> {
		const out = join(work, randomUUID());
		// A time that could not be right when its record came first may have become one since.
		const there = [...new Set([...days, strangeDay])].flatMap((day) =>
			[archive, pieces].flatMap((where) => filesOfDay(where, day)),
		);
		const result = await connection.run(copySql(path, there, out));
		const count = Number((await result.getRows())[0]?.[0] ?? 0);
		added += count;
		repeated += keys.size - count;
		waiting += count;
		if (count > 0) for (const folder of readdirSync(out)) place(join(out, folder), join(pieces, folder));
		rmSync(out, { recursive: true, force: true });
		rmSync(path, { force: true });
		if (waiting >= mostWaiting) await settle();
	}

	/** Puts what waits into the archive: of each day, a file of what is usual and one of the rest. */
	async function settle(): Promise<void> {
		for (const folder of existsSync(pieces) ? readdirSync(pieces) : []) {
			const day = folder.replace(/^day=/, "");
			const files = filesOfDay(pieces, day);
			for (const part of parts) {
				const out = join(pieces, folder, `records-${randomUUID()}.parquet`);
				const result = await connection.run(joinSql(files, part, out));
				if (Number((await result.getRows())[0]?.[0] ?? 0) === 0) rmSync(out);
			}
			for (const file of files) rmSync(file);
			place(join(pieces, folder), join(archive, folder));
			allDays.add(day);
		}
		rmSync(pieces, { recursive: true, force: true });
		waiting = 0;
	}
}

/** Moves the files of a folder into another. */
function place(from: string, to: string): void {
	mkdirSync(to, { recursive: true });
	for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name));
}

interface Batch {
	readonly path: string;
	readonly descriptor: number;
	readonly keys: ReadonlySet<string>;
	readonly days: ReadonlySet<string>;
	readonly take: (day: string, key: string, json: string) => void;
	readonly write: () => void;
	/** UTF-16 units of its long rows. */
	readonly long: () => number;
}

function filesOfDay(archive: string, day: string): readonly string[] {
	const folder = join(archive, `day=${day}`);
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((name) => name.endsWith(".parquet"))
		.map((name) => join(folder, name));
}

/** The types are named: what DuckDB would take them for depends on what comes first. */
const types = ["day DATE", ...archiveColumns.map(({ name, type }) => `${name} ${type}`)]
	.map((column) => column.split(" "))
	.map(([name = "", type = ""]) => `${sqlText(name)}: ${sqlText(type)}`)
	.join(", ");

function copySql(path: string, there: readonly string[], out: string): string {
	const rows = `select * from read_json(${sqlText(path)}, format = 'newline_delimited', compression = 'uncompressed', columns = {${types}})`;
	const known = `select id, fingerprint from read_parquet([${there.map(sqlText).join(", ")}], hive_partitioning = false)`;
	const fresh = there.length === 0 ? rows : `select * from (${rows}) anti join (${known}) using (id, fingerprint)`;
	return `copy (${fresh}) to ${sqlText(out)} (${written}, partition_by (day), filename_pattern 'records-{uuid}')`;
}

/**
 * What asks for a person or tells of one is little, and most questions are about it. It is a file of its own: what is in the other one is passed over by what
 * the file says of itself.
 */
const isUsual = "(effect = 'allow' or type = 'outcome') is true";
const parts = [isUsual, `not (${isUsual})`];

function joinSql(files: readonly string[], part: string, out: string): string {
	return `copy (select * from read_parquet([${files.map(sqlText).join(", ")}], hive_partitioning = false) where ${part}) to ${sqlText(out)} (${written})`;
}
