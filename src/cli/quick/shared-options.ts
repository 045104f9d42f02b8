/** The options that verbs share with the quick way, as records. */
import { outputModes } from "../../runtime/execute/outcome.js";
import { packNames } from "../../runtime/load/find-policy.js";
import type { OptionRecord } from "./option-words.js";

/** `--rules` in words of its own. */
export function rulesRecord(summary: string): OptionRecord {
	return { flags: "--rules <FILE|FOLDER|PACK>", summary, known: packNames, repeats: true };
}

export const policyOption = rulesRecord("the policy; may be repeated, and is the nearest `policy.rules` when absent");

export const forceOption: OptionRecord = { flags: "--force", summary: "override nudges" };

/** Those of every request. */
export const requestOptions: readonly OptionRecord[] = [
	{ flags: "--script <SCRIPT>", summary: "a shell string in place of a command" },
	{ flags: "--agent <AGENT>", summary: "who asks (default: `default`)" },
	{ flags: "--cwd <FOLDER>", summary: "where the command would run (default: this folder)" },
	{ flags: "--workspace <FOLDER>", summary: "what paths of the policy are relative to (default: --cwd)" },
	forceOption,
];

/** Those of `rules check` beside a request's. */
export const checkOptions: readonly OptionRecord[] = [{ flags: "--json", summary: "print the decision as JSON" }];

/** Those of `rules run` beside a request's. */
export const runOptions: readonly OptionRecord[] = [
	{
		flags: "--timeout <TIME>",
		summary: "end the run after this time, such as `5s`; the policy's maximum stands",
		isTime: true,
	},
	{ flags: "--output-mode <MODE>", summary: "which output to show", choices: outputModes, unsaid: "separate" },
	{
		flags: "--input <TEXT>",
		summary: "what the program reads; `-` is standard input, which is also passed when it is a pipe or a file",
	},
];
