/** DuckDB, where somebody has installed it: in memory, within bounds, and without extensions from elsewhere. */
import { createRequire } from "node:module";
import type { DuckDBConnection, StatementType } from "@duckdb/node-api";

/** The package is not there, or can't be loaded. */
export class NoDatabase extends Error {
	override readonly name = "NoDatabase";
	/** What to do. */
	readonly help =
		`install it beside bylaw: \`npm install ${packageName}@${packageVersion}\` (with \`-g\` where bylaw is installed so)`;
}

const packageName = "@duckdb/node-api";
/** As package.json has it. */
export const packageVersion = "1.5.6-r.1";

/** What a database may use. */
export interface DatabaseBounds {
	/** Bytes of memory, as DuckDB writes them: `512MB`. */
	readonly memory: string;
	readonly threads: number;
	/** Where it puts what does not fit into memory; nowhere when absent. */
	readonly spill?: string;
}

/** A connection to a database in memory, and what ends both. */
export interface Database {
	readonly connection: DuckDBConnection;
	/** What kinds of statements there are, by their numbers. */
	readonly statementTypes: typeof StatementType;
	readonly close: () => void;
}

/** Opens a database in memory. Throws `NoDatabase` where the package is missing. */
export async function openDatabase({ memory, threads, spill }: DatabaseBounds): Promise<Database> {
	const { DuckDBInstance, StatementType: statementTypes } = await loaded();
	const instance = await DuckDBInstance.create(":memory:", {
		memory_limit: memory,
		threads: String(threads),
		temp_directory: spill ?? "",
		...(spill === undefined ? {} : { max_temp_directory_size: "16GB" }),
		autoinstall_known_extensions: "false",
		autoload_known_extensions: "false",
		allow_community_extensions: "false",
		preserve_insertion_order: "false",
	});
	const connection = await instance.connect();
	return {
		connection,
		statementTypes,
		close: () => {
			connection.closeSync();
			instance.closeSync();
		},
	};
}

async function loaded(): Promise<typeof import("@duckdb/node-api")> {
	try {
		const api = await import("@duckdb/node-api");
		// As the package comes it leaves out a byte order mark that a text begins with, which to a shell is a letter as others are.
		const reading = createRequire(import.meta.url)(`${packageName}/lib/vectors/dataAccessors.js`) as {
			textDecoder: InstanceType<typeof TextDecoder>;
		};
		reading.textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
		return api;
	} catch (error) {
		const isMissing = /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND/.test((error as NodeJS.ErrnoException).code ?? "");
		const why = isMissing ? "is not installed" : `can't be loaded (${reasonOf(error)})`;
		throw new NoDatabase(`this takes DuckDB: \`${packageName}\` ${why}`);
	}
}

/** What an error says, on one line. */
export function reasonOf(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}

/** A text as SQL writes it. */
export function sqlText(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}
