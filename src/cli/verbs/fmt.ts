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
	readonly json?: true;
}

/** What came of a file. */
interface FormattedFile {
	readonly file: string;
	/** `unformatted`: it would be changed; `broken`: it has syntax errors, or can't be read. */
	readonly state: "formatted" | "changed" | "unformatted" | "broken";
	readonly diff?: string;
}

export const fmt: Verb = {
	define: (command) => {
		command
			.argument("[FILES...]", "policies; a folder means those in it, `-` standard input (default: the nearest policy)")
			.option("--check", "write nothing, list what is not formatted, and end with 1 if there is any")
			.option("--diff", "write nothing, show what would change")
			.option("--yaml", "standard input is YAML")
			.option("--json", "print what came of each file as JSON");
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
		if (options.json === true && names.includes("-") && !dry)
			throw new WrongQuestion(
				"`--json` and the formatted text would both be on standard output",
				"add `--check` or `--diff`, or leave out `--json`",
			);
		const files: FormattedFile[] = [];
		const say = (text: string, one: FormattedFile): Promise<void> | undefined => {
			files.push(one);
			return options.json === true || text === "" ? undefined : terminal.print(text);
		};
		let code: number = exit.yes;
		for (const name of names) {
			const source = await policyText(name, options.yaml === true);
			const read = "refusal" in source ? source : statementsOf(source, terminal.colour.err);
			if ("refusal" in source || "refusal" in read) {
				await terminal.complain("refusal" in read ? read.refusal : "");
				code = exit.wrong;
				await say("", { file: name, state: "broken" });
				continue;
			}
			const formatted = formatPolicyFile(read.file);
			if (name === "-" && !dry) {
				await terminal.print(formatted);
				continue;
			}
			const file = source.name;
			if (formatted === source.text) {
				await say("", { file: name, state: "formatted" });
				continue;
			}
			if (options.check === true && code === exit.yes) code = exit.no;
			if (options.diff === true) {
				const diff = unifiedDiff(source.text, formatted, file, file);
				await say(diff, { file: name, state: "unformatted", diff });
			} else if (options.check === true) await say(`${file}\n`, { file: name, state: "unformatted" });
			else {
				replaceFile(name, formatted);
				await say("", { file: name, state: "changed" });
				await terminal.complain(`formatted ${file}\n`);
			}
		}
		if (options.json === true) await terminal.print(`${JSON.stringify({ files })}\n`);
		return code;
	},
};
