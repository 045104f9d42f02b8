/**
 * The decisions of an archive as a replay takes them. The database puts those together that ask the same of the same agent from below the same folders, whatever their
 * homes are called where nothing can tell the names apart; so each of them is decided once, and only their number is read.
 */
import type { DuckDBConnection, JS } from "@duckdb/node-api";
import type { Request } from "../../engine/request/request.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { LogLine, Recorded } from "../suite/log-records.js";
import { type StandIn, standIns } from "../suite/stand-in-home.js";
import { sqlText } from "./duckdb.js";
import { openFiles, QueryFault, queryFault } from "./query.js";

/** Decisions that have all in common that a replay reads. */
export interface AskedGroup {
	/** One of them. Its rules have no places, and its time is none of theirs where they differ by it. */
	readonly record: Recorded;
	readonly asked: Request;
	/** The place of the first of them in the archive. */
	readonly place: number;
	readonly times: number;
	/** They are of several homes. */
	readonly isMixed: boolean;
}

/** What a record is called, and where the rules stood that decided it. */
export interface RecordName {
	readonly id: string;
	readonly machine?: string;
	readonly seq?: number;
	readonly rulePlaces: readonly string[];
}

/** An archive whose decisions are read for a replay. */
export interface AskedArchive {
	/** The home folders of records that say their workspace. */
	readonly homes: () => Promise<readonly string[]>;
	/** All groups. `standInOf`: how a home is called where its name may be replaced. */
	readonly groups: (
		homes: readonly string[],
		standInOf: (home: string) => StandIn | undefined,
	) => AsyncGenerator<readonly AskedGroup[]>;
	/** The records of these groups, by their places, grouped by their own homes and times. */
	readonly apart: (places: readonly number[]) => AsyncGenerator<readonly AskedGroup[]>;
	/** Decisions that the columns do not hold, as lines of a log. */
	readonly lines: () => AsyncGenerator<readonly { readonly line: LogLine; readonly place: number }[]>;
	readonly names: (places: readonly number[]) => Promise<ReadonlyMap<number, RecordName>>;
	readonly close: () => void;
}

/** Megabytes that the database may take: the rest of half a gigabyte is for deciding. */
const memory = 224;

/** Opens an archive to replay it. `session`: only what was asked in this one, and in those that belong to it. Throws what `openArchive` does. */
export async function openAsked(folder: string, session?: string): Promise<AskedArchive> {
	const told = (error: unknown): unknown =>
		/"?(?:rule_places|as_written)"?/.test(error instanceof Error ? error.message : "")
			? tooOld(folder)
			: queryFault(error);
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
	return {
		homes: async () => {
			const found = await all(
				rowsOf("select distinct home from asked where home is not null and workspace is not null"),
			);
			return found.map(([home]) => home as string);
		},
		groups: async function* (homes, standInOf) {
			for (const sql of tableOfHomes(homes, standInOf)) await connection.run(sql);
			await connection.run(keyedView);
			for await (const rows of rowsOf(groupsSql)) yield rows.map(groupOf);
		},
		apart: async function* (places) {
			await connection.run("create table chosen (place double)");
			for (const some of pieces(places))
				await connection.run(`insert into chosen values ${some.map((place) => `(${place})`).join(", ")}`);
			await connection.run(
				`create table keys as select row(${key}) as key from keyed where place in (select place from chosen)`,
			);
			for await (const rows of rowsOf(apartSql)) yield rows.map(groupOf);
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
			for (const [at, rows] of byFile(places))
				for await (const some of rowsOf(namesSql(files[at] as string, rows)))
					for (const [row, id, machine, seq, rulePlaces] of some)
						found.set(placeOf(at, Number(row)), {
							id: id as string,
							...(machine === null ? {} : { machine: machine as string }),
							...(seq === null ? {} : { seq: Number(seq) }),
							rulePlaces: (rulePlaces ?? []) as readonly string[],
						});
			return found;
		},
		close,
	};
}

/** What a replay is told of an archive that lacks what it needs. */
function tooOld(folder: string): QueryFault {
	return new QueryFault(
		`\`${folder}\` was brought in by an older version, and lacks what a replay needs`,
		"bring the logs into a new archive with this version: `rules audit ingest LOG --to ARCHIVE`",
	);
}

/** Places in an archive: the file by its number, and the row in it. As numbers they are exact. */
const rowsOfFile = 2 ** 32;
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

function namesSql(file: string, rows: readonly number[]): string {
	return `select file_row_number, id, machine, seq, rule_places from read_parquet(${sqlText(file)}, hive_partitioning = false, file_row_number = true)
where file_row_number in (${rows.join(", ")})`;
}

/** `decided`: all decisions; `asked`: those that the columns hold. */
function viewsOf(files: readonly string[], session: string | undefined): readonly string[] {
	const list = `[${files.map(sqlText).join(", ")}]`;
	const ofSession = session === undefined ? "" : ` and (session = ${sqlText(session)} or parent = ${sqlText(session)})`;
	const decided = `create view decided as select agent, force, script, argv, call, nullif(env, []) as env, tools, workspace, cwd, home, effect, code, rules, masked, time, as_written,
	(file_index * ${rowsOfFile} + file_row_number)::double as place
from read_parquet(${list}, hive_partitioning = false, file_row_number = true) where type = 'decision'`;
	return [decided, `create view asked as select * from decided where as_written is null${ofSession}`];
}

