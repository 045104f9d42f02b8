/**
 * The decisions of an archive as a replay takes them: each is four numbers. One stands for what was asked, one for the folders, below a stand-in where nothing can
 * tell one home from another, one for the answer that was given, and one for the home. What the numbers stand for is there once.
 */
import type { DuckDBConnection, JS } from "@duckdb/node-api";
import type { Request } from "../../engine/request/request.js";
import type { Effect } from "../../language/syntax/statements.js";
import type { Answer, LogLine, Recorded } from "../suite/log-records.js";
import { type StandIn, standIns } from "../suite/stand-in-home.js";
import { sqlText } from "./duckdb.js";
import { openFiles, QueryFault, queryFault } from "./query.js";

/** A decision of the archive. */
export interface AskedRow {
	/** What was asked, by its number among the texts. */
	readonly text: number;
	readonly spot: number;
	readonly before: number;
	/** Absent: it is not known, or its workspace is not. */
	readonly home: number | null;
	/** The request says the home's name. */
	readonly saysName: boolean;
	/** In the archive: no other record has it. */
	readonly place: number;
	/** Milliseconds since 1970. */
	readonly time: number;
}

/** The folders of records. */
export interface Spot {
	/** What stands for the home in the folders; null where they are as they are. */
	readonly general: string | null;
	readonly home: string | null;
	readonly workspace: string | null;
	readonly cwd: string | null;
}

/** The answer that was given, without the places of its rules. */
export type Before = Answer & { readonly masked: boolean };

/** A part of the archive: the texts and spots with these numbers. */
export interface Part {
	readonly texts: ReadonlyMap<number, Request>;
	readonly spots: ReadonlyMap<number, Spot>;
	/** Those of one spot one behind the other, and of these those of one text: whoever places the policy's paths in its folders does so once. */
	readonly rows: () => AsyncGenerator<readonly AskedRow[]>;
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
	/** The home folders of records that say their workspace. A row names them by their places here. */
	readonly homes: readonly string[];
	readonly befores: readonly Before[];
	/** Everything, so much at a time that it can be held. `standInOf`: how a home is called where its name may be replaced. */
	readonly parts: (standInOf: (home: string) => StandIn | undefined) => AsyncGenerator<Part>;
	/** Decisions that the columns do not hold, as lines of a log. */
	readonly lines: () => AsyncGenerator<readonly { readonly line: LogLine; readonly place: number }[]>;
	readonly names: (places: readonly number[]) => Promise<ReadonlyMap<number, RecordName>>;
	readonly close: () => void;
}

/** Megabytes that the database may take: the rest of half a gigabyte is for deciding. */
const memory = 224;
/** So many texts and spots are held at once. */
const mostHeld = 200_000;

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
	const run = async (statements: readonly string[]): Promise<void> => {
		for (const sql of statements) await connection.run(sql);
	};
	try {
		const homes = await all(rowsOf(homesSql));
		await run([textsSql, beforesSql]);
		const befores = await all(rowsOf(`select ${answerColumns} from befores order by before`));
		return {
			homes: homes.map(([home]) => home as string),
			befores: befores.map(beforeOf),
			parts: (standInOf) =>
				partsOf(
					rowsOf,
					run,
					standInOf,
					homes.map(([home]) => home as string),
				),
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
	} catch (error) {
		close();
		throw told(error);
	}
}

type RowsOf = (sql: string) => AsyncGenerator<readonly (readonly JS[])[]>;

async function* partsOf(
	rowsOf: RowsOf,
	run: (statements: readonly string[]) => Promise<void>,
	standInOf: (home: string) => StandIn | undefined,
	homes: readonly string[],
): AsyncGenerator<Part> {
	await run([...tableOfHomes(homes, standInOf), placedView, spotsSql, rowsSql]);
	const [counts = []] = await all(
		rowsOf("select (select count(*) from texts)::double, (select count(*) from spots)::double"),
	);
	const [texts = 0, spots = 0] = counts as readonly number[];
	for (let text = 0; text < texts; text += mostHeld)
		for (let spot = 0; spot < spots; spot += mostHeld) {
			const isText = `text >= ${text} and text < ${text + mostHeld}`;
			const isSpot = `spot >= ${spot} and spot < ${spot + mostHeld}`;
			yield {
				texts: new Map(
					(await all(rowsOf(`select text, ${requestColumns} from texts where ${isText}`))).map(([at, ...request]) => [
						at as number,
						requestOf(request),
					]),
				),
				spots: new Map(
					(await all(rowsOf(`select spot, general, home_of, workspace_of, cwd_of from spots where ${isSpot}`))).map(
						([at, ...folders]) => [at as number, spotOf(folders)],
					),
				),
				rows: async function* () {
					for await (const rows of rowsOf(`from rows where ${isText} and ${isSpot} order by spot, text`))
						yield rows.map(rowOf);
				},
			};
		}
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
	const decided = `create view decided as select agent, force, script, argv, call, nullif(env, []) as env, tools, workspace, cwd, home, effect, code, rules, masked, time, session, parent, as_written,
	(file_index * ${rowsOfFile} + file_row_number)::double as place
from read_parquet(${list}, hive_partitioning = false, file_row_number = true) where type = 'decision'`;
	return [decided, `create view asked as select * from decided where as_written is null${ofSession}`];
}

