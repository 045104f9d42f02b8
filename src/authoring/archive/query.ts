/**
 * Asks an archive in SQL. The database opens its files and nothing else, writes nothing, loads nothing, and can't be told otherwise: the query is of
 * somebody who need not be trusted with more than the records.
 */
import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBValue } from "@duckdb/node-api";
import { type Database, openDatabase, sqlText } from "./duckdb.js";

/** A rule of a policy, for questions about those that decide nothing. */
export interface AskedRule {
	readonly agent: string;
	readonly id: string;
	readonly effect: string;
	readonly file: string;
	readonly line: number;
}

export interface ArchiveOptions {
	/** Only records that are no older. Milliseconds since 1970. */
	readonly since?: number;
	/** What the table `rules` holds. */
	readonly rules?: readonly AskedRule[];
}

/** The question can't be answered. */
export class QueryFault extends Error {
	override readonly name = "QueryFault";
	constructor(
		message: string,
		readonly help: string,
	) {
		super(message);
	}
}

/** A value of an answer, as `jsonOf` takes it. */
export type QueryValue = DuckDBValue;

/** A column of an answer. Names are each there once. */
export interface AnswerColumn {
	readonly name: string;
	/** As DuckDB names it. */
	readonly type: string;
}

/** An answer, row by row. */
export interface QueryAnswer {
	readonly columns: readonly AnswerColumn[];
	readonly rows: AsyncIterable<readonly DuckDBValue[]>;
}

/** An archive that can be asked. */
export interface Archive {
	/** Asks one question. Throws `QueryFault`, also while rows are read. */
	readonly ask: (sql: string) => Promise<QueryAnswer>;
	readonly close: () => void;
}

/** Megabytes of memory that a query may take. What needs more is put into a private folder among the temporary files. */
const memory = 512;

/** Opens an archive. Throws `QueryFault` where it holds no records, `NoDatabase`, and what the system says. */
export async function openArchive(folder: string, { since, rules = [] }: ArchiveOptions = {}): Promise<Archive> {
	const { database, close } = await openFiles(folder, memory, (files) => [
		...viewsOf(files, since),
		...rulesTable(rules),
		...locks(files),
	]);
	return { ask: (sql) => answerTo(database, sql), close };
}

/**
 * Opens a database beside the files of an archive. `most`: megabytes that it may take; what needs more goes to a private folder. `begun`: what it is told
 * before anything else. Throws what `openArchive` does.
 */
export async function openFiles(
	folder: string,
	most: number,
	begun: (files: readonly string[]) => readonly string[],
): Promise<{ readonly database: Database; readonly files: readonly string[]; readonly close: () => void }> {
	const files = filesOf(realpathSync(folder));
	if (files.length === 0)
		throw new QueryFault(
			`\`${folder}\` holds no records`,
			`bring some in: \`rules audit ingest log.jsonl --to ${folder}\``,
		);
	const spill = mkdtempSync(join(tmpdir(), `bylaw-query-${process.pid}-`));
	const drop = (): void => rmSync(spill, { recursive: true, force: true });
	try {
		const database = await openDatabase({ memory: `${most}MB`, threads: 2, spill });
		const end = (): void => {
			database.close();
			drop();
		};
		try {
			for (const sql of begun(files)) await database.connection.run(sql);
		} catch (error) {
			end();
			throw queryFault(error);
		}
		return { database, files, close: end };
	} catch (error) {
		drop();
		throw error;
	}
}

/** How many records stand where a chain was broken when they came in. Throws what `openArchive` does. */
export async function unverifiedIn(folder: string): Promise<number> {
	const archive = await openArchive(folder);
	try {
		const { rows } = await archive.ask("select count(*)::integer from records where not verified");
		for await (const [count] of rows) return Number(count);
		return 0;
	} finally {
		archive.close();
	}
}

/** Is it a folder as `rules audit ingest` makes them? */
export function isArchive(folder: string): boolean {
	return filesOf(folder).length > 0;
}

/** The files of an archive. A link among them would lead elsewhere. */
function filesOf(folder: string): readonly string[] {
	return readdirSync(folder)
		.filter((name) => /^day=\d{4}-\d{2}-\d{2}$/.test(name) && lstatSync(join(folder, name)).isDirectory())
		.sort()
		.flatMap((day) =>
			readdirSync(join(folder, day))
				.filter((name) => name.endsWith(".parquet"))
				.sort()
				.map((name) => join(folder, day, name)),
		)
		.filter((path) => lstatSync(path).isFile());
}

