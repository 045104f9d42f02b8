/**
 * Errors for programs: whoever asks for JSON gets JSON, whatever goes wrong. Where a question was wrong and nothing was answered, an error record stands on standard output in place of the answer;
 * people read the same on standard error.
 */
import { stripVTControlCharacters } from "node:util";
import { exit } from "./exit.js";
import type { Terminal } from "./terminal.js";

/** What stands in place of an answer (schemas/error.schema.json). */
export interface ErrorRecord {
	readonly error: {
		/** What is wrong, in one sentence. */
		readonly message: string;
		/** What to do. */
		readonly help?: string;
	};
}

/** Does a command line ask for JSON? What stands behind `--` is another's. */
export function asksForJson(words: readonly string[]): boolean {
	const dashes = words.indexOf("--");
	const own = dashes < 0 ? words : words.slice(0, dashes);
	return own.some(
		(word, at) => word === "--json" || word === "--format=json" || (word === "--format" && own[at + 1] === "json"),
	);
}

/** A terminal that tells an error as a record as well, where the process ends with one and nothing was printed. */
export function withErrorRecord(terminal: Terminal): Terminal {
	let isPrinted = false;
	let complained = "";
	return {
		...terminal,
		print: (text) => {
			isPrinted ||= text !== "";
			return terminal.print(text);
		},
		complain: (text) => {
			complained += text;
			return terminal.complain(text);
		},
		ending: async (code) => {
			if (code === exit.wrong && !isPrinted)
				await terminal.print(`${JSON.stringify(recordOf(stripVTControlCharacters(complained)))}\n`);
		},
	};
}

/** The first error of what people are told, and the first advice behind it. */
function recordOf(complained: string): ErrorRecord {
	const lines = complained.split("\n");
	const first = lines.findIndex((line) => /^error\b/.test(line));
	const message = /^error(?:\[[^\]]*\])?: *(.*)$/.exec(lines[first] ?? "")?.[1];
	const help = lines.slice(first + 1).find((line) => /^\W*help: /.test(line));
	return {
		error: {
			message: message ?? complained.trim().split("\n")[0] ?? "",
			...(help === undefined ? {} : { help: help.replace(/^\W*help: /, "") }),
		},
	};
}
