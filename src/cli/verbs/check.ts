/** `rules check`: decides a command, a script or a stream of both, and runs nothing. */

import { renderDecision } from "../../authoring/render/render-decision.js";
import { decide } from "../../engine/decide/decide.js";
import { firstRequest } from "../../engine/history/first-request.js";
import { brokenRecord, decisionRecord } from "../../runtime/servers/decision-record.js";
import { withOptions } from "../options.js";
import { decideLines, type StreamOptions } from "../policy/decide-lines.js";
import { decidingPolicy } from "../policy/deciding-policy.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import {
	defineCircumstances,
	defineRequest,
	knownAgent,
	type RequestOptions,
	requestOf,
	surroundings,
} from "../policy/request-choice.js";
import { checkOptions } from "../quick/shared-options.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions, RequestOptions, StreamOptions {
	readonly json?: true;
	readonly jsonl?: true;
}

export const check: Verb = {
	define: (command) => {
		withOptions(definePolicy(defineCircumstances(defineRequest(command))), checkOptions)
			.usage("[options] (-- COMMAND ARG… | --script SCRIPT | --jsonl)")
			.option("--jsonl", "decide a stream: a request a line on standard input, a decision a line on standard output")
			.option("--brief", "with --jsonl: answer `id`, `effect`, `code` and `rules` alone")
			.option("--lenient", "with --jsonl: end with 0 though lines were no requests");
	},
	examples: [
		["rules check -- git push -f", "may this run?"],
		["rules check --agent writer --json -- pdflatex paper.tex", "the decision as JSON"],
		["rules check --script 'grep -rn main src'", "a shell string"],
		["rules check --jsonl < requests.jsonl", "a decision a line"],
		["rules check --jsonl --brief --lenient < requests.jsonl", "the effect alone, and no fault of a line ends with 2"],
	],
	run: async (command, context) => {
		const { terminal } = context;
		const options = command.opts<Options>();
		const ofStreams = (["brief", "lenient"] as const).find((name) => options[name] === true);
		if (ofStreams !== undefined && options.jsonl !== true)
			throw new WrongQuestion(`\`--${ofStreams}\` belongs to \`--jsonl\``, "leave it out, or decide a stream");
		if (options.jsonl === true) {
			if (options.script !== undefined || command.args.length > 0) {
				throw new WrongQuestion(
					"`--jsonl` reads its requests from standard input",
					"leave out the command or the script, or `--jsonl`",
				);
			}
			const around = surroundings(options);
			const deciding = await decidingPolicy(chosenPolicy(options), { isKept: false });
			if ("broken" in deciding) {
				await terminal.complain(errorFrames(deciding.broken, terminal.colour.err));
				return exit.wrong;
			}
			return decideLines(
				deciding.decisions,
				{ ...options, cwd: around.cwd, ...(options.workspace === undefined ? {} : { workspace: around.workspace }) },
				options,
				terminal,
			);
		}
		const { request, world } = requestOf(command, context, "check");
		const deciding = await decidingPolicy(chosenPolicy(options));
		if ("broken" in deciding) {
			if (options.json === true) await terminal.print(`${JSON.stringify(brokenRecord(deciding.broken, request))}\n`);
			else await terminal.complain(errorFrames(deciding.broken, terminal.colour.err));
			return exit.wrong;
		}
		const { decisions } = deciding;
		const decision = decide(decisions, request, world, firstRequest(decisions));
		if (options.json === true) await terminal.print(`${JSON.stringify(decisionRecord(decision))}\n`);
		knownAgent(decisions, request);
		if (options.json !== true) await terminal.print(renderDecision(decision, request, terminal.colour.out));
		return decision.effect === "allow" ? exit.yes : exit.no;
	},
};
