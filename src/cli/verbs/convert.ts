/** `rules convert`: the same policy in the other notation, comments kept; or as JSON, for programs. */
import { Option } from "commander";
import type { PolicyFile } from "../../language/syntax/statements.js";
import { convertPolicyFile } from "../../language/syntax/write-policy-file.js";
import { readTree, type YamlNode } from "../../language/syntax/yaml/yaml-tree.js";
import { policyText, statementsOf } from "../policy/policy-text.js";
import { replaceFile } from "../policy/write-file.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options {
	readonly to: "rules" | "yaml" | "json";
	readonly output?: string;
	readonly yaml?: true;
}

export const convert: Verb = {
	define: (command) => {
		command
			.argument("<FILE>", "the policy; `-` is standard input")
			.addOption(
				new Option("--to <NOTATION>", "what to write").choices(["rules", "yaml", "json"]).makeOptionMandatory(),
			)
			.option("-o, --output <FILE>", "where to write (default: standard output)")
			.option("--yaml", "standard input is YAML");
	},
	examples: [
		["rules convert policy.rules --to yaml -o policy.rules.yaml", "the YAML notation"],
		["rules convert policy.rules.yaml --to rules", "and back"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const source = await policyText(command.args[0] as string, options.yaml === true);
		const read = "refusal" in source ? source : statementsOf(source, terminal.colour.err);
		if ("refusal" in read) {
			await terminal.complain(read.refusal);
			return exit.wrong;
		}
		const text = options.to === "json" ? json(read.file) : convertPolicyFile(read.file, options.to);
		if (options.output === undefined || options.output === "-") await terminal.print(text);
		else replaceFile(options.output, text);
		return exit.yes;
	},
};

/** What the YAML notation says, as JSON: comments are lost, order is kept. */
function json(file: PolicyFile): string {
	const { root } = readTree(file.file, convertPolicyFile(file, "yaml")).value;
	return `${JSON.stringify(root === undefined ? {} : dataOf(root), null, 2)}\n`;
}

function dataOf(node: YamlNode): unknown {
	switch (node.kind) {
		case "text":
			return node.text;
		case "flag":
			return node.value;
		case "nothing":
			return null;
		case "list":
			return node.items.map(dataOf);
		case "mapping":
			return Object.fromEntries(node.entries.map((entry) => [entry.key.text, dataOf(entry.value)]));
	}
}
