/** `rules audit tail`: the last decisions of a log and what came of them, and those that come. */
import { followLog } from "../../runtime/audit/follow.js";
import { isSelected, type ReadLine, readLog, type Selection } from "../../runtime/audit/read-log.js";
import type { AuditRecord } from "../../runtime/audit/record.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";
import { chosenLog, type LogQuestion, selectionOf } from "./audit-log-choice.js";
import { chainWarning } from "./chain-warning.js";
import { recordLine } from "./render-record.js";

/** Decisions that are shown when nothing is said. */
const usualNumber = 10;

/** Prints the last decisions of a log; with `follow` goes on until it is ended, or nobody reads any more. */
export async function auditTail(question: LogQuestion, terminal: Terminal): Promise<number> {
	const { log, json, lines = usualNumber, follow } = question;
	const chosen = await chosenLog(log);
	const { path } = chosen;
	if (follow === true && path === "-")
		throw new WrongQuestion("standard input can't be followed", "name the file of a decision log");
	const text = (record: AuditRecord): string =>
		`${json === true ? JSON.stringify(record) : recordLine(record, terminal.colour.out)}\n`;
	const wanted = wantedBy(selectionOf(question));
	try {
		const { shown, size, read } = lastOf(readLog(path), path, lines, wanted);
		await terminal.print(shown.map(text).join(""));
		await terminal.complain(chainWarning(chosen));
		if (follow === true) await followed(path, { size, lines: read });
	} catch (error) {
		throw refusedBySystem(error, path, "read");
	}
	return exit.yes;

	async function followed(file: string, from: { readonly size: number; readonly lines: number }): Promise<void> {
		const ended = new AbortController();
		const end = (): void => ended.abort();
		for (const signal of endings) process.on(signal, end);
		try {
			for await (const some of followLog(file, from, ended.signal)) {
				await terminal.print(some.flatMap(({ record }) => (record && wanted(record) ? [text(record)] : [])).join(""));
				if (terminal.closed()) return;
			}
		} finally {
			for (const signal of endings) process.off(signal, end);
		}
	}
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Of what follows from a decision it is asked by its id whether the decision is wanted. */
function wantedBy(selection: Selection): (record: AuditRecord) => boolean {
	const open = new Set<string>();
	return (record) => {
		switch (record.type) {
			case "decision":
				if (!isSelected(record, selection)) return false;
				open.add(record.id);
				// What was refused never ends.
				if (open.size > mostOpen) open.delete(open.values().next().value as string);
				return true;
			case "approval":
				return open.has(record.id);
			case "outcome":
				return open.delete(record.id);
		}
	};
}
const mostOpen = 100_000;

/** The records of the last decisions that are wanted, and how far the file that is written to was read. */
function lastOf(
	all: Iterable<ReadLine>,
	path: string,
	number: number,
	wanted: (record: AuditRecord) => boolean,
): { readonly shown: readonly AuditRecord[]; readonly size: number; readonly read: number } {
	const kept = new Map<string, AuditRecord[]>();
	let [size, read, passed] = [0, 0, 0];
	for (const { place, size: bytes, record } of all) {
		if (place.file === path) passed += bytes;
		if (record === undefined) continue;
		// What stands behind the last record may be a line that is being written.
		if (place.file === path) [size, read] = [passed, place.line];
		if (!wanted(record)) continue;
		const ofDecision = kept.get(record.id);
		if (ofDecision !== undefined) ofDecision.push(record);
		else if (record.type === "decision") {
			kept.set(record.id, [record]);
			if (kept.size > number) kept.delete(kept.keys().next().value as string);
		}
	}
	const shown = [...kept.values()].flat().sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
	return { shown, size, read };
}
