/** `rules hook`: answers a harness's own hook, in its dialect. Here the policy may be read from its source; quick-hook.ts watches the time. */

import type { Decisions } from "../../engine/decide/tree.js";
import { demandOfHook } from "../../runtime/audit/audit.js";
import type { Reply } from "../../runtime/harnesses/dialect/dialect.js";
import { denial, type HookQuestion, mostInput, readHook } from "../../runtime/harnesses/hooks/answer-hook.js";
import type { Loaded } from "../../runtime/load/load.js";
import { brokenRecord } from "../../runtime/servers/decision-record.js";
import { chosenAudit } from "../audit/audit-choice.js";
import { decidingPolicy } from "../policy/deciding-policy.js";
import { definePolicy } from "../policy/policy-choice.js";
import { type HookOptions, hookOptions, watched } from "../quick/hook-options.js";
import { heardNews, hookPolicy, hookReply, noLog, type Recorder } from "../quick/hook-reply.js";
import { smallFile } from "../quick/small-file.js";
import { WrongQuestion } from "../terminal/exit.js";
import { wholeInput } from "../terminal/standard-input.js";
import type { Verb } from "../verb.js";

export const hook: Verb = {
	define: (command) => {
		definePolicy(
			command
				.usage("--harness NAME [options]")
				.option("--harness <NAME>", "who asks: its dialect is read from standard input and answered")
				.option("--agent <AGENT>", "whose rules hold (default: the agent that the harness names, else `default`)")
				.option("--workspace <FOLDER>", "what paths of the policy are relative to (default: the project's folder)")
				.option("--force", "override nudges")
				.option("--alone", "let an allowed command run though the harness would ask or deny, where it can be told so")
				.option("--audit <FILE>", "put each decision on record: a log, or settings (`NAME.audit.yaml`)")
				.option("--deadline <TIME>", "deny when there is no answer after this time (default: `5s`)"),
		)
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
	try {
		const bytes = await Promise.race([wholeInput(mostInput), late]);
		if (bytes === undefined) return denial(dialect, `the question did not end within ${deadline} ms, so it is denied`);
		const question = readHook(dialect, bytes, options.settings, {
			variables: process.env,
			cwd: process.cwd(),
			fileText: smallFile,
		});
		if ("news" in question) return heardNews(options, question);
		return "code" in question ? question : await decided(options, question);
	} catch (error) {
		return denial(dialect, `this could not be decided, so it is denied: ${reasonOf(error)}`);
	}
}

async function decided(options: HookOptions, question: HookQuestion): Promise<Reply> {
	const { dialect } = options;
	const names = hookPolicy(options, question);
	const denied = (why: string): Reply =>
		denial(dialect, `the policy can't be used, so nothing is allowed: ${why}`, question.input);
	if (names.length === 0)
		return denied(
			`there is no \`policy.rules\` or \`policy.rules.yaml\` in \`${question.workspace}\` or above; name one with \`--rules\``,
		);
	try {
		const deciding = await decidingPolicy(names, { work: [question.cwd, question.workspace] });
		if ("broken" in deciding) return denied(loadFault(deciding.broken));
		if (options.audit === undefined) return hookReply(options, question, names, deciding.decisions, noLog);
		return await onRecord(options.audit, deciding.decisions, (record, files) =>
			hookReply(options, question, names, deciding.decisions, record, files),
		);
	} catch (error) {
		return denied(reasonOf(error));
	}
}

/** The reply of what puts decisions on record. */
async function onRecord(
	name: string,
	decisions: Decisions,
	reply: (record: Recorder, files: readonly string[]) => Reply,
): Promise<Reply> {
	const audit = await chosenAudit(name);
	try {
		return reply(
			(request, decision, world, asker) =>
				audit.decided(request, decision, world, "hook", demandOfHook(decisions, decision), asker),
			audit.files(),
		);
	} finally {
		audit.close();
	}
}

/** The first fault of a broken policy, with its place. */
function loadFault(loaded: Loaded): string {
	const [first] = brokenRecord(loaded, { argv: [""] }).diagnostics ?? [];
	return first === undefined ? "it is broken" : `${first.message} (${first.file}:${first.line})`;
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
