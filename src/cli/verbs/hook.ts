/** `rules hook`: answers a harness's own hook, in its dialect. Here the policy may be read from its source; quick-hook.ts watches the time. */

import type { Reply } from "../../runtime/harnesses/dialect/dialect.js";
import { denial, mostInput } from "../../runtime/harnesses/hooks/answer-hook.js";
import { hookAnswer } from "../harness/hook-answer.js";
import { withOptions } from "../options.js";
import { decidingPolicy } from "../policy/deciding-policy.js";
import { type HookOptions, hookOptions, hookRecords } from "../quick/hook-options.js";
import { watched } from "../quick/watched.js";
import { WrongQuestion } from "../terminal/exit.js";
import { wholeInput } from "../terminal/standard-input.js";
import type { Verb } from "../verb.js";

export const hook: Verb = {
	define: (command) => {
		withOptions(command.usage("--harness NAME [options]"), hookRecords)
			// They are told in the harness's dialect: an exit code stops not every harness.
			.allowUnknownOption()
			.allowExcessArguments();
	},
	examples: [
		["rules hook --harness claude-code --rules ~/policy.rules", "what the harness is told to run before each command"],
	],
	run: async (_, { terminal }) => {
		const words = process.argv.slice(3);
		const options = hookOptions(words);
		if ("why" in options) {
			const { dialect, why, help } = options;
			if (dialect === undefined) throw new WrongQuestion(why, help);
			return said(denial(dialect, `${why} (${help})`));
		}
		return said(await replyOf(options));

		async function said({ stdout, stderr, code }: Reply): Promise<number> {
			if (words.includes(watched)) await terminal.print(JSON.stringify({ stdout, stderr, code }));
			else {
				await terminal.print(stdout);
				await terminal.complain(stderr);
			}
			return code;
		}
	},
};

async function replyOf(options: HookOptions): Promise<Reply> {
	const { dialect, deadline } = options;
	const late = new Promise<undefined>((resolve) => setTimeout(resolve, deadline, undefined).unref());
	const bytes = await Promise.race([wholeInput(mostInput), late]);
	if (bytes === undefined) return denial(dialect, `the question did not end within ${deadline} ms, so it is denied`);
	return await hookAnswer(options, bytes, (names, work) => decidingPolicy(names, { work }));
}
