/** What a hook answers to what its harness says: the same in its own process and in a resident. Only where a policy comes from differs. */
import type { Audit } from "../../runtime/audit/audit.js";
import { namesSettings } from "../../runtime/audit/sinks.js";
import type { Reply } from "../../runtime/harnesses/dialect/dialect.js";
import { denial, type HookQuestion } from "../../runtime/harnesses/hooks/answer-hook.js";
import { firstFault } from "../../runtime/servers/decision-record.js";
import { settingsIn } from "../audit/audit-choice.js";
import type { Deciding } from "../policy/deciding-policy.js";
import type { HookOptions } from "../quick/hook-options.js";
import { heardNews, hookPolicy, hookQuestion, hookReply, noLog } from "../quick/hook-reply.js";
import { openForHook, recordedReply } from "../quick/recorded-reply.js";

/** The policy of these names. `work`: folders in which what is decided works. Throws where it can't be used, and it is no policy with errors. */
export type FindPolicy = (names: readonly string[], work: readonly string[]) => Promise<Deciding>;

/** `bytes`: what the harness says. */
export async function hookAnswer(options: HookOptions, bytes: Buffer, find: FindPolicy): Promise<Reply> {
	const began = performance.now();
	const asked = askedPolicy(options, bytes);
	if ("code" in asked) return asked;
	const { names, question } = asked;
	try {
		const deciding = await find(names, [question.cwd, question.workspace]);
		if ("broken" in deciding || options.audit === undefined) return replyBy(options, asked, deciding);
		const settings = namesSettings(options.audit) ? await settingsIn(options.audit) : { to: [options.audit] };
		return recordedReply(openForHook(settings), options, question, names, deciding.decisions, began);
	} catch (error) {
		return unusable(options, question, reasonOf(error));
	}
}

/** The same without waiting for anything, where policies are held. `open`: opens what `--audit` names; it may throw. */
export function hookAnswerAtOnce(
	options: HookOptions,
	bytes: Buffer,
	find: (names: readonly string[]) => Deciding,
	open: (name: string) => Audit,
): Reply {
	const began = performance.now();
	const asked = askedPolicy(options, bytes);
	if ("code" in asked) return asked;
	try {
		const deciding = find(asked.names);
		if ("broken" in deciding || options.audit === undefined) return replyBy(options, asked, deciding);
		return recordedReply(open(options.audit), options, asked.question, asked.names, deciding.decisions, began);
	} catch (error) {
		return unusable(options, asked.question, reasonOf(error));
	}
}

/** What a policy is asked. */
interface AskedPolicy {
	/** The names of the policy. */
	readonly names: readonly string[];
	readonly question: HookQuestion;
}

/** What a policy is asked, or the reply where none is needed. */
function askedPolicy(options: HookOptions, bytes: Buffer): AskedPolicy | Reply {
	try {
		const question = hookQuestion(options, bytes);
		if ("news" in question) return heardNews(options, question);
		if ("code" in question) return question;
		const names = hookPolicy(options, question);
		return names.length > 0
			? { names, question }
			: unusable(
					options,
					question,
					`there is no \`policy.rules\` or \`policy.rules.yaml\` in \`${question.workspace}\` or above; name one with \`--rules\``,
				);
	} catch (error) {
		return denial(options.dialect, `this could not be decided, so it is denied: ${reasonOf(error)}`);
	}
}

/** The reply of a policy, without a record. */
function replyBy(options: HookOptions, { names, question }: AskedPolicy, deciding: Deciding): Reply {
	if ("broken" in deciding) return unusable(options, question, firstFault(deciding.broken));
	return hookReply(options, question, names, deciding.decisions, noLog);
}

function unusable({ dialect }: HookOptions, { input }: HookQuestion, why: string): Reply {
	return denial(dialect, `the policy can't be used, so nothing is allowed: ${why}`, input);
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
