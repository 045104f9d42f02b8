/** `rules report`: one self-contained page about a policy. */
import type { Command } from "commander";
import { reportPage } from "../../authoring/report/report-page.js";
import { study } from "../../authoring/report/study.js";
import { realWorld } from "../../runtime/load/world.js";
import { configured, findAll } from "../lint/run-lint.js";
import { collect, day } from "../options.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, type PolicyOptions, usableTree } from "../policy/policy-choice.js";
import { knownAgent, surroundings } from "../policy/request-choice.js";
import { checkWritable, replaceFile } from "../policy/write-file.js";
import { exit } from "../terminal/exit.js";
import { progress } from "../terminal/progress.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly output: string;
	readonly agent?: readonly string[];
	readonly workspace?: string;
	readonly today?: string;
	readonly plugins: boolean;
	readonly box?: boolean;
}

export const report: Verb = {
	define: (command) => {
		definePolicy(command)
			.requiredOption("-o, --output <FILE>", "where to write the page; `-` is standard output")
			.option("--agent <AGENT>", "whom tables and trees are about; may be repeated (default: every agent)", collect)
			.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: this folder)")
			.option("--today <DATE>", "the day on which ignored findings are looked at (default: none has passed)", day)
			.option("--box", "with a box that decides commands in the page: it holds the engine, and is larger")
			.option("--no-plugins", "use no lints of plugins");
	},
	examples: [["rules report -o report.html", "what the nearest policy lets agents do, to read, to send and to keep"]],
	run: async (command: Command, { terminal }) => {
		const options = command.opts<Options>();
		const { workspace } = surroundings(options.workspace === undefined ? {} : { workspace: options.workspace });
		const names = chosenPolicy(options);
		const loaded = loadPolicy(names);
		const tree = await usableTree(loaded, terminal);
		if (tree === undefined) return exit.wrong;
		for (const agent of options.agent ?? []) knownAgent(tree, { agent, argv: [] });
		const isFile = options.output !== "-";
		if (isFile) checkWritable(options.output);
		const lintOptions = { today: options.today ?? "", plugins: options.plugins };
		let bar: ReturnType<typeof progress> | undefined;
		const found = study(loaded, tree, {
			world: realWorld(workspace),
			findings: () =>
				findAll(configured([{ names, loaded }], lintOptions), { ...lintOptions, attack: true }).diagnostics,
			agents: options.agent ?? Object.keys(tree.agents),
			step: (_, of) => {
				bar ??= progress("looking at the policy", of);
				bar.add(1);
			},
		});
		bar?.end();
		const text = reportPage(found, { box: options.box === true });
		if (isFile) {
			replaceFile(options.output, text);
			await terminal.complain(`wrote ${options.output}\n`);
		} else await terminal.print(text);
		return exit.yes;
	},
};
