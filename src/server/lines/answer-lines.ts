/**
 * Answers lines: each is a request, or is none, and its answer is a line. A stream and a socket speak alike.
 */
import { decide } from "../../decide/decide.js";
import type { Decisions } from "../../decide/tree.js";
import type { World } from "../../request/paths.js";
import type { Mutable, Request } from "../../request/request.js";
import { decisionFieldsText } from "./decision-text.js";
import { idAndRest, knownAnswers } from "./known-answers.js";
import { type LineId, type ReadLine, readRequestLine } from "./request-line.js";
import type { InputLine } from "./split-lines.js";
import { surroundings } from "./surroundings.js";

/** The longest line. Bytes. */
export const longestLine = 1024 * 1024;

/** What stands in for what a line leaves out. */
export interface LineDefaults {
	readonly agent?: string;
	/** Absolute; what a line's own folder is relative to. */
	readonly cwd: string;
	/** What paths of the policy are relative to; a line's folder when absent. */
	readonly workspace?: string;
	readonly force?: boolean;
	readonly env?: Readonly<Record<string, string>>;
}

/** Asked of every line: the fields of its answer's record as JSON, without braces. */
export type AnswerRequest = (request: Request, world: World) => string;

/** How a policy answers. */
export function answerBy(decisions: Decisions): AnswerRequest {
	return (request, world) => decisionFieldsText(decide(decisions, request, world));
}

export interface LineAnswer {
	/** With its line break. */
	readonly text: string;
	/** Was the line a request? */
	readonly isRequest: boolean;
}

export interface LineAnswerer {
	/** Answers lines that have come by now, one after the other: for them the world is looked at once. */
	readonly turn: (answer: AnswerRequest) => (line: InputLine) => LineAnswer;
}

/** Answers lines. `defaults` stand in for what they leave out. */
export function lineAnswerer(defaults: LineDefaults): LineAnswerer {
	const around = surroundings(defaults);
	let known = knownAnswers();
	let knownBy: AnswerRequest | undefined;
	const fieldsOf = (request: Request, answer: AnswerRequest): string => {
		const { cwd, world } = around.at(request.cwd ?? ".");
		return answer(filledIn(request, defaults, cwd), world);
	};
	const answerLine = (line: InputLine, answer: AnswerRequest): LineAnswer => {
		const parts = "text" in line && known.isOpen() ? idAndRest(line.text) : undefined;
		const same = parts && known.find(parts.rest, around);
		if (same !== undefined) return answered(parts?.id as string, same);
		const read = readLine(line);
		if ("error" in read) return { text: `${JSON.stringify({ id: read.id, error: read.error })}\n`, isRequest: false };
		const id = idText(read.id);
		if (parts?.id !== id) return answered(id, fieldsOf(read.request, answer));
		const looked = around.watch();
		const fields = fieldsOf(read.request, answer);
		known.keep(parts.rest, fields, looked());
		return answered(id, fields);
	};
	return {
		turn: (answer) => {
			around.lookAgain();
			if (answer !== knownBy) {
				known = knownAnswers();
				knownBy = answer;
			}
			return (line) => answerLine(line, answer);
		},
	};
}

function answered(id: string, fields: string): LineAnswer {
	return { text: `{"id":${id},${fields}}\n`, isRequest: true };
}

function readLine(line: InputLine): ReadLine {
	if ("text" in line) return readRequestLine(line.text);
	return {
		id: null,
		error: line.fault === "too long" ? `the line is longer than ${longestLine} bytes` : "the line is not UTF-8 text",
	};
}

/** The request with what its line left out. The reader made it for this line alone. */
function filledIn(request: Mutable<Request>, { agent, force, env }: LineDefaults, cwd: string): Request {
	request.cwd = cwd;
	if (agent !== undefined) request.agent ??= agent;
	if (force !== undefined) request.force ??= force;
	if (env !== undefined) request.env ??= env;
	return request;
}

function idText(id: LineId): string {
	return typeof id === "number" ? String(id) : JSON.stringify(id);
}
