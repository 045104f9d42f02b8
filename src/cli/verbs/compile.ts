/** `rules compile`: a policy as its decision tree, self-contained, in JSON that is the same for the same policy. */
import { compiledText } from "../../engine/decide/compiled/write-compiled.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, usableTree } from "../policy/policy-choice.js";
import { replaceFile } from "../policy/write-file.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options {
	readonly output?: string;
}

export const compile: Verb = {
	define: (command) => {
		command
			.argument("[FILE...]", "files, folders and packs that make one policy (default: the nearest policy)")
			.option("-o, --output <FILE>", "where to write (default: standard output)");
	},
	examples: [["rules compile policy.rules -o policy.json", "for hooks and harnesses"]],
	run: async (command, { terminal }) => {
		const { output } = command.opts<Options>();
		const tree = await usableTree(loadPolicy(chosenPolicy({ rules: command.args })), terminal);
		if (tree === undefined) return exit.wrong;
		const text = compiledText(tree);
		if (output === undefined || output === "-") await terminal.print(text);
		else {
			replaceFile(output, text);
			await terminal.complain(`wrote ${output}, sha256 ${tree.digest}\n`);
		}
		return exit.yes;
	},
};
