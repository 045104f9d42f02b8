/** Questions that were put by an answer, to clients that take no requests: each waits for the call that brings what a person said. */

import { randomUUID } from "node:crypto";
import type { Decision } from "../../../engine/decide/decision.js";
import { questionKey } from "../../../engine/decide/explain/question-text.js";
import { isYes } from "./question.js";

/** What a call brings to a question about that very call. */
export interface PersonsAnswer<Kept> {
	readonly yes: boolean;
	/** Is it the question that this decision would put? */
	readonly isAbout: (decision: Decision) => boolean;
	readonly kept: Kept;
}

export interface OpenQuestions<Kept> {
	/** Keeps a question about a call under a name that can't be guessed. */
	readonly keep: (call: unknown, decision: Decision, kept: Kept) => string;
	/** The answer that a call brings. A question is answered once. */
	readonly answerTo: (
		name: unknown,
		call: unknown,
		responses: Responses | undefined,
	) => PersonsAnswer<Kept> | undefined;
}

type Responses = Readonly<Record<string, unknown>>;

/** The name under which an answer comes back. */
export const answerName = "approval";

/** Older ones are forgotten: what they asked about has to be asked again. */
const mostOpen = 256;

/** `before`: what their names begin with. */
export function openQuestions<Kept>(before = ""): OpenQuestions<Kept> {
	const open = new Map<string, { readonly call: string; readonly about: string; readonly kept: Kept }>();
	return {
		keep: (call, decision, kept) => {
			const [oldest] = open.keys();
			if (open.size >= mostOpen && oldest !== undefined) open.delete(oldest);
			const name = `${before}${randomUUID()}`;
			open.set(name, { call: JSON.stringify(call), about: questionKey(decision), kept });
			return name;
		},
		answerTo: (name, call, responses) => {
			const question = typeof name === "string" ? open.get(name) : undefined;
			if (question === undefined) return undefined;
			open.delete(name as string);
			if (question.call !== JSON.stringify(call)) return undefined;
			return {
				yes: isYes(responses?.[answerName]),
				isAbout: (decision) => questionKey(decision) === question.about,
				kept: question.kept,
			};
		},
	};
}
