/** Proposed rules for programs: what to change, what it answers, and what it opens besides. */
import { editRecord } from "../render/edits-record.js";
import { type Learned, timesOf } from "./proposals.js";
import type { Asked, Question } from "./questions.js";
import { spanOf } from "./render-learned.js";

/** Questions that are listed of each proposal and of each reason; the others are counted. */
const mostListed = 20;
/** UTF-16 units of a command. */
const longest = 1000;

/** Plain data, its fields in a fixed order. `policy`: its digest. */
export function learnedRecord(policy: string, asked: Asked, { proposals, kept, settled }: Learned): object {
	return {
		policy,
		decisions: asked.decisions,
		asked: asked.asked,
		answered: asked.answered,
		settled,
		proposals: proposals.map(({ agent, edit, questions }) => ({ agent, ...about(questions), ...editRecord(edit) })),
		kept: kept.map(({ why, questions }) => ({ why, ...about(questions) })),
		further: asked.further,
		undecided: asked.undecided,
		broken: asked.broken,
		torn: asked.torn,
	};
}

/** How often, by whom, from when to when, and what. */
function about(questions: readonly Question[]): object {
	const all = (of: (question: Question) => Iterable<string>): readonly string[] =>
		[...new Set(questions.flatMap((one) => [...of(one)]))].sort().slice(0, mostListed);
	return {
		asked: timesOf({ questions }),
		...spanOf(questions),
		sessions: all(({ sessions }) => sessions),
		subagents: all(({ subagents }) => subagents),
		questions: questions.slice(0, mostListed).map(({ agent, command, asked, answered, lines }) => ({
			agent,
			command: command.length > longest ? `${command.slice(0, longest - 1)}…` : command,
			asked,
			answered,
			lines,
		})),
		more: Math.max(0, questions.length - mostListed),
	};
}
