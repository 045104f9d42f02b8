/** `rules show`: an agent's policy with all inheritance settled, and where each line of it comes from. */
import type { Command } from "commander";
import { renderFlatPolicy } from "../../authoring/render/render-flat-policy.js";
import { diagnosticRecord } from "../../language/diagnostic/render-json.js";
import { flatPolicy } from "../../language/policy/flat-policy.js";
import type { Loaded } from "../../runtime/load/load.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, definePolicy, errorFrames, type PolicyOptions } from "../policy/policy-choice.js";
import { knownAgent } from "../policy/request-choice.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly json?: true;
}

export const show: Verb = {
	define: (command) => {
		definePolicy(command.argument("<AGENT>", "whose policy")).option("--json", "print the policy as JSON");
	},
	examples: [
		["rules show writer", "every setting and rule that holds for an agent, and where it comes from"],
		["rules show default --rules safe-shell", "a shipped pack's"],
	],
	run: async (command: Command, { terminal }) => {
		const options = command.opts<Options>();
		const agent = command.args[0] as string;
		const loaded = loadPolicy(chosenPolicy(options));
		const { tree } = loaded;
		if (tree === undefined) {
			if (options.json === true) await terminal.print(`${JSON.stringify(brokenPolicy(loaded, agent))}\n`);
			else await terminal.complain(errorFrames(loaded, terminal.colour.err));
			return exit.wrong;
		}
		const flat = flatPolicy(loaded, agent);
		if (flat === undefined) {
			noGroup(loaded, agent);
			knownAgent(tree, { agent, argv: [] });
			return exit.wrong;
		}
		await terminal.print(
			options.json === true ? `${JSON.stringify(flat)}\n` : renderFlatPolicy(flat, terminal.colour.out),
		);
		return exit.yes;
	},
};

function brokenPolicy(loaded: Loaded, agent: string): object {
	const errors = loaded.diagnostics.filter((diagnostic) => diagnostic.severity === "error");
	return { agent, diagnostics: errors.map((diagnostic) => diagnosticRecord(diagnostic, loaded.sources)) };
}

/** Groups have rules, but nobody asks as one. */
function noGroup({ files }: Loaded, name: string): void {
	const statements = files.flatMap((file) => file.statements);
	if (!statements.some((one) => one.kind === "group" && one.name.text === name)) return;
	const heirs = statements.flatMap((one) =>
		one.kind === "agent" && one.extends.some((parent) => parent.text === name) ? [`\`${one.name.text}\``] : [],
	);
	throw new WrongQuestion(
		`\`${name}\` is a group, and nobody can ask as a group`,
		heirs.length === 0 ? "no agent extends it" : `show an agent that extends it: ${heirs.join(", ")}`,
	);
}
