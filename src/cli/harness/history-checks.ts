/** Checks of a registered hook whose policy asks what happened before: is the hook told how a call ended? */
import { dirname, join } from "node:path";
import type { Decisions } from "../../engine/decide/tree.js";
import { pastTests } from "../../engine/history/event-tests.js";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { type RegisteredHook, registeredHooks } from "../../runtime/harnesses/install/registered.js";
import type { Check } from "./check.js";
import { settingsText } from "./settings-change.js";

/** None where the policy does not ask. */
export function historyChecks(
	{ name, dialect, registration, contract }: HookedHarness,
	hook: RegisteredHook,
	decisions: Decisions | undefined,
): readonly Check[] {
	if (decisions === undefined || pastTests(decisions).length === 0) return [];
	const weak = "what a rule needs by `after` holds only behind `&&` of the same command line";
	const { news = [], hears } = registration;
	if (dialect.news === undefined || (news.length === 0 && hears === undefined))
		return [doubtful("history", `${dialect.title} does not tell a hook how a call ended: ${weak}`)];
	const text = settingsText(hook.path) ?? "";
	if (hears !== undefined && !text.includes(hears))
		return [
			doubtful(
				"history",
				`its file does not tell it how a call ended: ${weak} (\`rules install\` writes one that does)`,
			),
		];
	const missing = news.filter((file) => {
		const path = file.kind === "file" ? join(dirname(hook.path), file.name) : hook.path;
		const hooks = registeredHooks(name, file, path, settingsText(path) ?? "", contract.timeoutUnit);
		return "message" in hooks || hooks.length === 0;
	});
	if (missing.length === 0) return [good("history", "it is told how a call ended, and when a person begins anew")];
	const events = missing.map((file) => `\`${file.kind === "file" ? file.name : file.steps.at(-1)}\``).join(", ");
	return [
		doubtful(
			"history",
			`it is not registered for ${events}, so it is not told how a call ended: ${weak} (\`rules install\` registers it)`,
		),
	];
}

function good(name: string, message: string): Check {
	return { name, verdict: "good", message };
}

function doubtful(name: string, message: string): Check {
	return { name, verdict: "doubtful", message };
}
