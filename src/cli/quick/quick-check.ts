/**
 * `rules check` where nothing but a decision is wanted and the policy is compiled already: the way of hooks, which wait for each command.
 */

import { renderDecision } from "../../authoring/render/render-decision.js";
import { decisionRecord } from "../../runtime/servers/decision-record.js";
import { exit } from "../terminal/exit.js";
import { mayColour, printAtOnce, questionIn, quickDecision } from "./quick-question.js";
import { checkOptions } from "./shared-options.js";

/** The exit code; undefined where the question is one for the verb itself, and nothing was printed. `words`: behind the verb. */
export function quickCheck(words: readonly string[]): number | undefined {
	const asked = questionIn(words, checkOptions);
	const json = asked?.flags.has("--json");
	if (asked === undefined || (!json && mayColour(1))) return undefined;
	const decided = quickDecision(asked);
	if (decided === undefined) return undefined;
	const { decision, request } = decided;
	const text = json ? `${JSON.stringify(decisionRecord(decision))}\n` : renderDecision(decision, request, false);
	return printAtOnce(1, text) ? (decision.effect === "allow" ? exit.yes : exit.no) : undefined;
}