/** Homes whose names may be replaced. */
function tableOfHomes(homes: readonly string[], standInOf: (home: string) => StandIn | undefined): readonly string[] {
	const rows = homes.flatMap((home) => {
		const { name, renamings } = standInOf(home) ?? {};
		const general = renamings?.[0](home);
		if (name === undefined || general === undefined || home.includes("\0")) return [];
		return [`(${[home, name, general].map(sqlText).join(", ")})`];
	});
	return [
		"create table homes (home varchar, name varchar, general varchar)",
		...pieces(rows).map((some) => `insert into homes values ${some.join(", ")}`),
	];
}

function pieces<Of>(all: readonly Of[], size = 1000): readonly (readonly Of[])[] {
	return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

/** What all records of a group have in common. */
const key =
	"agent, force, script, argv, call, env, tools, effect, code, rules, masked, general, workspace_of, cwd_of, home_of";

/** What a record says beside its folders: a home that it names is replaced nowhere. */
const said =
	"concat_ws(chr(10), script, array_to_string(argv, chr(10)), array_to_string(flatten(call), chr(10)), array_to_string(env, chr(10)), array_to_string(tools, chr(10)))";

/** Is the folder the home, or below it? */
const isInside = (folder: string): string => `(${folder} = a.home or starts_with(${folder}, a.home || '/'))`;

/** May the home's name be replaced in what this record says? It is stricter than the replay, which asks the same of one record of each group. */
const mayBeReplaced = [
	"h.general is not null",
	`not contains(${said}, h.name)`,
	...["a.workspace", "coalesce(a.cwd, '')"].flatMap((folder) => [
		`not contains(case when ${isInside(folder)} then substr(${folder}, length(a.home) + 1) else ${folder} end, h.name)`,
		...standIns.map((standIn) => `not contains(${folder}, ${sqlText(standIn)})`),
	]),
].join(" and ");

const folderOf = (folder: string): string =>
	`case when general is not null and ${isInside(`a.${folder}`)} then general || substr(a.${folder}, length(a.home) + 1) else a.${folder} end as ${folder}_of`;

/** Where records stand, below the stand-in where a home's name may be replaced. */
const keyedView = `create view keyed as select a.*, ${["workspace", "cwd"].map(folderOf).join(", ")}, coalesce(general, home) as home_of from (
	select a.* exclude (as_written), case when ${mayBeReplaced} then h.general end as general from asked a left join homes h on h.home = a.home and a.workspace is not null
) a`;

/** In the order of `groupOf`. */
const columns = "agent, force, script, argv, call, env, tools, effect, code, rules, masked";

const groupsSql = `select ${columns}, general, workspace_of, cwd_of, arg_min(home, place), min(home) <> max(home), min(place), count(*)::double, null from keyed
group by ${key}`;

const apartSql = `select ${columns}, null, workspace, cwd, home, false, min(place), count(*)::double, epoch_ms(time) from keyed join keys on keys.key = row(${key})
group by ${columns}, workspace, cwd, home, time`;

/** Any moment will do where nobody asks what time it was; who asks is asked again with the time of the record. */
const anyTime = "2000-01-01T00:00:00.000Z";

function groupOf(row: readonly JS[]): AskedGroup {
	const [agent, force, script, argv, call, env, tools, effect, code, rules, masked] = row as [
		...[string, boolean, string | null, Words, readonly (readonly string[])[] | null, Words, Words],
		...[Effect, string, readonly string[], boolean],
	];
	const [general, workspace, cwd, home, isMixed, place, times, time] = row.slice(11) as [
		...[string | null, string | null, string | null, string | null],
		...[boolean | null, number, number, bigint | null],
	];
	const own = (folder: string): string =>
		general !== null && home !== null && (folder === general || folder.startsWith(`${general}/`))
			? home + folder.slice(general.length)
			: folder;
	const asked = {
		agent,
		force,
		...(cwd === null ? {} : { cwd: own(cwd) }),
		...(env === null ? {} : { env: Object.fromEntries(env.map((name) => [name, ""])) }),
		...(tools === null ? {} : { tools }),
		...(script === null ? (argv === null ? { call: call ?? [] } : { argv }) : { script }),
	};
	const record = {
		id: "",
		time: time === null ? anyTime : new Date(Number(time)).toISOString(),
		agent,
		effect,
		code,
		rules: rules.map((id) => ({ id, file: "", line: 0 })),
		...(workspace === null ? {} : { workspace: own(workspace) }),
		...(home === null ? {} : { home }),
		masked,
		asked,
	};
	return { record, asked, place, times, isMixed: isMixed === true };
}

type Words = readonly string[] | null;

/** The rows of an answer as they come. */
async function* streamed(connection: DuckDBConnection, sql: string): AsyncGenerator<readonly (readonly JS[])[]> {
	const result = await connection.stream(sql);
	for await (const rows of result.yieldRowsJs()) yield rows;
}

async function all<Of>(some: AsyncIterable<readonly Of[]>): Promise<readonly Of[]> {
	const found: Of[] = [];
	for await (const rows of some) found.push(...rows);
	return found;
}
