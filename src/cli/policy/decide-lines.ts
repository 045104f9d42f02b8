/** Decides a stream of requests: a request a line in, a decision a line out, in their order. */
import type { Decisions } from "../../engine/decide/tree.js";
import { asksPast } from "../../engine/history/event-tests.js";
import { newHistory } from "../../engine/history/history.js";
import { answerBy, answerWith, lineAnswerer, longestLine } from "../../runtime/servers/lines/answer-lines.js";
import { briefFieldsText, decisionFieldsText } from "../../runtime/servers/lines/decision-text.js";
import type { LineDefaults } from "../../runtime/servers/lines/line-defaults.js";
import { exit } from "../terminal/exit.js";
import { inputLines } from "../terminal/standard-input.js";
import type { Terminal } from "../terminal/terminal.js";

/** Answers are handed on when so much has come together, and whenever the input pauses. UTF-16 units. */
const enough = 65_536;

export interface StreamOptions {
	/** Answers say the effect, the kind of reason and the rules alone. */
	readonly brief?: true;
	/** A line that is no request is answered so, and that is all. */
	readonly lenient?: true;
}

/** Answers every line; 2 if one of them was no request. `defaults` stand in for what a line leaves out. */
export async function decideLines(
	decisions: Decisions,
	defaults: LineDefaults,
	{ brief, lenient }: StreamOptions,
	{ print, closed }: Terminal,
): Promise<number> {
	let code: number = exit.yes;
	// A stream is a history from its beginning, where a rule asks for one.
	const history = asksPast(decisions) ? newHistory() : undefined;
	const answerer = lineAnswerer(defaults);
	const fieldsText = brief === true ? briefFieldsText : decisionFieldsText;
	const answer = history === undefined ? answerBy(decisions, fieldsText) : answerWith(decisions, history, fieldsText);
	for await (const lines of inputLines(longestLine)) {
		const answerTo = answerer.turn(answer);
		let answers = "";
		for (const line of lines) {
			const { text, isRequest } = answerTo(line);
			if (!isRequest && lenient !== true) code = exit.wrong;
			answers += text;
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
