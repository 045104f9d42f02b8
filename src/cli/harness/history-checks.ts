/** Checks of a registered hook whose policy asks what happened before: is the hook told how a call ended, and does a session stay one? */
import { dirname, join } from "node:path";
import type { Decisions } from "../../engine/decide/tree.js";
import { factsAsked, pastTests } from "../../engine/history/event-tests.js";
import { sessionStart } from "../../runtime/harnesses/dialect/post-tool-use.js";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { type RegisteredHook, registeredHooks } from "../../runtime/harnesses/install/registered.js";
import { tellsEnds } from "../../runtime/harnesses/install/registration.js";
import { harnessProcess } from "../../runtime/history/harness-process.js";
import { treeFingerprint } from "../../runtime/load/work-tree/tree-fingerprint.js";
import type { Check } from "./check.js";
import { settingsText } from "./settings-change.js";

/** None where the policy does not ask. `project`: the folder that the harness works in. */
export function historyChecks(
	harness: HookedHarness,
	hook: RegisteredHook,
	decisions: Decisions | undefined,
	project: string,
): readonly Check[] {
	if (decisions === undefined || pastTests(decisions).length === 0) return [];
	const comparesTree = factsAsked(decisions).includes("tree");
	return [...endChecks(harness, hook), ...sessionChecks(harness), ...(comparesTree ? [treeCheck(project)] : [])];
}

/** The files are looked at once before: what is kept of them then makes the time that of every day. */
function treeCheck(project: string): Check {
	const first = treeFingerprint(project);
	if ("unknown" in first)
		return doubtful("tree", `what \`same tree\` compares can't be known here, so it grants nothing: ${first.unknown}`);
	const before = process.hrtime.bigint();
	treeFingerprint(project);
	const took = Math.round(Number(process.hrtime.bigint() - before) / 1e6);
	return good("tree", `what \`same tree\` compares is known; to look at it takes ${took} ms`);
}

function endChecks({ name, dialect, registration, contract }: HookedHarness, hook: RegisteredHook): readonly Check[] {
	const weak = "what a rule needs by `after` holds only behind `&&` of the same command line";
	const { news = [], hears } = registration;
	const isToldEnds = dialect.news !== undefined && tellsEnds(registration);
	const untold = `${dialect.title} does not tell a hook how a call ended: ${weak}`;
	if (news.length === 0 && hears === undefined) return [doubtful("history", untold)];
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
	if (missing.length === 0)
		return [
			isToldEnds
				? good("history", "it is told how a call ended, and when a person begins anew")
				: doubtful("history", untold),
		];
	const names = missing.map((file) => (file.kind === "file" ? file.name : String(file.steps.at(-1))));
	const lost = [
		...(isToldEnds && names.some((one) => one !== sessionStart) ? [`how a call ended: ${weak}`] : []),
		...(names.includes(sessionStart) ? ["that a session is a copy of another: what rules fear is lost in a copy"] : []),
	];
	const events = names.map((one) => `\`${one}\``).join(", ");
	return [
		doubtful(
			"history",
			`it is not registered for ${events}, so it is not told ${lost.join(", nor ")} (\`rules install\` registers it)`,
		),
		...(isToldEnds ? [] : [doubtful("history", untold)]),
	];
}

/** Where a session goes on and nobody tells, what it did is forgotten. */
function sessionChecks({ dialect: { title }, sessions }: HookedHarness): readonly Check[] {
	const lost = "what rules fear, and count in a session, is lost there";
	const found: Check[] = [];
	if (sessions === undefined)
		found.push(
			doubtful(
				"session",
				`nobody has measured how a session of ${title} goes on: under another name in another process, ${lost}`,
			),
		);
	else if (sessions.lapses.length > 0)
		for (const lapse of sessions.lapses) found.push(doubtful("session", `${lapse}: ${lost}`));
	else
		found.push(
			good(
				"session",
				[
					`it stays one where it is resumed, compacted, or goes on by another agent (measured with ${title} ${sessions.measured})`,
					...sessions.strict,
					"a harness that an agent starts apart from its shell (`setsid`, `nohup … &`) is not known as the agent's, so let rules not allow that",
				].join("; "),
			),
		);
	if (harnessProcess() === undefined)
		found.push(
			doubtful(
				"session",
				`this system does not tell which process started a harness: where an agent starts one in its shell, or one process has several names for a session, ${lost}`,
			),
		);
	return found;
}

function good(name: string, message: string): Check {
	return { name, verdict: "good", message };
}

function doubtful(name: string, message: string): Check {
	return { name, verdict: "doubtful", message };
}
