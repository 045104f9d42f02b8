/** Reads a decision log line by line, for verbs that ask again what it holds. */
import { createReadStream, fstatSync, openSync, statSync } from "node:fs";
import { type LogLine, logLine, openLine, type Tally } from "../../authoring/replay/log-records.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { fullParts, longestLine, openPart } from "../../runtime/audit/parts.js";
import { lineSplitter } from "../../runtime/servers/lines/split-lines.js";
import { refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import { type Progress, progress } from "../terminal/progress.js";
import { chunksOf } from "../terminal/standard-input.js";

/** The lines of a log with all its files one by one, as `someLogLines` gives them. */
export async function* logLines(log: string, doing: string): AsyncGenerator<LogLine> {
	for await (const lines of someLogLines(log, doing)) yield* lines;
}

/** The lines of a log with all its files as they are read, and how far that is. `doing`: what is shown of it, such as `replaying`. */
export async function* someLogLines(log: string, doing: string): AsyncGenerator<readonly LogLine[]> {
	const { chunks, size } = log === "-" ? { chunks: chunksOf(), size: undefined } : opened(log);
	const bar = progress(doing, size);
	try {
		const splitter = lineSplitter(longestLine);
		for await (const chunk of told(chunks, bar)) yield splitter.take(chunk).map(logLine);
		yield splitter.rest().map(openLine);
	} catch (error) {
		throw refusedBySystem(error, log, "read");
	} finally {
		bar.end();
	}
}

function opened(log: string): { readonly chunks: AsyncIterable<Buffer>; readonly size: number | undefined } {
	try {
		const descriptor = openSync(log, "r");
		const stats = fstatSync(descriptor);
		if (stats.isDirectory()) throw new WrongQuestion(`\`${log}\` is a folder`, "name the file of a decision log");
		const last = createReadStream("", { fd: descriptor });
		if (!stats.isFile()) return { chunks: last, size: undefined };
		const full = fullParts(log).map(({ path }) => path);
		const size = full.reduce((sum, path) => sum + statSync(path).size, stats.size);
		return {
			chunks:
				full.length === 0 ? last : inTurn([...full.map((path) => createReadStream("", { fd: openPart(path) })), last]),
			size,
		};
	} catch (error) {
		throw refusedBySystem(error, log, "read");
	}
}

/** The bytes of one file after the other. A line that was torn at the end of one is none with the next. */
async function* inTurn(files: readonly AsyncIterable<Buffer>[]): AsyncGenerator<Buffer> {
	let end: number | undefined = 10;
	for (const file of files) {
		if (end !== 10) yield Buffer.from("\n");
		for await (const chunk of file) {
			yield chunk;
			end = chunk.at(-1);
		}
	}
}

async function* told(chunks: AsyncIterable<Buffer>, bar: Progress): AsyncGenerator<Buffer> {
	for await (const chunk of chunks) {
		yield chunk;
		// Asked for the next one, the last one is done.
		bar.add(chunk.length);
	}
}

/** `line 3`, `lines 3, 5`, `lines 3, 5 and 7 more`. */
export function places(count: number, lines: readonly number[]): string {
	const more = count - lines.length;
	return `${count === 1 ? "line" : "lines"} ${lines.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The lines that are no records, for standard error. */
export function brokenText({ reasons: found }: Tally, log: string, placed = places): string {
	return found.map(({ why, count, lines }) => `error: \`${visible(log)}\`, ${placed(count, lines)}: ${why}\n`).join("");
}
