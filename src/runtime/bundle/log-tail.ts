/** The last lines of a decision log that may be records: as many as stand in so many bytes, oldest first. A log that can't be read has none. */
import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { bytesOf, filesOf } from "../audit/parts.js";
import { readLine } from "../audit/read-log.js";
import type { DecisionRecord } from "../audit/record.js";

/** Bytes that are read of a log at most. */
const mostRead = 16 * 1024 * 1024;

/** Bytes that every record has: its version, its type and more. A log may end in millions of lines that are shorter. */
const shortestRecord = 32;

/** Lines without their breaks. A line that begins before these bytes is left out, and so is one that is too short to be a record. */
export function lastLines(log: string, most = mostRead): readonly Buffer[] {
	const parts: (readonly Buffer[])[] = [];
	let left = most;
	for (const file of [...filesOf(log)].reverse()) {
		if (left <= 0) break;
		const read = endOfFile(file, left);
		if (read === undefined) continue;
		parts.unshift(read.lines);
		left -= read.size;
	}
	return parts.flat();
}

/** The decisions among the last lines. */
export function lastDecisions(log: string): readonly DecisionRecord[] {
	return lastLines(log).flatMap((bytes) => {
		const { record } = readLine(bytes, { file: log, line: 0 });
		return record?.type === "decision" ? [record] : [];
	});
}

function endOfFile(
	file: string,
	most: number,
): { readonly lines: readonly Buffer[]; readonly size: number } | undefined {
	let descriptor: number;
	try {
		descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch {
		return undefined;
	}
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile()) return undefined;
		const start = Math.max(0, stats.size - most);
		const bytes = bytesOf(descriptor, start, stats.size);
		const lines: Buffer[] = [];
		for (let at = start === 0 ? 0 : bytes.indexOf(10) + 1; at < bytes.length; ) {
			const end = bytes.indexOf(10, at);
			// What has no break yet is being written.
			if (end < 0) break;
			if (end - at >= shortestRecord) lines.push(bytes.subarray(at, end));
			at = end + 1;
		}
		return { lines, size: bytes.length };
	} catch {
		return undefined;
	} finally {
		closeSync(descriptor);
	}
}
