/** The rows of an archive, out of the lines of a log. */
import { createHash } from "node:crypto";
import { isRecord, programsOf } from "../../runtime/audit/read-log.js";
import type { AuditRecord, DecisionRecord } from "../../runtime/audit/record.js";
import { readRecord } from "../replay/log-records.js";
import type { ColumnName } from "./columns.js";

/** A row as JSON: by columns; those that are null may be absent. */
export type ArchiveRow = { readonly [Name in ColumnName]?: unknown };

/** What is known of a line beside what it says. */
export interface RowSource {
	/** The log, as it was named. */
	readonly log: string;
	/** The machine of records that do not say it. */
	readonly machine?: string;
	/** ISO 8601: when the line came into the archive. */
	readonly received: string;
}

/** A row, and the day that it belongs to. */
export interface DatedRow {
	/** `2026-01-31`; `1970-01-01` where the time can't be right. */
	readonly day: string;
	readonly row: ArchiveRow;
}

/** Makes the row of what a line says as JSON; undefined where it is no record. Whether it is verified is not known yet. */
export type RowMaker = (value: unknown, line: Uint8Array) => DatedRow | undefined;

/** Makes rows of the lines of one log. */
export function rowMaker(source: RowSource): RowMaker {
	const latest = new Date(Date.parse(source.received) + 2 * 86_400_000).toISOString();
	return (value, line) => (isRecord(value) ? rowOf(value, line, source, latest) : undefined);
}

function rowOf(value: AuditRecord, line: Uint8Array, { log, machine, received }: RowSource, latest: string): DatedRow {
	const said = value as unknown as Readonly<Record<string, unknown>>;
	const time = timeOf(value.time);
	return {
		day: dayOf(time, latest),
		row: {
			time,
			type: value.type,
			id: value.id,
			machine: text(said.machine) ?? machine,
			seq: count(said.seq),
			log,
			...(value.type === "decision"
				? decisionColumns(value, said)
				: value.type === "approval"
					? { approved_by: text(said.by), approved_groups: texts(said.groups) }
					: outcomeColumns(said)),
			more: moreOf(said),
			as_written: value.type === "decision" ? asWritten(value, line) : undefined,
			received,
			fingerprint: fingerprintOf(line),
		},
	};
}

function decisionColumns(record: DecisionRecord, said: Readonly<Record<string, unknown>>): ArchiveRow {
	const { commands = [] } = record;
	const programs = programsOf(record);
	const refused = commands.filter(({ effect }) => effect !== "allow");
	return {
		agent: record.agent,
		surface: text(said.surface),
		harness: text(said.harness),
		harness_version: text(said.harnessVersion),
		session: text(said.session),
		parent: text(said.parent),
		subagent: text(said.subagent),
		engine: text(said.engine),
		policy: text(said.policy),
		...bundleColumns(said),
		repository: text(said.repository),
		cwd: text(said.cwd),
		workspace: text(said.workspace),
		home: text(said.home),
		argv: texts(said.argv),
		script: text(said.script),
		call: record.call,
		force: said.force === true,
		env: texts(said.env),
		tools: texts(said.tools),
		effect: record.effect,
		code: record.code,
		rules: record.rules.map(({ id }) => id),
		rule_places: record.rules.map(({ file, line }) => `${file}:${line}`),
		programs,
		// Of a request that can't be read there are no commands: what it names is refused with it.
		refused:
			commands.length === 0
				? record.effect === "allow"
					? []
					: programs
				: refused.length === 0
					? []
					: programsOf({ ...record, commands: refused }),
		sandbox: text(said.sandbox),
		masked: said.masked === true,
		latency_us: count(said.latency),
	};
}

/** The line, where a replay would read something else in it than in the columns. */
function asWritten(record: DecisionRecord, line: Uint8Array): string | undefined {
	const read = readRecord(record);
	const isHeld = read.kind === "decision" && typeof read.record.asked !== "string" && isUsualTime(record.time);
	return isHeld ? undefined : lineText(line);
}

