/** `rules tree`: the decision tree as a picture. */
import { type Command, Option } from "commander";
import { type Fold, outline } from "../../authoring/report/tree/outline.js";
import { type TreeFormat, treeFormats, treePicture } from "../../authoring/report/tree/picture.js";
import { withoutEngineRules } from "../../engine/decide/compile-for-questions.js";
import type { AgentTree } from "../../engine/decide/tree.js";
import { count } from "../options.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, type PolicyOptions, usableTree } from "../policy/policy-choice.js";
import { knownAgent } from "../policy/request-choice.js";
import { replaceFile } from "../policy/write-file.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly agent?: string;
	readonly program?: string;
	readonly depth?: number;
	readonly format: TreeFormat;
	readonly output?: string;
}

export const tree: Verb = {
	define: (command) => {
		definePolicy(command)
			.option("--agent <AGENT>", "whose tree (default: every agent's)")
			.option("--program <NAME>", "only what is asked of commands of this program")
			.option("--depth <N>", "how many questions one behind the other", count)
			.addOption(new Option("--format <FORMAT>", "how to draw").choices(treeFormats).default("text"))
			.option("-o, --output <FILE>", "where to write (default: standard output)");
	},
	examples: [
		["rules tree --agent writer --program git", "what is asked of a command of git, in which order"],
		["rules tree --format html -o tree.html", "a page that folds"],
		["rules tree --format dot | dot -Tpdf", "for Graphviz"],
	],
	run: async (command: Command, { terminal }) => {
		const options = command.opts<Options>();
		const loaded = loadPolicy(chosenPolicy(options));
		const whole = await usableTree(loaded, terminal);
		if (whole === undefined) return exit.wrong;
		// What every policy says would stand in the way of what this one says.
		const found = withoutEngineRules(loaded.policy, whole);
		if (options.agent !== undefined) knownAgent(found, { agent: options.agent, argv: [] });
		const names = options.agent === undefined ? Object.keys(found.agents) : [options.agent];
		const { most, depth } = treePicture[options.format];
		const fold: Fold = {
			program: options.program,
			depth: Math.min(options.depth ?? depth, deepest),
			// What several agents share of a picture.
			most: Math.max(1, Math.floor(most / Math.max(1, names.length))),
		};
		const outlines = names.map((name) => outline(found, found.agents[name] as AgentTree, fold));
		const isFile = options.output !== undefined && options.output !== "-";
		const picture = treePicture[options.format].draw(outlines, terminal.colour.out && !isFile);
		if (isFile) {
			replaceFile(options.output as string, picture);
			await terminal.complain(`wrote ${options.output}\n`);
		} else await terminal.print(picture);
		return exit.yes;
	},
};

/** Deeper pictures nobody can read, and browsers nest no deeper. */
const deepest = 200;
