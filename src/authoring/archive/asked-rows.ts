/**
 * The decisions of an archive as a replay takes them: numbers for what was asked, for the folders (below stand-ins where nothing can tell one home or project from
 * another), and for the answer that was given. The database counts the records that have these in common; what the numbers stand for is there once.
 */

import type { DuckDBConnection, JS } from "@duckdb/node-api";
import { altered } from "../../engine/records/altered.js";
import type { Request } from "../../engine/request/request.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { Answer, LogLine, Recorded } from "../replay/log-records.js";
import type { StandIn } from "../replay/stand-in-home.js";
import {
	answerColumns,
	beforesSql,
	foldersSql,
	generalsSql,
	groupsSql,
	homesSql,
	numberedView,
	placedView,
	requestColumns,
	rowsOfFile,
	spotsSql,
	standingSql,
	textsSql,
	viewsOf,
} from "./asked-sql.js";
import { sqlText } from "./duckdb.js";
import { openFiles, QueryFault, queryFault } from "./query.js";

/** Decisions of the archive that have what was asked, the spot and the answer in common. */
export interface AskedRow {
	/** What was asked, by its number among the texts. */
	readonly text: number;
	readonly spot: number;
	/** The folder of all of them by its number, where the request says a name of it. */
	readonly own: number | undefined;
	/** What that folder is. */
	readonly folder: NamedFolder | undefined;
	readonly before: number;
	/** How many they are. */
	readonly times: number;
	/** The first of them in the archive: no other record has this place. */
	readonly place: number;
}

/** One decision that shares its answer with nobody. */
export interface LoneRow extends Omit<AskedRow, "own" | "times" | "folder"> {
	readonly folder: Folder;
	/** Milliseconds since 1970. */
	readonly time: number;
}

/** The folders of a record. */
export interface Folder {
	readonly home: string | null;
	readonly workspace: string | null;
	readonly cwd: string | null;
}

/** Folders with the names in them that stand-ins may stand for. */
export interface NamedFolder extends Folder {
	readonly names: readonly string[];
}

/** Where and when a record was asked. */
export interface Moment {
	readonly folder: Folder;
	/** Milliseconds since 1970. */
	readonly time: number;
}

/** Folders that nothing tells apart: those of one record stand for all. */
export interface Spot extends NamedFolder {
	/** They are more than this one folder, or may be. */
	readonly isGeneral: boolean;
}

/** The answer that was given, without the places of its rules. */
export type Before = Answer & { readonly masked: boolean };

/** A part of the archive: the texts and spots with these numbers. */
export interface Part {
	readonly texts: ReadonlyMap<number, Request>;
	readonly spots: ReadonlyMap<number, Spot>;
	/** How many rows all parts have together. */
	readonly allRows: number;
	/** Those of a few spots one behind the other, and of these those of one text: the policy's paths are placed in few folders at once, and a text is soon done with. */
	readonly rows: () => AsyncGenerator<readonly AskedRow[]>;
}

/** What was asked from somewhere, whose records do not share an answer. */
export type Apart = Pick<AskedRow, "text" | "spot"> & { readonly own: number | undefined };

/** So many texts, and so many spots, are held at once. */
export const mostHeld = 100_000;

/** So many spots are gone through together: below both stand-ins, path lists remember as many places and more. */
const spotsAtOnce = 6;

/** What a record is called, and where the rules stood that decided it. */
export interface RecordName {
	readonly id: string;
	readonly machine?: string;
	readonly seq?: number;
	readonly rulePlaces: readonly string[];
}

/** An archive whose decisions are read for a replay. */
export interface AskedArchive {
	/** From how many homes was asked? */
	readonly homes: number;
	readonly befores: readonly Before[];
	/** Everything, so much at a time that it can be held. `standInOf`: what stands for names that may be replaced. */
	readonly parts: (standInOf: StandInOf) => AsyncGenerator<Part>;
	/** One by one what was found to share no answer. When all parts were read. */
	readonly lone: (
		some: readonly Apart[],
	) => AsyncGenerator<{ readonly texts: Part["texts"]; readonly rows: readonly LoneRow[] }>;
	/** Where and when records at these places were asked. */
	readonly moments: (places: readonly number[]) => Promise<ReadonlyMap<number, Moment>>;
	/** Decisions that the columns do not hold, as lines of a log. */
	readonly lines: () => AsyncGenerator<readonly { readonly line: LogLine; readonly place: number }[]>;
	readonly names: (places: readonly number[]) => Promise<ReadonlyMap<number, RecordName>>;
	readonly close: () => void;
}