/** The text of a line, which may stand in a row beside its columns. */
export function lineText(line: Uint8Array): string {
	return Buffer.from(line).toString("utf8");
}

function bundleColumns({ bundle, state, shadow }: Readonly<Record<string, unknown>>): ArchiveRow {
	return {
		bundle: text(fieldsIn(bundle).channel),
		bundle_version: count(fieldsIn(bundle).version),
		bundle_state: text(state),
		shadow_version: count(fieldsIn(shadow).version),
		shadow_effect: text(fieldsIn(shadow).effect),
		shadow_rules: texts(fieldsIn(shadow).rules),
	};
}

function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function outcomeColumns(said: Readonly<Record<string, unknown>>): ArchiveRow {
	return {
		exit_code: count(said.code),
		signal: text(said.signal),
		failure: text(said.failure),
		confined: text(said.sandbox),
		timed_out: said.timedOut === true,
		cancelled: said.cancelled === true,
		duration_ms: count(said.duration),
		output_bytes: count(said.bytes),
	};
}

/** What stands in columns of its own, or in none. */
const known: ReadonlySet<string> = new Set([
	...["version", "type", "id", "time", "prev", "part", "machine", "seq", "message", "commands", "rules"],
	...["agent", "surface", "harness", "harnessVersion", "session", "parent", "subagent", "engine", "policy"],
	...["repository", "cwd", "workspace", "home", "argv", "script", "call", "force", "env", "tools", "effect", "code"],
	...["sandbox", "masked", "latency", "by", "groups", "signal", "failure", "timedOut", "cancelled", "duration"],
	...["bytes", "state"],
]);

function moreOf(said: Readonly<Record<string, unknown>>): string | undefined {
	const names = Object.keys(said).filter((name) => !known.has(name));
	if (names.length === 0) return undefined;
	return wellFormed(JSON.stringify(Object.fromEntries(names.map((name) => [name, said[name]])))).json;
}

/**
 * JSON without halves of surrogate pairs, which no database takes: U+FFFD stands in their place. `isWhole`: there were none. An agent puts one into a log
 * by a command that has it among its words.
 */
export function wellFormed(json: string): { readonly json: string; readonly isWhole: boolean } {
	if (!json.includes("\\ud")) return { json, isWhole: true };
	let isWhole = true;
	// `JSON.stringify` escapes those alone; what is escaped as a text of the same letters has two backslashes.
	const text = json.replaceAll(/\\(?:\\|(ud[89a-f][0-9a-f]{2}))/g, (found, half: string | undefined) => {
		if (half === undefined) return found;
		isWhole = false;
		return "\\ufffd";
	});
	return { json: text, isWhole };
}

/** As a database takes it: ISO 8601, UTC; undefined where it is no time. */
function timeOf(text: string): string | undefined {
	const time = Date.parse(text);
	if (Number.isNaN(time)) return undefined;
	const iso = usualTime.test(text) ? text : new Date(time).toISOString();
	return iso.length === 24 ? iso.slice(0, -1) : undefined;
}

function isUsualTime(text: string): boolean {
	const time = Date.parse(text);
	return !Number.isNaN(time) && new Date(time).toISOString() === text && text.length === 24;
}

const usualTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Clocks lie; but a machine can't have the archive made of a million days. */
function dayOf(time: string | undefined, latest: string): string {
	return time !== undefined && time >= "2020" && time <= latest ? time.slice(0, 10) : strangeDay;
}

/** The day of records whose time can't be right. */
export const strangeDay = "1970-01-01";

/** As a database takes a number that JavaScript's are too small for. */
function fingerprintOf(line: Uint8Array): string {
	return createHash("sha256").update(line).digest().readBigUInt64BE(0).toString();
}

function text(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}

function texts(value: unknown): readonly string[] | undefined {
	return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
}

function count(value: unknown): number | undefined {
	return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
