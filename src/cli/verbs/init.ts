/** `rules init`: writes a starter policy for this folder. It asks nothing and overwrites nothing. */

import { existsSync, lstatSync } from "node:fs";
import { Option } from "commander";
import { visible } from "../../language/diagnostic/render-visible.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { readPolicyFile } from "../../language/syntax/read-policy-file.js";
import { convertPolicyFile } from "../../language/syntax/write-policy-file.js";
import { policyNames } from "../../runtime/harnesses/places/own-places.js";
import { nearestPolicy, packNames } from "../../runtime/load/find-policy.js";
import { typedProgram } from "../harness/login-path.js";
import { knowing } from "../known-values.js";
import { type Project, projectOf } from "../policy/project-of.js";
import { choiceOf, packStarter, starterFor } from "../policy/starter.js";
import { createFile, replaceFile } from "../policy/write-file.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options {
	readonly pack?: string;
	readonly yaml?: true;
	readonly force?: true;
}

export const init: Verb = {
	define: (command) => {
		command
			.addOption(knowing(new Option("--pack <NAME>", "start from a shipped pack"), packNames))
			.option("--yaml", "write `policy.rules.yaml`")
			.option("--force", "overwrite the file if there is one");
	},
	examples: [
		["rules init", "a policy that fits this folder"],
		["rules init --pack safe-shell", "a policy that imports a pack"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const name = options.yaml === true ? "policy.rules.yaml" : "policy.rules";
		const other = policyNames.find((one) => one !== name && isThere(one));
		if (other !== undefined)
			throw new WrongQuestion(
				`this folder has a policy already: \`${other}\``,
				"change that one, or take it away first",
			);
		const above = nearestPolicy("..");
		const project = projectOf(".");
		const text = options.pack === undefined ? starterFor(project) : packStarter(knownPack(options.pack));
		const written =
			options.yaml === true ? convertPolicyFile(readPolicyFile("policy.rules", text).value, "yaml") : text;
		if (options.force === true) replaceFile(name, written);
		else if (!createFile(name, written))
			throw new WrongQuestion(
				`there is a \`${name}\` in this folder already`,
				"change that one, or overwrite it with `--force`",
			);
		// Whoever was bound by that one is bound by this one alone now.
		const instead =
			above === undefined
				? ""
				: `note: it holds here in place of ${visible(above)}: import that one to keep its rules\n`;
		const why = options.pack === undefined ? choiceOf(project) : "";
		await terminal.print(`wrote ${name}\n${why}${instead}${nextSteps(project)}`);
		return exit.yes;
	},
};

function knownPack(name: string): string {
	if (packNames().includes(name)) return name;
	throw new WrongQuestion(
		`no pack is called \`${name}\``,
		didYouMean(name, packNames()) ?? "`rules init` without `--pack` writes a policy of its own",
	);
}

/** A link that leads nowhere is there as well. */
function isThere(name: string): boolean {
	return existsSync(name) || lstatSync(name, { throwIfNoEntry: false }) !== undefined;
}

function nextSteps({ agents, claudeSettings }: Project): string {
	const own = typedProgram();
	const steps: readonly (readonly [string, string])[] = [
		[`${own} test`, "its expectations hold"],
		[`${own} check -- git push`, "may this run?"],
		[`${own} explain -- git push`, "why, or why not?"],
		[`${own} run -- git status`, "run it if it may"],
		...agents.map(({ harness, title }) => [`${own} install --harness ${harness}`, `${title} asks it`] as const),
		...(claudeSettings === undefined
			? []
			: [[`${own} import claude-code ${claudeSettings}`, "what Claude Code is told today, as rules"] as const]),
	];
	const width = Math.max(32, ...steps.map(([command]) => command.length));
	return `\nnext:\n${steps.map(([command, why]) => `  ${command.padEnd(width)} # ${why}\n`).join("")}`;
}