/** Megabytes that the database may take of half a gigabyte: while it counts, and beside what decides. */
const memory = 256;
const memoryBeside = 160;
/** How often it may have twice as much where it can't count with that: an archive of more texts and folders is not refused. */
const mostDoublings = 3;
type StandInOf = (home: string, workspace: string) => StandIn | undefined;

/** Opens an archive to replay it. `session`: only what was asked in this one, and in those that belong to it. Throws what `openArchive` does. */
export async function openAsked(folder: string, session?: string): Promise<AskedArchive> {
	const told = (error: unknown): unknown =>
		/rule_places|as_written/.test(error instanceof Error ? error.message : "") ? tooOld(folder) : queryFault(error);
	const { database, files, close } = await openFiles(folder, memory, (found) => viewsOf(found, session)).catch(
		(error: unknown) => {
			throw told(error);
		},
	);
	const { connection } = database;
	const rowsOf = async function* (sql: string) {
		try {
			yield* streamed(connection, sql);
		} catch (error) {
			throw told(error);
		}
	};
	const readAt = async function* (places: readonly number[], columns: string) {
		for (const [at, rows] of byFile(places))
			for (const some of pieces(rows))
				for await (const found of rowsOf(atSql(files[at] as string, some, columns)))
					for (const [row, ...said] of found) yield [placeOf(at, Number(row)), said] as const;
	};
	const run = async (statements: readonly string[]): Promise<void> => {
		for (const sql of statements) await connection.run(sql);
	};
	try {
		// Records come last otherwise, and ten million of them are held where a few hundred thousand texts would be.
		await run(["set disabled_optimizers = 'join_order,build_side_probe_side'", textsSql, foldersSql, beforesSql]);
		const [[homes = 0] = []] = await all(rowsOf(homesSql));
		const befores = await all(rowsOf(`select ${answerColumns} from befores order by before`));
		return {
			homes: homes as number,
			befores: befores.map(beforeOf),
			parts: (standInOf) => partsOf(rowsOf, run, (rows) => appended(connection, rows), standInOf),
			lone: (some) => loneOf(rowsOf, run, some),
			moments: async (places) => {
				const found = new Map<number, Moment>();
				for await (const [place, [time, ...folder]] of readAt(places, "epoch_ms(time)::double, home, workspace, cwd"))
					found.set(place, { folder: folderOf(folder), time: time as number });
				return found;
			},
			lines: async function* () {
				for await (const rows of rowsOf("select as_written, place from decided where as_written is not null"))
					yield rows.map(([text, place]) => ({
						line: text === "" ? { fault: "the line is not UTF-8 text" } : { text: text as string },
						place: place as number,
					}));
			},
			names: async (places) => {
				const found = new Map<number, RecordName>();
				for await (const [place, [id, machine, seq, rulePlaces]] of readAt(places, "id, machine, seq, rule_places"))
					found.set(place, {
						id: id as string,
						...(machine === null ? {} : { machine: machine as string }),
						...(seq === null ? {} : { seq: Number(seq) }),
						rulePlaces: (rulePlaces ?? []) as readonly string[],
					});
				return found;
			},
			close,
		};
	} catch (error) {
		close();
		throw told(error);
	}
}

type RowsOf = (sql: string) => AsyncGenerator<readonly (readonly JS[])[]>;

