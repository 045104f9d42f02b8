/** The reply of a hook that keeps a log: the decision is on record before it is told. */
import type { Decisions } from "../../engine/decide/tree.js";
import {
	type Audit,
	type AuditSettings,
	demandOfHook,
	microsecondsSince,
	openAudit,
} from "../../runtime/audit/audit.js";
import { bundleFields } from "../../runtime/audit/bundle-fields.js";
import type { Reply } from "../../runtime/harnesses/dialect/dialect.js";
import type { HookQuestion } from "../../runtime/harnesses/hooks/answer-hook.js";
import type { HookOptions } from "./hook-options.js";
import { hookReply, type Recorder } from "./hook-reply.js";

/** `names`: those of the policy. `began`: when the question came. `audit` is closed. */
export function recordedReply(
	audit: Audit,
	options: HookOptions,
	question: HookQuestion,
	names: readonly string[],
	decisions: Decisions,
	began: number,
): Reply {
	const record: Recorder = (request, decision, world, asker) =>
		audit.decided(request, decision, world, "hook", demandOfHook(decisions, decision), () => ({
			...asker,
			latency: microsecondsSince(began),
			...bundleFields(decisions, request, world),
		}));
	try {
		return hookReply(options, question, names, decisions, record, audit.files());
	} finally {
		audit.close();
	}
}

/**
 * Opens what a hook's `--audit` names, for one question: the next one may be asked in another folder, with another place for temporary files. `patience`: milliseconds
 * that other writers are waited for. Throws for records that would stand before the hook's answer.
 */
export function openForHook(settings: AuditSettings, patience?: number): Audit {
	if (settings.to.includes("-"))
		throw new Error("a hook's records can't go to standard output: that is where its answer goes");
	if (patience === undefined) return openAudit(settings);
	const to = settings.to.map((target) => {
		if (typeof target === "function") return target;
		return { ...(typeof target === "string" ? { file: target } : target), patience };
	});
	return openAudit({ ...settings, to });
}
