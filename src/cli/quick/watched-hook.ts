/**
 * `rules hook` for a hook that keeps a log, as another process that watches the time starts it: this one may wait for the log, however long the disk takes. A policy that is
 * compiled already is asked here.
 */
import { readFileSync } from "node:fs";
import { readAuditSettings } from "../../runtime/audit/settings.js";
import { namesSettings } from "../../runtime/audit/sinks.js";
import { readyDecisions } from "../../runtime/load/decisions.js";
import { hookOptions } from "./hook-options.js";
import { hookPolicy, hookQuestion } from "./hook-reply.js";
import { printAtOnce } from "./quick-question.js";
import { openForHook, recordedReply } from "./recorded-reply.js";

/**
 * Prints the reply as JSON and answers true. False where the verb itself is to answer, or what standard input held, if that was read. `words`: behind the verb.
 * `done`: called before it ends well.
 */
export function watchedHook(words: readonly string[], done: (isUsual: boolean) => void): boolean | Buffer {
	const options = hookOptions(words);
	if ("why" in options || options.audit === undefined) return false;
	const bytes = readFileSync(0);
	try {
		const began = performance.now();
		const question = hookQuestion(options, bytes);
		if ("code" in question || "news" in question) return bytes;
		const names = hookPolicy(options, question);
		const work = [question.cwd, question.workspace];
		const ready = names.length === 0 ? undefined : readyDecisions(names, process.cwd(), work);
		if (ready === undefined || "fault" in ready) return bytes;
		const settings = namesSettings(options.audit) ? readAuditSettings(options.audit) : { to: [options.audit] };
		if ("fault" in settings || settings.to.includes("-")) return bytes;
		const reply = recordedReply(openForHook(settings), options, question, names, ready, began);
		if (!printAtOnce(1, JSON.stringify(reply))) return false;
		done(question.call.kind === "commands");
		return true;
	} catch {
		// The verb says why.
		return bytes;
	}
}