async function* partsOf(
	rowsOf: RowsOf,
	run: (statements: readonly string[]) => Promise<void>,
	append: (rows: readonly GeneralRow[]) => Promise<void>,
	standInOf: StandInOf,
): AsyncGenerator<Part> {
	await run([generalsSql]);
	for (let last = -1; ; ) {
		const some = await all(
			rowsOf(
				`select folder, home, workspace, cwd from folders where folder > ${last} order by folder limit ${mostHeld}`,
			),
		);
		if (some.length === 0) break;
		last = some.at(-1)?.[0] as number;
		await append(some.flatMap((row) => generalRow(row, standInOf)));
	}
	await run([placedView, spotsSql, standingSql, numberedView]);
	await counted(run);
	await run([`set memory_limit = '${memoryBeside}MB'`]);
	const [[spots = 0] = []] = await all(rowsOf("select count(*)::double from spots"));
	const [[allRows = 0] = []] = await all(rowsOf("select count(*)::double from groups"));
	for await (const { texts, isText } of textsOf(rowsOf))
		for (let spot = 0; spot < (spots as number); spot += mostHeld) {
			const isSpot = `spot between ${spot} and ${spot + mostHeld - 1}`;
			yield {
				texts,
				allRows: allRows as number,
				spots: new Map(
					(
						await all(
							rowsOf(
								`select s.spot, is_general, ${namedFolderColumns} from spots s join standing t using (folder) where s.${isSpot}`,
							),
						)
					).map(([at, isGeneral, ...folder]) => [
						at as number,
						{ isGeneral: isGeneral as boolean, ...namedFolderOf(folder) },
					]),
				),
				rows: async function* () {
					for await (const rows of rowsOf(
						`select text, g.spot, before, place, own, times, ${namedFolderColumns} from groups g left join standing t on t.folder = own where ${isText} and g.${isSpot} order by g.spot // ${spotsAtOnce}, text, g.spot, own`,
					))
						yield rows.map(rowOf);
				},
			};
		}
}

/** Counts what records have in common. */
async function counted(run: (statements: readonly string[]) => Promise<void>, doublings = 0): Promise<void> {
	try {
		await run([`set memory_limit = '${memory * 2 ** doublings}MB'`, groupsSql]);
	} catch (error) {
		const isFull = error instanceof Error && /Out of Memory/.test(error.message);
		if (!isFull || doublings >= mostDoublings) throw error;
		await counted(run, doublings + 1);
	}
}

async function* textsOf(rowsOf: RowsOf): AsyncGenerator<{ readonly texts: Part["texts"]; readonly isText: string }> {
	const [[count = 0] = []] = await all(rowsOf("select count(*)::double from texts"));
	for (let text = 0; text < (count as number); text += mostHeld) {
		const isText = `text >= ${text} and text < ${text + mostHeld}`;
		const found = new Map<number, Request>();
		for await (const rows of rowsOf(`select text, ${requestColumns} from texts where ${isText}`))
			for (const [at, ...request] of rows) found.set(at as number, requestOf(request));
		yield { texts: found, isText };
	}
}

async function* loneOf(
	rowsOf: RowsOf,
	run: (statements: readonly string[]) => Promise<void>,
	some: readonly Apart[],
): ReturnType<AskedArchive["lone"]> {
	if (some.length === 0) return;
	await run([`set memory_limit = '${memory * 2}MB'`, "create table apart (text integer, spot integer, own integer)"]);
	for (const rows of pieces(some))
		await run([
			`insert into apart values ${rows.map(({ text, spot, own }) => `(${text}, ${spot}, ${own ?? "null"})`).join(", ")}`,
		]);
	for await (const { texts, isText } of textsOf(rowsOf))
		for await (const rows of rowsOf(
			`select text, spot, before, place, time, f.home, f.workspace, f.cwd from numbered n join folders f using (folder)
semi join apart a on a.text = n.text and a.spot = n.spot and a.own is not distinct from n.own where ${isText} order by spot, folder, text`,
		))
			yield { texts, rows: rows.map(loneRowOf) };
}

/** What a replay is told of an archive that lacks what it needs. */
function tooOld(folder: string): QueryFault {
	return new QueryFault(
		`\`${folder}\` was brought in by an older version, and lacks what a replay needs`,
		"bring the logs into a new archive with this version: `rules audit ingest LOG --to ARCHIVE`",
	);
}

const placeOf = (file: number, row: number): number => file * rowsOfFile + row;

function byFile(places: readonly number[]): ReadonlyMap<number, readonly number[]> {
	const found = new Map<number, number[]>();
	for (const place of new Set(places)) {
		const at = Math.floor(place / rowsOfFile);
		const rows = found.get(at) ?? [];
		found.set(at, rows);
		rows.push(place % rowsOfFile);
	}
	return found;
}

function atSql(file: string, rows: readonly number[], columns: string): string {
	return `select file_row_number, ${columns} from read_parquet(${sqlText(file)}, hive_partitioning = false, file_row_number = true)
where file_row_number in (${rows.join(", ")})`;
}

