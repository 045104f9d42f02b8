/** `rules learn`: from the questions of a decision log that were always answered with yes, proposes rules. It changes nothing. */
import { learnedRecord } from "../../authoring/learn/learned-record.js";
import { learn as learnFrom } from "../../authoring/learn/proposals.js";
import { questionsOf } from "../../authoring/learn/questions.js";
import { renderLearned } from "../../authoring/learn/render-learned.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { realWorld } from "../../runtime/load/world.js";
import { chosenLog } from "../audit/audit-log-choice.js";
import { chainWarning } from "../audit/chain-warning.js";
import { brokenText, logLines } from "../audit/log-lines.js";
import { count } from "../options.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, type PolicyOptions, usableTree } from "../policy/policy-choice.js";
import { isShipped, policyFilesOf } from "../policy/policy-files.js";
import { surroundings } from "../policy/request-choice.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly agent?: string;
	readonly session?: string;
	readonly workspace?: string;
	readonly times: number;
	readonly json?: true;
}

export const learn: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument("<LOG>", "a decision log, as hooks and the library write it, with all its files; `-` is standard input")
			.option("--agent <AGENT>", "only what this agent asked (default: every agent)")
			.option("--session <ID>", "only what was asked in this session of a harness, and in those that belong to it")
			.option(
				"--workspace <FOLDER>",
				"what paths of the policy are relative to, where the log does not say (default: the command's folder)",
			)
			.option("--times <NUMBER>", "how often what a rule would answer must have been asked, and answered yes", count, 3)
			.option("--json", "print the proposals as JSON");
	},
	examples: [
		["rules learn log.jsonl", "which questions need not be asked again?"],
		["rules learn --agent writer --json log.jsonl", "those of one agent, for a program"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const [log = ""] = command.args;
		const { agent, session } = options;
		const names = chosenPolicy(options);
		const workspace =
			options.workspace === undefined ? undefined : surroundings({ workspace: options.workspace }).workspace;
		const loaded = loadPolicy(names);
		const tree = await usableTree(loaded, terminal);
		if (tree === undefined) return exit.wrong;
		const chosen = await chosenLog(log);
		const asked = await questionsOf(logLines(chosen.path, "reading"), {
			...(agent === undefined ? {} : { agent }),
			...(session === undefined ? {} : { session }),
		});
		if (asked.decisions + asked.broken.count === 0) {
			if (agent !== undefined)
				throw new WrongQuestion(
					`\`${log}\` holds no decision for agent \`${agent}\``,
					didYouMean(agent, asked.agents) ?? "leave out `--agent` to see those of every agent",
				);
			if (session !== undefined)
				throw new WrongQuestion(
					`\`${log}\` holds no decision of session \`${session}\``,
					"leave out `--session` to see those of every session",
				);
		}
		const learned = learnFrom(asked.questions, {
			files: policyFilesOf(loaded),
			policy: loaded.policy,
			tree,
			isOwn: (file) => !isShipped(file),
			world: realWorld(),
			times: options.times,
			...(workspace === undefined ? {} : { workspace }),
		});
		await terminal.print(
			options.json === true
				? `${JSON.stringify(learnedRecord(tree.digest, asked, learned), null, 2)}\n`
				: renderLearned(asked, learned, names),
		);
		await terminal.complain(brokenText(asked.broken, log) + chainWarning(chosen));
		return asked.broken.count > 0 ? exit.wrong : exit.yes;
	},
};
