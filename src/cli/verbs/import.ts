/** `rules import`: reads another system's files into a policy. */

import { Argument, Option } from "commander";
import { packNames } from "../../runtime/load/find-policy.js";
import { type AgentsOptions, importAgents } from "../harness/import-agents.js";
import {
	importPermissions,
	importServer,
	type PermissionsFormat,
	type PermissionsOptions,
	permissionsFormats,
} from "../harness/import-permissions.js";
import { knowing } from "../known-values.js";
import { collect } from "../options.js";
import { WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

const formats = ["agents", "mcp", ...permissionsFormats];

export const importRules: Verb = {
	define: (command) => {
		command
			.addArgument(
				new Argument(
					"<FORMAT>",
					"`agents`: a folder of agents' YAML configurations; `mcp`: a server's list of its tools; a harness: its file of permissions",
				).choices(formats),
			)
			.argument("<FOLDER|FILE>", "what is read")
			.addOption(
				knowing(
					new Option(
						"--rules <FILE|PACK>",
						"what all agents have in common, as the agent `default`; may be repeated (default: the pack `universal`)",
					).argParser(collect),
					packNames,
				),
			)
			.option("--check", "say only whether all of it can be used, agent by agent")
			.option("--trusting", "allow every argument of what is allowed, as the harness does")
			.option("--name <SERVER>", "how the MCP server is called whose tools are read")
			.option("-o, --output <FILE>", "where to write the policy (default: standard output)")
			.option("--json", "print policy and report as JSON");
	},
	examples: [
		["rules import agents config --check", "do all configurations of the folder load?"],
		["rules import agents config -o policy.rules", "go on with a policy in their place"],
		["rules import claude-code .claude/settings.json -o policy.rules", "its permissions as a policy"],
		["rules import gemini-cli ~/.gemini/policies/own.toml -o policy.rules", "its policy, in our language"],
		["rules import codex ~/.codex/config.toml", "what its sandbox holds back, as rules"],
		["rules import mcp tools.json --name github", "what a server's tools take, for rules about them"],
	],
	run: async (command, { terminal }) => {
		const [format = "", from = ""] = command.args;
		const options = command.opts<AgentsOptions & PermissionsOptions>();
		if (format === "agents") {
			if (options.trusting === true || options.name !== undefined)
				throw new WrongQuestion("`--trusting` and `--name` are not for `agents`", "leave them out");
			return importAgents(from, options, terminal);
		}
		if (options.check === true || options.rules !== undefined)
			throw new WrongQuestion("`--check` and `--rules` are for `agents`", "leave them out");
		if (format === "mcp") {
			if (options.trusting === true)
				throw new WrongQuestion("`--trusting` is for permissions", "leave it out: a server's list allows nothing");
			return importServer(from, options, terminal);
		}
		if (options.name !== undefined) throw new WrongQuestion("`--name` is for `mcp`", "leave it out");
		return importPermissions(format as PermissionsFormat, from, options, terminal);
	},
};
