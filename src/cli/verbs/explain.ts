/** `rules explain`: decides as `check` does, and shows how the answer came about. */
import { explain as explainDecision } from "../../decide/explain.js";
import { brokenRecord, decisionRecord } from "../decision-record.js";
import { exit } from "../exit.js";
import { chosenPolicy, definePolicy, errorFrames, loadPolicy, type PolicyOptions } from "../policy-choice.js";
import { renderDecision } from "../render-decision.js";
import { renderExplanation } from "../render-explanation.js";
import { defineRequest, knownAgent, type RequestOptions, requestOf } from "../request-choice.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions, RequestOptions {
	readonly json?: true;
}

export const explain: Verb = {
	define: (command) => {
		definePolicy(defineRequest(command)).option("--json", "print the explanation as JSON");
	},
	examples: [
		["rules explain -- git push -f", "which rule decided, and which came near"],
		["rules explain --agent writer --script 'sort -o out.txt in.txt'", "a shell string"],
	],
	run: async (command, context) => {
		const { terminal } = context;
		const options = command.opts<Options>();
		const { request, world } = requestOf(command, context, "explain");
		const loaded = loadPolicy(chosenPolicy(options));
		const { tree } = loaded;
		if (tree === undefined) {
			if (options.json === true)
				await terminal.print(`${JSON.stringify({ decision: brokenRecord(loaded, request), commands: [] })}\n`);
			else await terminal.complain(errorFrames(loaded, terminal.colour.err));
			return exit.wrong;
		}
		const explanation = explainDecision(tree, request, world);
		const { decision } = explanation;
		if (options.json === true)
			await terminal.print(`${JSON.stringify({ ...explanation, decision: decisionRecord(decision) })}\n`);
		knownAgent(tree, request);
		if (options.json !== true) {
			const ways = renderExplanation(explanation, terminal.colour.out);
			await terminal.print(
				`${renderDecision(decision, request, terminal.colour.out)}${ways === "" ? "" : `\n${ways}`}`,
			);
		}
		return decision.effect === "allow" ? exit.yes : exit.no;
	},
};
