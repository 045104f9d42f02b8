/**
 * Answers lines: each is a request, or is none, and its answer is a line. A stream and a socket speak alike.
 */
import { resolve } from "node:path";
import { decide } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { Decisions } from "../../../engine/decide/tree.js";
import type { History, ToldApproval } from "../../../engine/history/history.js";
import type { Told } from "../../../engine/history/told.js";
import type { World } from "../../../engine/request/paths.js";
import type { Mutable, Request } from "../../../engine/request/request.js";
import { askIfInteractive } from "../../harnesses/hooks/ask-if-interactive.js";
import { decisionFieldsText } from "./decision-text.js";
import type { LineDefaults } from "./line-defaults.js";
import { idAndRest, type LineId, type LineRequest, type ReadLine, readRequestLine } from "./request-line.js";
import type { Hearing, ServedHistory } from "./served-history.js";
import type { InputLine } from "./split-lines.js";
import { surroundings } from "./surroundings.js";
import type { ToldEvent } from "./told-line.js";

/** The longest line. Bytes. */
export const longestLine = 1024 * 1024;

/** What else is told of a request. `mayBeDriven`: what is started may be told more than stands there. */
export interface ToldRequest extends Told {
	readonly mayBeDriven: boolean;
}

/** Asked of every line: the fields of its answer's record as JSON, without braces. */
export interface AnswerRequest {
	(request: Request, world: World, told: ToldRequest): string;
	/** Heeds what lines tell besides requests; equal lines are several events then. */
	readonly hearing?: Hearing;
	/** A person said yes to a request. Absent where nobody keeps it. */
	readonly approve?: (request: Request, world: World, told: ToldApproval) => void;
}

/** The fields of a decision's record as JSON, without braces. */
export type FieldsText = (decision: Decision) => string;

/** How a policy answers where nobody knows what happened before. */
export function answerBy(decisions: Decisions, fieldsText: FieldsText = decisionFieldsText): AnswerRequest {
	return (request, world, { mayBeDriven }) =>
		fieldsText(driven(decide(decisions, request, world), decisions, request, world, mayBeDriven));
}

/** How a policy answers with what came before: each request becomes a part of the history. */
export function answerWith(
	decisions: Decisions,
	history: History | ServedHistory,
	fieldsText: FieldsText = decisionFieldsText,
): AnswerRequest {
	const answer = (request: Request, world: World, { mayBeDriven, ...told }: ToldRequest): string =>
		fieldsText(driven(history.decide(decisions, request, world, told), decisions, request, world, mayBeDriven));
	return Object.assign(answer, {
		hearing: history,
		approve: (request: Request, world: World, told: ToldApproval) => history.approval(decisions, request, world, told),
	});
}

/** The decision about what may be told more later than stands there. */
function driven(
	decision: Decision,
	decisions: Decisions,
	request: Request,
	world: World,
	mayBeDriven: boolean,
): Decision {
	return mayBeDriven ? askIfInteractive(decision, request, decisions, world.home) : decision;
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
	const placed = (asked: LineRequest): { readonly request: Request; readonly world: World } => {
		const { request, folder, workspace, home } = asked;
		const { cwd, world } = around.at({ cwd: request.cwd, workspace, home });
		const own = folder === undefined ? cwd : resolve(cwd, folder);
		return { request: filledIn(request, defaults, own), world };
	};
	const fieldsOf = (asked: LineRequest, answer: AnswerRequest, told: Omit<Told, "at">): string => {
		const { request, world } = placed(asked);
		const at = request.at === undefined ? Date.now() : Date.parse(request.at);
		return answer(request, world, { ...told, at, mayBeDriven: asked.mayBeDriven });
	};
	/** `same`: the fields of those lines of this turn that were answered, by all that stands behind their ids. */
	const answerLine = (line: InputLine, answer: AnswerRequest, same: Map<string, string>): LineAnswer => {
		const { hearing } = answer;
		const parts = hearing === undefined && "text" in line ? idAndRest(line.text) : undefined;
		const equal = parts === undefined ? undefined : same.get(parts.rest);
		if (parts !== undefined && equal !== undefined) return answered(parts.id, equal);
		const read = readWithin(line, defaults);
		if ("error" in read) return { text: `${JSON.stringify({ id: read.id, error: read.error })}\n`, isRequest: false };
		if ("event" in read) {
			if (hearing !== undefined) tell(hearing, read.event);
			return { text: "", isRequest: true };
		}
		if ("approved" in read) {
			const { request, world } = placed(read.approved);
			answer.approve?.(request, world, read.told);
			return { text: "", isRequest: true };
		}
		const id = idText(read.id);
		const fields = fieldsOf(read.asked, answer, { ...read.told, ...(read.id === null ? {} : { id: read.id }) });
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

function tell(history: Hearing, event: Exclude<ToldEvent, { readonly approval: unknown }>): void {
	if ("outcome" in event) history.outcome(event.outcome);
	else if ("start" in event) history.start(event.start);
	else history.lose();
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

/** The line; where the workspace is fixed, one that names another is no request. */
function readWithin(line: InputLine, { cwd, workspace, isWorkspaceFixed }: LineDefaults): ReadLine {
	const read = readLine(line);
	const asked = "asked" in read ? read.asked : "approved" in read ? read.approved : undefined;
	if (isWorkspaceFixed !== true || asked?.workspace === undefined) return read;
	if (resolve(cwd, asked.workspace) === workspace) return read;
	return { id: read.id, error: `\`workspace\` is \`${workspace}\` here, by \`--workspace\`: no request names another` };
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
