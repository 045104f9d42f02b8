/**
 * Answers lines: each is a request, or is none, and its answer is a line. A stream and a socket speak alike.
 */
import { resolve } from "node:path";
import { decide } from "../../../engine/decide/decide.js";
import type { Decisions } from "../../../engine/decide/tree.js";
import type { World } from "../../../engine/request/paths.js";
import type { Mutable, Request } from "../../../engine/request/request.js";
import type { HarnessRequest } from "../../harnesses/harness-call.js";
import { askIfInteractive } from "../../harnesses/hooks/ask-if-interactive.js";
import { decisionFieldsText } from "./decision-text.js";
import type { LineDefaults } from "./line-defaults.js";
import { idAndRest, type LineId, type ReadLine, readRequestLine } from "./request-line.js";
import type { InputLine } from "./split-lines.js";
import { surroundings } from "./surroundings.js";

/** The longest line. Bytes. */
export const longestLine = 1024 * 1024;

/** Asked of every line: the fields of its answer's record as JSON, without braces. `mayBeDriven`: what is started may be told more than stands there. */
export type AnswerRequest = (request: Request, world: World, mayBeDriven: boolean) => string;

/** How a policy answers. */
export function answerBy(decisions: Decisions): AnswerRequest {
	return (request, world, mayBeDriven) => {
		const decision = decide(decisions, request, world);
		return decisionFieldsText(mayBeDriven ? askIfInteractive(decision, request, decisions, world.home) : decision);
	};
}

export interface LineAnswer {
	/** With its line break. */
	readonly text: string;
	/** Was the line a request? */
	readonly isRequest: boolean;
}

export interface LineAnswerer {
	/** Answers lines that have come by now, one after the other: for them the world is looked at once, and equal lines are decided once. */
	readonly turn: (answer: AnswerRequest) => (line: InputLine) => LineAnswer;
}

/** Answers lines. `defaults` stand in for what they leave out. */
export function lineAnswerer(defaults: LineDefaults): LineAnswerer {
	const around = surroundings(defaults);
	const fieldsOf = ({ request, folder, mayBeDriven }: HarnessRequest, answer: AnswerRequest): string => {
		const { cwd, world } = around.at(request.cwd ?? ".");
		const own = folder === undefined ? cwd : resolve(cwd, folder);
		return answer(filledIn(request, defaults, own), world, mayBeDriven);
	};
	/** `same`: the fields of those lines of this turn that were answered, by all that stands behind their ids. */
	const answerLine = (line: InputLine, answer: AnswerRequest, same: Map<string, string>): LineAnswer => {
		const parts = "text" in line ? idAndRest(line.text) : undefined;
		const equal = parts === undefined ? undefined : same.get(parts.rest);
		if (parts !== undefined && equal !== undefined) return answered(parts.id, equal);
		const read = readLine(line);
		if ("error" in read) return { text: `${JSON.stringify({ id: read.id, error: read.error })}\n`, isRequest: false };
		const id = idText(read.id);
		const fields = fieldsOf(read.asked, answer);
		if (parts?.id === id && !mayHoldId(parts.rest)) same.set(parts.rest, fields);
		return answered(id, fields);
	};
	return {
		turn: (answer) => {
			around.lookAgain();
			const same = new Map<string, string>();
			return (line) => answerLine(line, answer, same);
		},
	};
}

/** A second id further on would outdo the first; an argument of that name looks the same. */
function mayHoldId(rest: string): boolean {
	return rest.includes('"id"') || rest.includes("\\u");
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