/** Homes by their numbers, with what stands for them where their names may be replaced. */
function tableOfHomes(homes: readonly string[], standInOf: (home: string) => StandIn | undefined): readonly string[] {
	const rows = homes.flatMap((home, at) => {
		const { name, renamings } = standInOf(home) ?? {};
		const general = renamings?.[0](home);
		// What a statement can't say is not known by its number, and left as it is.
		if (home.includes("\0")) return [];
		return [
			`(${at}, ${[home, name, general].map((text) => (text === undefined ? "null" : sqlText(text))).join(", ")})`,
		];
	});
	return [
		"create table homes (number integer, home varchar, name varchar, general varchar)",
		...pieces(rows).map((some) => `insert into homes values ${some.join(", ")}`),
	];
}

function pieces<Of>(list: readonly Of[], size = 1000): readonly (readonly Of[])[] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

const homesSql = "select distinct home from asked where home is not null and workspace is not null";

/** What is asked, but for the folders. */
const requestColumns = "agent, force, script, argv, call, env, tools";
/** Of these, what may be absent. */
const absentable = ["script", "argv", "call", "env", "tools"];
const answerColumns = "effect, code, rules, masked";

/** Does the request name its home? Then it is not replaced. A list as text has the letters of its words in their order. */
const saysName = ["script", ...["argv", "call", "env", "tools"].map((list) => `${list}::varchar`)]
	.map((text) => `coalesce(contains(p.${text}, name), false)`)
	.join(" or ");

const numbered = (name: string, columns: string, from: string): string =>
	`(row_number() over () - 1)::integer as ${name}, ${columns} from (select distinct ${columns} from ${from})`;

const textsSql = `create table texts as select ${numbered("text", requestColumns, "asked")}`;
const beforesSql = `create table befores as select ${numbered("before", answerColumns, "asked")}`;

const isInside = (folder: string): string => `(${folder} = a.home or starts_with(${folder}, a.home || '/'))`;

/** May the home be replaced in the folders of this record? The replay asks the same of one record of each spot. */
const mayBeReplaced = [
	"h.general is not null",
	...["a.workspace", "coalesce(a.cwd, '')"].flatMap((folder) => [
		`not contains(case when ${isInside(folder)} then substr(${folder}, length(a.home) + 1) else ${folder} end, h.name)`,
		...standIns.map((standIn) => `not contains(${folder}, ${sqlText(standIn)})`),
	]),
].join(" and ");

const folderOf = (folder: string): string =>
	`case when general is not null and ${isInside(`a.${folder}`)} then general || substr(a.${folder}, length(a.home) + 1) else a.${folder} end as ${folder}_of`;

/** Where records stand, below the stand-in where a home may be replaced. */
const placedView = `create view placed as select a.*, ${["workspace", "cwd"].map(folderOf).join(", ")}, coalesce(general, home) as home_of from (
	select a.* exclude (as_written), h.number, h.name, case when ${mayBeReplaced} then h.general end as general
	from asked a left join homes h on h.home = if(a.workspace is null, null, a.home)
) a`;

const spotColumns = ["general", "home_of", "workspace_of", "cwd_of"];
const spotsSql = `create table spots as select ${numbered("spot", spotColumns.join(", "), "placed")}`;

const sameIn = (table: string, columns: readonly string[]): string =>
	columns.map((column) => `p.${column} is not distinct from ${table}.${column}`).join(" and ");

/** Every record as numbers: this is small, and may be sorted. */
const rowsSql = `create table rows as select text, spot, before, number, ${saysName} as says, place, epoch_ms(time)::double as time
from placed p
join texts t on p.agent = t.agent and p.force = t.force and ${sameIn("t", absentable)}
join spots s on ${sameIn("s", spotColumns)}
join befores b on p.effect = b.effect and p.code = b.code and p.rules = b.rules and p.masked = b.masked`;

function rowOf([text, spot, before, home, saysName, place, time]: readonly JS[]): AskedRow {
	return { text, spot, before, home, saysName, place, time } as AskedRow;
}

function spotOf([general, home, workspace, cwd]: readonly JS[]): Spot {
	return { general, home, workspace, cwd } as Spot;
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

/** A decision as a log would have it. `home`: the one that is below the stand-in. */
export function recordedOf(
	request: Request,
	{ general, home, workspace, cwd }: Spot,
	{ masked, ...before }: Before,
	own: string | undefined,
	time: number,
): Recorded & { readonly asked: Request } {
	const real = (folder: string): string =>
		general !== null && own !== undefined && (folder === general || folder.startsWith(`${general}/`))
			? own + folder.slice(general.length)
			: folder;
	return {
		id: "",
		time: new Date(time).toISOString(),
		agent: request.agent as string,
		...before,
		masked,
		...(workspace === null ? {} : { workspace: real(workspace) }),
		...(home === null ? {} : { home: real(home) }),
		asked: cwd === null ? request : { ...request, cwd: real(cwd) },
	};
}

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
