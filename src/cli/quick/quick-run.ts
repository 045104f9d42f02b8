/**
 * `rules run` where a command is run and nothing else is wanted, and the policy is compiled already.
 */

import { renderDecision } from "../../authoring/render/render-decision.js";
import type { Decision } from "../../engine/decide/decision.js";
import { type Permit, permit } from "../../engine/decide/permit.js";
import { milliseconds } from "../../language/policy/settings/values/durations.js";
import { type OutputMode, outputModes } from "../../runtime/execute/outcome.js";
import { openPipesAhead } from "../../runtime/execute/run-in-pipes.js";
import { type RunQuestion, refusalText, runPermitted } from "../run-permitted.js";
import { exit } from "../terminal/exit.js";
import { exitProcess } from "../terminal/exit-process.js";
import { lateTerminal } from "./late-terminal.js";
import type { SaidOptions } from "./option-words.js";
import { mayColour, printAtOnce, questionIn, quickDecision } from "./quick-question.js";
import { runOptions } from "./shared-options.js";

/**
 * Runs a command and ends the process with its code; false where the question is one for the verb itself, and nothing was done.
 * `words`: behind the verb. `done`: called before it ends well.
 */
export function quickRun(words: readonly string[], done: () => void): boolean {
	const asked = questionIn(words, runOptions);
	const question = asked && runQuestion(asked);
	if (asked === undefined || question === undefined) return false;
	// Pipes take about as long as the decision does. Terminals need node-pty, which is slow to load for nothing.
	const closeSpare = question.outputMode === "merged" ? async () => {} : openPipesAhead(2);
	const decided = decidedOrRefused(asked);
	switch (decided) {
		case "unusual":
			void closeSpare();
			return false;
		case "refused":
			void closeSpare();
			process.exitCode = exit.notPermitted;
			done();
			return true;
	}
	const terminal = lateTerminal();
	process.on("uncaughtException", (error) => exitProcess(error, terminal));
	runPermitted(decided.permission, decided.decision, question, terminal)
		.finally(closeSpare)
		.then(
			({ code }) => {
				done();
				exitProcess(code, terminal);
			},
			(error: unknown) => exitProcess(error, terminal),
		);
	return true;
}

function runQuestion({ value }: SaidOptions): RunQuestion | undefined {
	const [time, mode = "separate", input] = ["--timeout", "--output-mode", "--input"].map(value);
	const timeout = time === undefined ? undefined : milliseconds(time);
	const outputMode = outputModes.find((one): one is OutputMode => one === mode);
	if ((time !== undefined && timeout === undefined) || outputMode === undefined) return undefined;
	return { outputMode, ...(timeout === undefined ? {} : { timeout }), ...(input === undefined ? {} : { input }) };
}

/** What may run; or that it may not, which was said; or neither. */
function decidedOrRefused(
	asked: SaidOptions,
): { readonly permission: Permit; readonly decision: Decision } | "refused" | "unusual" {
	try {
		const decided = quickDecision(asked);
		if (decided === undefined) return "unusual";
		const { decision, request } = decided;
		// What must be on record is for the verb, which says that no log is kept.
		if (decision.audit === "require" || request.call !== undefined) return "unusual";
		const permission = permit(decision);
		if (permission !== undefined) return { permission, decision };
		if (mayColour(2)) return "unusual";
		const text = refusalText(decision, () => renderDecision(decision, request, false));
		return printAtOnce(2, text) ? "refused" : "unusual";
	} catch {
		return "unusual";
	}
}
