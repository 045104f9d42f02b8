/** `rules export`: a policy as a harness's own permissions, with a report of what these can't say. */
import { Argument } from "commander";
import { exportable } from "../../authoring/exchange/exports/exportable.js";
import { type ExportFormat, exported, exportFormats } from "../../authoring/exchange/exports/exports.js";
import { realWorld } from "../../runtime/load/world.js";
import { reportText } from "../harness/import-permissions.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, type PolicyOptions, usableTree } from "../policy/policy-choice.js";
import { knownAgent } from "../policy/request-choice.js";
import { replaceFile } from "../policy/write-file.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly agent: string;
	readonly looser?: true;
	readonly output?: string;
	readonly json?: true;
}

export const exportRules: Verb = {
	define: (command) => {
		definePolicy(command.addArgument(new Argument("<FORMAT>", "the harness").choices(exportFormats)))
			.option("--agent <AGENT>", "whose policy", "default")
			.option("--looser", "write it even where the harness lets more through than the policy")
			.option("-o, --output <FILE>", "where to write the permissions (default: standard output)")
			.option("--json", "print permissions and report as JSON");
	},
	examples: [
		["rules export gemini-cli -o ~/.gemini/policies/bylaw.toml", "what of the policy Gemini CLI's own can say"],
		["rules export claude-code --agent writer --looser", "another agent's, where the harness lets more through"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const format = command.args[0] as ExportFormat;
		const { agent, looser, output, json } = options;
		const tree = await usableTree(loadPolicy(chosenPolicy(options)), terminal);
		if (tree === undefined) return exit.wrong;
		knownAgent(tree, { agent, argv: [] });
		const own = tree.agents[agent];
		if (own === undefined) throw new Error(`the agent \`${agent}\` is known and has no tree`);
		const { workspace, home } = realWorld(process.cwd());
		const { text, remarks } = exported(format, exportable(tree, agent, own, { workspace, home }));
		const isLooser = remarks.some(({ verdict }) => verdict === "looser");
		const isWritten = !isLooser || looser === true;
		if (json === true)
			await terminal.print(`${JSON.stringify({ format, agent, ...(isWritten ? { text } : {}), remarks })}\n`);
		else {
			await terminal.complain(reportText(remarks));
			if (!isWritten)
				await terminal.complain(
					"nothing is written: the harness would let more through than the policy\nhelp: `rules install` has the policy decide; `--looser` writes it all the same\n",
				);
			else if (output === undefined || output === "-") await terminal.print(text);
		}
		if (isWritten && output !== undefined && output !== "-") replaceFile(output, text);
		return isLooser ? exit.no : exit.yes;
	},
};
