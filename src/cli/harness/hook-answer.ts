/** What a hook answers to what its harness says: the same in its own process and in a resident. Only where a policy comes from differs. */
import type { Decisions } from "../../engine/decide/tree.js";
import { demandOfHook } from "../../runtime/audit/audit.js";
import { bundleFields } from "../../runtime/audit/bundle-fields.js";
import type { Reply } from "../../runtime/harnesses/dialect/dialect.js";
import { denial, type HookQuestion, readHook } from "../../runtime/harnesses/hooks/answer-hook.js";
import type { Loaded } from "../../runtime/load/load.js";
import { brokenRecord } from "../../runtime/servers/decision-record.js";
import { chosenAudit } from "../audit/audit-choice.js";
import type { Deciding } from "../policy/deciding-policy.js";
import type { HookOptions } from "../quick/hook-options.js";
import { heardNews, hookPolicy, hookReply, noLog, type Recorder } from "../quick/hook-reply.js";
import { smallFile } from "../quick/small-file.js";

/** The policy of these names. `work`: folders in which what is decided works. Throws where it can't be used, and it is no policy with errors. */
export type FindPolicy = (names: readonly string[], work: readonly string[]) => Promise<Deciding>;

/** `bytes`: what the harness says. */
export async function hookAnswer(options: HookOptions, bytes: Buffer, find: FindPolicy): Promise<Reply> {
	const { dialect } = options;
	try {
		const question = readHook(dialect, bytes, options.settings, {
			variables: process.env,
			cwd: process.cwd(),
			fileText: smallFile,
		});
		if ("news" in question) return heardNews(options, question);
		return "code" in question ? question : await decided(options, question, find);
	} catch (error) {
		return denial(dialect, `this could not be decided, so it is denied: ${reasonOf(error)}`);
	}
}

async function decided(options: HookOptions, question: HookQuestion, find: FindPolicy): Promise<Reply> {
	const { dialect } = options;
	const names = hookPolicy(options, question);
	const denied = (why: string): Reply =>
		denial(dialect, `the policy can't be used, so nothing is allowed: ${why}`, question.input);
	if (names.length === 0)
		return denied(
			`there is no \`policy.rules\` or \`policy.rules.yaml\` in \`${question.workspace}\` or above; name one with \`--rules\``,
		);
	try {
		const deciding = await find(names, [question.cwd, question.workspace]);
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
				audit.decided(request, decision, world, "hook", demandOfHook(decisions, decision), () => ({
					...asker,
					...bundleFields(decisions, request, world),
				})),
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
