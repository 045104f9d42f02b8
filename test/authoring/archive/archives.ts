/** What the tests of archives share: logs with a whole chain, and what stands in an archive. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";
import { openDatabase } from "../../../src/authoring/archive/duckdb.js";
import { type IngestOptions, type IngestSummary, ingest } from "../../../src/authoring/archive/ingest.js";
import { genesis, hashOf } from "../../../src/runtime/audit/chain.js";

/** A new folder; it is gone when the tests of the file have run. */
export function folder(): string {
	const path = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-archive-")));
	made.push(path);
	return path;
}
const made: string[] = [];
afterAll(() => {
	for (const path of made) rmSync(path, { recursive: true, force: true });
});

/** The fields of a decision, as a log has them. */
export const decided = {
	type: "decision",
	time: "2026-11-01T12:00:00.000Z",
	agent: "default",
	argv: ["git", "push"],
	force: false,
	effect: "deny",
	code: "rule",
	rules: [{ id: "no-git", file: "policy.rules", line: 3 }],
	message: "no",
	commands: [{ argv: ["git", "push"], effect: "deny" }],
	policy: "a".repeat(64),
};

/** Lines of a log, each of which holds the hash of the one before. A text stands there as it is. */
export function chained(records: readonly (Readonly<Record<string, unknown>> | string)[]): string[] {
	let prev = genesis;
	return records.map((record, at) => {
		if (typeof record === "string") return record;
		const { type = "decision", id = String(at), time = decided.time, ...fields } = record;
		const line = JSON.stringify({ version: 1, type, id, time, prev, ...fields });
		prev = hashOf(line);
		return line;
	});
}

/** Writes a log of these records; gives its path. */
export function logOf(records: readonly (Readonly<Record<string, unknown>> | string)[], end = "\n"): string {
	const path = join(folder(), "log.jsonl");
	writeFileSync(path, `${chained(records).join("\n")}${end}`);
	return path;
}

/** Brings one log into an archive. The clock stands on 2 November 2026. */
export function bring(path: string, archive: string, options: Partial<IngestOptions> = {}): Promise<IngestSummary> {
	return ingest({
		logs: [{ name: "log", path }],
		folder: archive,
		clock: () => Date.parse("2026-11-02T00:00:00Z"),
		...options,
	});
}

/** What an archive answers, as JavaScript has it. */
export async function asked(archive: string, sql: string): Promise<readonly (readonly unknown[])[]> {
	const { connection, close } = await openDatabase({ memory: "256MB", threads: 1 });
	try {
		await connection.run(
			`create view records as from read_parquet('${archive}/day=*/*.parquet', hive_partitioning = true)`,
		);
		return (await connection.runAndReadAll(sql)).getRowsJS();
	} finally {
		close();
	}
}

export const textOf = (path: string): string => readFileSync(path, "utf8");