function viewsOf(files: readonly string[], since: number | undefined): readonly string[] {
	const list = `[${files.map(sqlText).join(", ")}]`;
	const when = since === undefined ? undefined : new Date(since).toISOString();
	const where =
		when === undefined ? "" : ` where day >= ${sqlText(when.slice(0, 10))} and time >= ${sqlText(when.slice(0, -1))}`;
	const command = "coalesce(script, array_to_string(argv, ' '), array_to_string(call[1], ' '))";
	return [
		`create view records as select day, * exclude (day), ${command} as command from read_parquet(${list}, hive_partitioning = true, hive_types = {'day': date}, union_by_name = true)${where}`,
		...["decision", "approval", "outcome"].map(
			(type) => `create view ${type}s as select * from records where type = '${type}'`,
		),
	];
}

function rulesTable(rules: readonly AskedRule[]): readonly string[] {
	const rows = rules.map(
		({ agent, id, effect, file, line }) =>
			`(${[agent, id, effect, `${file}:${line}`].map(sqlText).join(", ")}, ${line})`,
	);
	return [
		"create table rules (agent varchar, id varchar, effect varchar, place varchar, line integer)",
		...(rows.length === 0 ? [] : [`insert into rules values ${rows.join(", ")}`]),
	];
}

function locks(files: readonly string[]): readonly string[] {
	return [
		`set allowed_paths = [${files.map(sqlText).join(", ")}]`,
		"set enable_external_access = false",
		"set lock_configuration = true",
	];
}

async function answerTo({ connection, statementTypes }: Database, sql: string): Promise<QueryAnswer> {
	try {
		// Of what holds no statement the database says nothing that people could use.
		const statements = await connection.extractStatements(`${sql}\n;select 1`);
		const last = statements.count - 2;
		if (last < 0) throw new QueryFault("the query is empty", "ask one `select`");
		if (last > 0 && !(await isOne(sql, connection)))
			throw new QueryFault(`these are ${last + 1} queries`, "ask one `select`");
		// A `pivot` that does not name its values makes a type of them first, in memory.
		for (let at = 0; at < last; at++) {
			const before = await statements.prepare(at);
			if (before.statementType !== statementTypes.CREATE)
				throw new QueryFault("the query can't be taken apart", "ask one `select`");
			await before.run();
		}
		const statement = await statements.prepare(last);
		if (statement.statementType !== statementTypes.SELECT)
			throw new QueryFault(
				`a query only reads: \`${statementTypes[statement.statementType]?.toLowerCase() ?? "this"}\` is refused`,
				"ask one `select`; `--csv` and `--json` write the answer to standard output",
			);
		const result = await statement.stream();
		const names = result.deduplicatedColumnNames();
		const types = result.columnTypes();
		return {
			columns: names.map((name, at) => ({ name, type: String(types[at]) })),
			rows: rowsOf(result.yieldRows()),
		};
	} catch (error) {
		throw queryFault(error);
	}
}

/** Is it one query, though the database makes several statements of it? What has two does not stand in parentheses. */
async function isOne(sql: string, connection: Database["connection"]): Promise<boolean> {
	try {
		await connection.extractStatements(`from (\n${sql.replace(/;\s*$/, "")}\n)`);
		return true;
	} catch {
		return false;
	}
}

async function* rowsOf(some: AsyncIterable<DuckDBValue[][]>): AsyncGenerator<readonly DuckDBValue[]> {
	try {
		for await (const rows of some) yield* rows;
	} catch (error) {
		throw queryFault(error);
	}
}

/** What a database says is wrong, as people take it. */
export function queryFault(error: unknown): unknown {
	if (!(error instanceof Error) || error instanceof QueryFault) return error;
	const [what = ""] = error.message.split(/\n\s*\nLINE |\nLINE /, 1);
	const message = what.trim().replaceAll(/\s*\n\s*/g, " ");
	if (/^Permission Error|has been locked|Cannot access/.test(message))
		return new QueryFault(
			`a query reads the records and nothing else: ${message}`,
			"ask the views `records`, `decisions`, `approvals`, `outcomes`",
		);
	if (message.startsWith("Out of Memory"))
		return new QueryFault(
			"the query takes more memory than it may have",
			"ask about fewer days (`--since 7d`) or for fewer columns; to replay requests this long, replay the logs: `rules replay LOG`",
		);
	return new QueryFault(
		`the query can't be answered: ${message}`,
		"`describe records` shows the columns; the views are `records`, `decisions`, `approvals`, `outcomes`",
	);
}

/** A value as JSON has it: numbers while they are exact, times and all else as text. */
export function jsonOf(value: DuckDBValue): unknown {
	if (value === null || typeof value === "boolean" || typeof value === "string") return value;
	if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
	if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	if ("items" in value && Array.isArray(value.items)) return value.items.map(jsonOf);
	if ("entries" in value && !Array.isArray(value.entries))
		return Object.fromEntries(
			Object.entries(value.entries as Readonly<Record<string, DuckDBValue>>).map(([name, one]) => [name, jsonOf(one)]),
		);
	return String(value);
}
