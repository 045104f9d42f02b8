/** Decides a stream of requests: a request a line in, a decision a line out, in their order. */
import { resolve } from "node:path";
import { decide } from "../decide/decide.js";
import type { Decisions } from "../decide/tree.js";
import { realWorld } from "../load/world.js";
import type { Request } from "../request/request.js";
import { decisionRecord } from "./decision-record.js";
import { exit } from "./exit.js";
import { type ReadLine, readRequestLine } from "./read-request.js";
import type { RequestOptions } from "./request-choice.js";
import { type InputLine, inputLines } from "./standard-input.js";
import type { Terminal } from "./terminal.js";

/** The longest line. Bytes. */
const longestLine = 1024 * 1024;
/** Answers are handed on when so much has come together, and whenever the input pauses. UTF-16 units. */
const enough = 65_536;

/** Answers every line; 2 if one of them was no request. `options` stand in for what a line leaves out. */
export async function decideLines(
	tree: Decisions,
	options: RequestOptions,
	{ print, closed }: Terminal,
): Promise<number> {
	let code: number = exit.yes;
	for await (const lines of inputLines(longestLine)) {
		let answers = "";
		for (const line of lines) {
			const read = readLine(line);
			if ("error" in read) code = exit.wrong;
			answers += `${JSON.stringify("error" in read ? { id: read.id, error: read.error } : { id: read.id, ...answerTo(tree, read.request, options) })}\n`;
			if (answers.length < enough) continue;
			await print(answers);
			answers = "";
			if (closed()) return code;
		}
		await print(answers);
		if (closed()) return code;
	}
	return code;
}

function readLine(line: InputLine): ReadLine {
	if ("text" in line) return readRequestLine(line.text);
	return {
		id: null,
		error: line.fault === "too long" ? `the line is longer than ${longestLine} bytes` : "the line is not UTF-8 text",
	};
}

/** A line's own folder is its workspace, unless one was given for all. */
function answerTo(
	tree: Decisions,
	line: Request,
	{ agent, cwd: otherwise = ".", workspace, force, env }: RequestOptions,
): object {
	const cwd = resolve(otherwise, line.cwd ?? ".");
	const request: Request = {
		...(agent === undefined ? {} : { agent }),
		...(force === undefined ? {} : { force }),
		...(env === undefined ? {} : { env }),
		...line,
		cwd,
	};
	return decisionRecord(decide(tree, request, realWorld(workspace ?? cwd)));
}
