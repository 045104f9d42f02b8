/** Reads a decision log: its records in the order of writing, and which of them somebody asks for. */
import { basename } from "node:path";
import type { Effect } from "../../language/syntax/statements.js";
import { logFileLines } from "./bounded-lines.js";
import { filesOf, isObject, longestLine, objectIn } from "./parts.js";
import type { Asker, AuditRecord, DecisionRecord } from "./record.js";
import type { LogPlace } from "./verify.js";

/** A line of a log: its record, or none where the line holds none. */
export interface ReadLine {
	readonly place: LogPlace;
	/** Bytes, with its line break. */
	readonly size: number;
	readonly record?: AuditRecord;
}

/** The lines of all files of a log, oldest first; `-` is standard input. */
export function* readLog(log: string): Generator<ReadLine> {
	for (const file of log === "-" ? [0] : filesOf(log)) {
		let line = 0;
		for (const { bytes, size } of logFileLines(file, file !== 0 && file !== log)) {
			line++;
			const place = { file: file === 0 ? "-" : String(file), line };
			yield bytes === undefined ? { place, size } : { ...readLine(bytes, place), size };
		}
	}
}

/** What stands in a line. */
export function readLine(bytes: Buffer, place: LogPlace): ReadLine {
	const record = recordOf(bytes);
	const size = bytes.length + 1;
	return record === undefined ? { place, size } : { place, size, record };
}

function recordOf(bytes: Buffer): AuditRecord | undefined {
	const value = bytes.length > longestLine ? undefined : objectIn(bytes);
	return isRecord(value) ? value : undefined;
}

/** As much of a record as is needed to show it: what others wrote into a log does not end a reading. */
export function isRecord(value: unknown): value is AuditRecord {
	if (!isObject(value) || value.version !== 1 || typeof value.id !== "string" || typeof value.time !== "string")
		return false;
	switch (value.type) {
		case "decision":
			return (
				typeof value.agent === "string" &&
				typeof value.code === "string" &&
				typeof value.message === "string" &&
				effects.includes(value.effect as Effect) &&
				Array.isArray(value.rules) &&
				value.rules.every((rule) => isObject(rule) && typeof rule.id === "string" && typeof rule.file === "string") &&
				(value.bundle === undefined || (isObject(value.bundle) && typeof value.bundle.channel === "string")) &&
				(value.shadow === undefined || (isObject(value.shadow) && typeof value.shadow.digest === "string")) &&
				(value.script === undefined || typeof value.script === "string") &&
				(value.argv === undefined || isWords(value.argv)) &&
				(value.call === undefined || (Array.isArray(value.call) && value.call.every(isWords))) &&
				(value.commands === undefined ||
					(Array.isArray(value.commands) && value.commands.every((one) => isObject(one) && isWords(one.argv))))
			);
		case "approval":
			return typeof value.by === "string" && (value.groups === undefined || isTexts(value.groups));
		case "outcome":
			return typeof value.duration === "number" && typeof value.bytes === "number";
		default:
			return false;
	}
}

const effects: readonly Effect[] = ["allow", "ask", "nudge", "deny"];

function isTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function isWords(value: unknown): boolean {
	return Array.isArray(value) && value.every((word) => word === null || typeof word === "string");
}

/** What somebody wants to see of a log. */
export interface Selection {
	readonly agent?: string;
	/** A session with those that belong to it. */
	readonly session?: string;
	readonly effect?: Effect;
	/** A program's name, without folders. */
	readonly program?: string;
	/** Milliseconds since 1970. */
	readonly since?: number;
}

/** Is the decision one of those that are asked for? */
export function isSelected(record: DecisionRecord, { agent, session, effect, program, since }: Selection): boolean {
	return (
		(agent === undefined || record.agent === agent) &&
		isOfSession(record, session) &&
		(effect === undefined || record.effect === effect) &&
		(program === undefined || programsOf(record).includes(program)) &&
		(since === undefined || Date.parse(record.time) >= since)
	);
}

/** Is it a request of this session, or of one that belongs to it? */
export function isOfSession(record: Asker, session: string | undefined): boolean {
	return session === undefined || record.session === session || record.parent === session;
}

/** The programs of a request by their names, each once, in the order in which they are run. None where they can't be known. */
export function programsOf({ argv, commands }: DecisionRecord): readonly string[] {
	const first =
		commands === undefined || commands.length === 0 ? [argv?.[0]] : commands.map((command) => command.argv[0]);
	return [...new Set(first.flatMap((name) => (typeof name === "string" ? [basename(name)] : [])))];
}
