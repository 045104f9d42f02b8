/** `rules fmt`: writes policies in the one format that there is. */

import { unifiedDiff } from "../../authoring/render/unified-diff.js";
import { formatPolicyFile } from "../../language/syntax/write-policy-file.js";
import { chosenPolicy } from "../policy/policy-choice.js";
import { filesOf, policyText, statementsOf } from "../policy/policy-text.js";
import { replaceFile } from "../policy/write-file.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options {
	readonly check?: true;
	readonly diff?: true;
	readonly yaml?: true;
}

export const fmt: Verb = {
	define: (command) => {
		command
			.argument("[FILES...]", "policies; a folder means those in it, `-` standard input (default: the nearest policy)")
			.option("--check", "write nothing, list what is not formatted, and end with 1 if there is any")
			.option("--diff", "write nothing, show what would change")
			.option("--yaml", "standard input is YAML");
	},
	examples: [
		["rules fmt", "the nearest policy"],
		["rules fmt --check rules/", "is everything in the folder formatted?"],
		["rules fmt - < policy.rules", "standard input to standard output"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const names = filesOf(command.args.length > 0 ? command.args : chosenPolicy({}));
		if (names.includes("-") && names.length > 1)
			throw new WrongQuestion("`-` stands beside files", "format standard input by itself");
		if (options.yaml === true && !names.includes("-"))
			throw new WrongQuestion(
				"`--yaml` speaks of standard input",
				"a file's name says its notation; leave out `--yaml`",
			);
		if (names.length === 0)
			throw new WrongQuestion("there is no policy to format", "policies end in `.rules` or `.rules.yaml`");
		const dry = options.check === true || options.diff === true;
		let code: number = exit.yes;
		for (const name of names) {
			const source = await policyText(name, options.yaml === true);
			const read = "refusal" in source ? source : statementsOf(source, terminal.colour.err);
			if ("refusal" in source || "refusal" in read) {
				await terminal.complain("refusal" in read ? read.refusal : "");
				code = exit.wrong;
				continue;
			}
			const formatted = formatPolicyFile(read.file);
			if (name === "-" && !dry) {
				await terminal.print(formatted);
				continue;
			}
			if (formatted === source.text) continue;
			if (options.check === true && code === exit.yes) code = exit.no;
			if (options.diff === true) await terminal.print(unifiedDiff(source.text, formatted, source.name, source.name));
			else if (options.check === true) await terminal.print(`${source.name}\n`);
			else {
				replaceFile(name, formatted);
				await terminal.complain(`formatted ${source.name}\n`);
			}
		}
		return code;
	},
};
