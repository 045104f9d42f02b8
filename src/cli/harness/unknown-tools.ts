/** Tools of a harness that stand in no record: they are `tool.NAME`, denied where tools are governed unless a rule allows them, so whoever keeps the policy should know of them. */
import { resolve } from "node:path";
import { decide } from "../../engine/decide/decide.js";
import { governs } from "../../engine/decide/governed.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { commandsOfCall, toolCallName } from "../../engine/request/calls.js";
import { logFileLines } from "../../runtime/audit/bounded-lines.js";
import { readLine } from "../../runtime/audit/read-log.js";
import { readAuditSettings } from "../../runtime/audit/settings.js";
import { namesSettings } from "../../runtime/audit/sinks.js";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { requestOfHarnessCall } from "../../runtime/harnesses/harness-call.js";
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import type { Places } from "../../runtime/harnesses/install/registration.js";
import { settingIn } from "../../runtime/harnesses/install/switches.js";
import { realWorld } from "../../runtime/load/world.js";
import type { HookOptions } from "../quick/hook-options.js";
import type { Check } from "./check.js";
import { settingsTexts } from "./doctor-scopes.js";

/** One check that names those that were called, by the hook's log, or that the harness's settings name; none where there is nothing to say. */
export function unknownToolsChecks(
	harness: HookedHarness,
	{ audit, settings }: HookOptions,
	places: Places,
	decisions: Decisions | undefined,
): readonly Check[] {
	if (decisions === undefined) return [];
	const agent = settings.agent ?? "default";
	const own = Object.hasOwn(decisions.agents, agent) ? decisions.agents[agent] : undefined;
	if (own === undefined || !governs(own.agent, "tools")) return [];
	const named = new Map<string, string>();
	for (const { name, path } of namedInSettings(harness, places)) named.set(name, `\`${path}\` names it`);
	for (const [name, times] of calledByLog(audit, places))
		named.set(name, times === 1 ? "called once" : `called ${times} times`);
	const world = realWorld(places.project);
	// What a rule speaks of is known to whoever wrote that.
	const unknown = [...named].filter(([name]) => {
		const { effect, rules } = decide(decisions, { agent, call: [name] }, world);
		return effect === "deny" && rules.length === 0;
	});
	if (unknown.length === 0) return [];
	const shown = unknown.slice(0, mostShown).map(([name, why]) => `\`${name}\` (${why})`);
	const more = unknown.length > mostShown ? ` and ${unknown.length - mostShown} more` : "";
	return [
		{
			name: "tools",
			verdict: "doubtful",
			message: `in no record of a harness, and in no rule, so denied: ${shown.join(", ")}${more}; what may be called takes a rule, such as \`allow ${unknown[0]?.[0]}\``,
		},
	];
}

const mostShown = 20;

/** Of those that settings speak of. */
function namedInSettings(harness: HookedHarness, places: Places): readonly { name: string; path: string }[] {
	const { dialect, registration } = harness;
	return settingsTexts(harness, places).flatMap((place) =>
		(registration.toolLists ?? []).flatMap((steps) => {
			const value = settingIn(place, steps)?.value;
			const entries = Array.isArray(value) ? value : [];
			return entries.flatMap((entry) => {
				const tool = typeof entry === "string" ? /^\w+(?=$|\()/.exec(entry)?.[0] : undefined;
				if (tool === undefined || dialect.plain.includes(tool)) return [];
				const asked = requestOfHarnessCall(harness.name, tool, {});
				const { call } = typeof asked === "string" ? {} : asked.request;
				const [name] = call === undefined ? [] : commandsOfCall(call).flat();
				return name === toolCallName(tool) && !isKnown(name) ? [{ name, path: place.path }] : [];
			});
		}),
	);
}

/** Of those that the hook's log holds, how often. The file that is written to now says enough. */
function calledByLog(audit: string | undefined, places: Places): ReadonlyMap<string, number> {
	const times = new Map<string, number>();
	for (const log of audit === undefined ? [] : logsOf(resolve(places.project, audit)))
		try {
			for (const { bytes: line } of logFileLines(log, true)) {
				// Most lines are about something else.
				if (line === undefined || !line.includes('"tool.')) continue;
				const { record } = readLine(line, { file: log, line: 0 });
				if (record?.type !== "decision") continue;
				for (const [name] of record.call ?? [])
					if (name?.startsWith("tool.") && !isKnown(name)) times.set(name, (times.get(name) ?? 0) + 1);
			}
		} catch {
			// There is none yet, or it is not ours to read.
		}
	return times;
}

function logsOf(name: string): readonly string[] {
	if (!namesSettings(name)) return [name];
	const read = readAuditSettings(name);
	if ("fault" in read) return [];
	return read.to.flatMap((one) => (typeof one === "string" ? [one] : "file" in one ? [one.file] : []));
}

/** Does the record of any harness say of a tool that it is this? */
function isKnown(name: string): boolean {
	return hookedHarnesses.some(({ dialect }) =>
		Object.entries(dialect.tools).some(
			([tool, { says }]) => toolCallName(tool) === name || says.includes(`\`${name}\``),
		),
	);
}
