/** `rules can`: what may an agent run? The regions with one answer, each with the rule that gives it, a command, and what is held back. */
import { type Command, Option } from "commander";
import { agentModelOf } from "../../authoring/analysis/agent-model.js";
import { atOnce, regionsOf } from "../../authoring/analysis/regions.js";
import { regionsRecord, renderRegions } from "../../authoring/render/render-regions.js";
import { diagnosticRecord } from "../../language/diagnostic/render-json.js";
import { renderText } from "../../language/diagnostic/render-text.js";
import { type Effect, effects } from "../../language/syntax/statements.js";
import { realWorld } from "../../runtime/load/world.js";
import { count } from "../options.js";
import { givenPattern } from "../policy/claim-choice.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import { knownAgent, surroundings } from "../policy/request-choice.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly effect: Effect;
	readonly workspace?: string;
	readonly steps?: number;
	readonly json?: true;
}

export const can: Verb = {
	define: (command) => {
		definePolicy(command)
			.argument("<AGENT>", "who asks")
			.argument("[PATTERN]", "only commands that this means, with clauses if need be: `git touching ~/.ssh`")
			.addOption(new Option("--effect <EFFECT>", "the answer to look for").choices(effects).default("allow"))
			.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: this folder)")
			.option(
				"--steps <N>",
				"how many steps the search may take for each program and rule (default: some thousands for all together)",
				count,
			)
			.option("--json", "print the regions as JSON");
	},
	examples: [
		["rules can writer", "all that the agent may run"],
		["rules can writer 'git touching ~/.ssh'", "may it do this, and by which rule?"],
		["rules can writer --effect ask", "what a person is asked about"],
	],
	run: async (command: Command, { terminal }) => {
		const options = command.opts<Options>();
		const [agent = "", pattern] = command.args;
		const { workspace } = surroundings(options);
		const loaded = loadPolicy(chosenPolicy(options));
		const { tree } = loaded;
		if (tree === undefined) {
			const errors = loaded.diagnostics.filter(({ severity }) => severity === "error");
			const diagnostics = errors.map((one) => diagnosticRecord(one, loaded.sources));
			if (options.json === true) await terminal.print(`${JSON.stringify({ agent, diagnostics })}\n`);
			else await terminal.complain(errorFrames(loaded, terminal.colour.err));
			return exit.wrong;
		}
		knownAgent(tree, { agent, argv: [] });
		const only = pattern === undefined ? undefined : givenPattern(pattern, loaded);
		if (only !== undefined && only.diagnostics.length > 0) {
			const diagnostics = only.diagnostics.map((one) => diagnosticRecord(one, only.sources));
			if (options.json === true) await terminal.print(`${JSON.stringify({ agent, diagnostics })}\n`);
			else await terminal.complain(renderText(only.diagnostics, only.sources, { colour: terminal.colour.err }));
			return exit.wrong;
		}
		const world = realWorld(workspace);
		const setting = agentModelOf(tree, agent, { workspace, home: world.home });
		const found = regionsOf(setting, options.effect, only?.value, options.steps ?? atOnce());
		const shown = { loaded, tree, agent, effect: options.effect, pattern, world, asked: options };
		await terminal.print(
			options.json === true
				? `${JSON.stringify(regionsRecord(found, shown))}\n`
				: renderRegions(found, shown, terminal.colour.out),
		);
		return found.regions.length > 0 ? exit.yes : exit.no;
	},
};
