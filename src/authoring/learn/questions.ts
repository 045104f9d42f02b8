/**
 * The questions of a decision log, each once, with how often it was asked and how often a person's yes is on record.
 * A yes is what the log says: an approval, or the outcome of what was asked about, which runs after a yes alone. Nothing on record is no yes.
 */

import type { Request } from "../../engine/request/request.js";
import { requestText } from "../../engine/request/request-text.js";
import { isOfSession } from "../../runtime/audit/read-log.js";
import {
	type LogLine,
	type Reason,
	type Recorded,
	readLine,
	type Tally,
	tallied,
	tally,
} from "../replay/log-records.js";

/** One thing that an agent asked, however often. */
export interface Question {
	readonly agent: string;
	readonly request: Request;
	/** The record of the first time: where it was asked. */
	readonly record: Recorded;
	/** As a shell would read it. */
	readonly command: string;
	/** How often it was asked about. */
	asked: number;
	/** How often a yes to it is on record. */
	answered: number;
	/** When it was asked first and last, ISO 8601; absent where the log says no time. */
	from?: string;
	to?: string;
	/** Secrets were taken out of one of its records: what was asked is not known. */
	masked: boolean;
	/** Lines of the log, from 1: the first of them. */
	readonly lines: number[];
	readonly sessions: Set<string>;
	/** Agents within sessions, as their harness names them. */
	readonly subagents: Set<string>;
}

/** What a log says of questions. */
export interface Asked {
	readonly questions: readonly Question[];
	/** All decisions of the log that are asked for, questions or not. */
	readonly decisions: number;
	/** Times that something was asked about. */
	readonly asked: number;
	/** Of these, those whose yes is on record. */
	readonly answered: number;
	/** Times that something was asked about beyond what is kept of a log. */
	readonly further: number;
	/** Questions of which the log does not hold enough. */
	readonly undecided: Tally;
	readonly broken: Tally;
	/** Lines that were cut off, and are passed over. */
	readonly torn: number;
	/** The agents of the log, the first hundred. */
	readonly agents: readonly string[];
}

export interface AskedOf {
	readonly agent?: string;
	readonly session?: string;
}

/** Bounds of what is kept of a log, however long it is. */
const mostQuestions = 20_000;
const mostOpen = 200_000;
const mostAgents = 100;
const mostNames = 100;
const mostLines = 3;

/** Reads the questions of a log. */
export async function questionsOf(
	lines: AsyncIterable<LogLine> | Iterable<LogLine>,
	{ agent, session }: AskedOf = {},
): Promise<Asked> {
	const questions = new Map<string, Question>();
	/** Times of asking whose yes is not on record yet, by their ids. */
	const open = new Map<string, Question>();
	const agents = new Set<string>();
	const undecided = new Map<string, Reason>();
	const broken = new Map<string, Reason>();
	let [number, decisions, asked, answered, further, torn] = [0, 0, 0, 0, 0, 0];
	let cut: { readonly line: number; readonly why: string; readonly isOpen: boolean } | undefined;

	const ask = (record: Recorded, line: number): void => {
		if (agents.size < mostAgents) agents.add(record.agent);
		if ((agent !== undefined && agent !== record.agent) || !isOfSession(record, session)) return;
		decisions++;
		if (record.effect !== "ask") return;
		asked++;
		if (typeof record.asked === "string") {
			tally(undecided, record.asked, line);
			return;
		}
		const question = known(record, record.asked);
		if (question === undefined) {
			further++;
			return;
		}
		noted(question, record, line);
		if (record.id !== "" && open.size < mostOpen) open.set(record.id, question);
	};
	const known = (record: Recorded, request: Request): Question | undefined => {
		const key = JSON.stringify([request, record.workspace, record.home]);
		const found = questions.get(key);
		if (found !== undefined || questions.size >= mostQuestions) return found;
		const fresh: Question = {
			agent: record.agent,
			request,
			record,
			command: requestText(request),
			asked: 0,
			answered: 0,
			masked: false,
			lines: [],
			sessions: new Set(),
			subagents: new Set(),
		};
		questions.set(key, fresh);
		return fresh;
	};
	const answer = (id: string): void => {
		const question = open.get(id);
		if (question === undefined || !open.delete(id)) return;
		question.answered++;
		answered++;
	};

	for await (const line of lines) {
		number++;
		const read = readLine(line);
		// Whether a line is broken or was torn, the one behind it says.
		if (cut !== undefined) {
			if (read.kind !== "broken" && read.recovered) torn++;
			else tally(broken, cut.why, cut.line);
			cut = undefined;
		}
		switch (read.kind) {
			case "broken":
				cut = { line: number, why: read.why, isOpen: line.isOpen === true };
				break;
			case "decision":
				ask(read.record, number);
				break;
			case "approval":
				answer(read.id);
				break;
			case "outcome":
				if (read.ran) answer(read.id);
				else open.delete(read.id);
				break;
		}
	}
	if (cut?.isOpen === true) torn++;
	else if (cut !== undefined) tally(broken, cut.why, cut.line);
	return {
		questions: [...questions.values()].sort((a, b) => b.asked - a.asked),
		decisions,
		asked,
		answered,
		further,
		undecided: tallied(undecided),
		broken: tallied(broken),
		torn,
		agents: [...agents],
	};
}

function noted(question: Question, { time, masked, session, subagent }: Recorded, line: number): void {
	question.asked++;
	if (masked) question.masked = true;
	if (question.lines.length < mostLines) question.lines.push(line);
	if (session !== undefined && question.sessions.size < mostNames) question.sessions.add(session);
	if (subagent !== undefined && question.subagents.size < mostNames) question.subagents.add(subagent);
	const at = Date.parse(time);
	if (Number.isNaN(at)) return;
	// Not as it stands there: it goes into a comment of a rule.
	const when = new Date(at).toISOString();
	if (question.from === undefined || when < question.from) question.from = when;
	if (question.to === undefined || when > question.to) question.to = when;
}