/** How folders are called below stand-ins, as a row of `generals`; nothing where they are as they are. */
function generalRow([at, home, workspace, cwd]: readonly JS[], standInOf: StandInOf): readonly GeneralRow[] {
	if (home === null || workspace === null) return [];
	const { names = [], renamings } = standInOf(home as string, workspace as string) ?? {};
	const placed = [home, workspace, cwd ?? ""].map((path) => renamings?.[0](path as string));
	// What the database can't hold is left as it is.
	if (placed.some((path) => path === undefined || path.includes("\0"))) return [];
	const [homeOf = "", workspaceOf = "", cwdOf = ""] = placed;
	const texts = [homeOf, workspaceOf, cwd === null ? undefined : cwdOf, names[0]?.name, names[1]?.name];
	return [{ folder: at as number, texts }];
}

/** A row of `generals`. */
interface GeneralRow {
	readonly folder: number;
	readonly texts: readonly (string | undefined)[];
}

async function appended(connection: DuckDBConnection, rows: readonly GeneralRow[]): Promise<void> {
	const appender = await connection.createAppender("generals");
	for (const { folder, texts } of rows) {
		appender.appendInteger(folder);
		for (const text of texts)
			if (text === undefined) appender.appendNull();
			else appender.appendVarchar(text);
		appender.endRow();
	}
	appender.closeSync();
}

function pieces<Of>(list: readonly Of[], size = 1000): readonly (readonly Of[])[] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

function rowOf([text, spot, before, place, own, times, ...folder]: readonly JS[]): AskedRow {
	const isOwn = own !== null;
	return {
		text,
		spot,
		before,
		place,
		times,
		own: isOwn ? own : undefined,
		folder: isOwn ? namedFolderOf(folder) : undefined,
	} as AskedRow;
}

/** Of `standing t`. */
const namedFolderColumns = "t.home, t.workspace, t.cwd, t.name, t.other";

function namedFolderOf([home, workspace, cwd, ...names]: readonly JS[]): NamedFolder {
	return { home, workspace, cwd, names: names.filter((name) => name !== null) } as NamedFolder;
}

function loneRowOf([text, spot, before, place, time, ...folder]: readonly JS[]): LoneRow {
	return { text, spot, before, place, time, folder: folderOf(folder) } as LoneRow;
}

function folderOf([home, workspace, cwd]: readonly JS[]): Folder {
	return { home, workspace, cwd } as Folder;
}

function beforeOf(row: readonly JS[]): Before {
	const [effect, code, rules, masked] = row as readonly [Effect, string, readonly string[], boolean];
	return { effect, code, rules: rules.map((id) => ({ id, file: "", line: 0 })), masked };
}

function requestOf(row: readonly JS[]): Request {
	const [agent, force, script, argv, call, env, tools] = row as [
		...[string, boolean, string | null, Words, readonly (readonly string[])[] | null, Words, Words],
	];
	return {
		agent,
		force,
		...(env === null ? {} : { env: Object.fromEntries(env.map((name) => [name, ""])) }),
		...(tools === null ? {} : { tools }),
		...(script === null ? (argv === null ? { call: call ?? [] } : { argv }) : { script }),
	};
}

type Words = readonly string[] | null;

/** A decision as a log would have it. */
export function recordedOf(
	request: Request,
	{ home, workspace, cwd }: Folder,
	{ masked, ...before }: Before,
	time: number,
): Recorded & { readonly asked: Request } {
	return {
		id: "",
		time: new Date(time).toISOString(),
		agent: request.agent as string,
		...before,
		masked,
		...(workspace === null ? {} : { workspace }),
		...(home === null ? {} : { home }),
		asked: cwd === null ? request : (altered(request, { cwd }) as Request),
	};
}

/** The rows of an answer as they come. */
async function* streamed(connection: DuckDBConnection, sql: string): AsyncGenerator<readonly (readonly JS[])[]> {
	const result = await connection.stream(sql);
	for await (const rows of result.yieldRowsJs()) yield rows;
}

async function all<Of>(some: AsyncIterable<readonly Of[]>): Promise<readonly Of[]> {
	const found: Of[] = [];
	for await (const rows of some) for (const row of rows) found.push(row);
	return found;
}
