/** A setting in force as a line of a policy would say it. */
import { quote } from "../../syntax/texts.js";
import { nameText } from "../../syntax/write-dsl.js";
import type { AgentSettings } from "../policy.js";
import type { OutputLimit } from "./limits.js";
import type { SettingName } from "./setting-origins.js";

/** `limit timeout 5s max 30s`; undefined where nothing is kept, set, accepted or limited. */
export function settingText(agent: AgentSettings, name: SettingName): string | undefined {
	const { environment, limits } = agent;
	switch (name) {
		case "default":
		case "unreadable":
		case "sandbox":
		case "self":
			return `${name} ${agent[name]}`;
		case "audit":
			// Behind a hook that keeps a log it is more, where nobody says so.
			return `${name} ${agent.audit ?? "prefer"}`;
		case "syntax":
			return `syntax ${agent.syntax.length === 0 ? "none" : agent.syntax.join(", ")}`;
		case "trust":
			return `trust ${agent.trust.length === 0 ? "nothing" : agent.trust.map(pathName).join(", ")}`;
		case "environment keep":
			return settingLine(name, environment.keep);
		case "environment accept":
			return settingLine(name, environment.accept);
		case "environment set":
			return settingLine(
				name,
				Object.entries(environment.set).map(([variable, value]) => `${variable}=${value}`),
			);
		case "limit timeout": {
			if (limits.timeout === undefined && limits.timeoutMax === undefined) return undefined;
			const most = limits.timeoutMax === undefined ? "" : ` max ${timeText(limits.timeoutMax)}`;
			return `${name}${limits.timeout === undefined ? "" : ` ${timeText(limits.timeout)}`}${most}`;
		}
		case "limit output":
			return limits.output && `${name} ${outputText(limits.output)}`;
		case "limit processes":
			return limits.processes === undefined ? undefined : `${name} ${limits.processes}`;
		case "limit memory":
			return limits.memory === undefined ? undefined : `${name} ${sizeText(limits.memory)}`;
		case "limit cpu":
			return limits.cpu === undefined ? undefined : `${name} ${timeText(limits.cpu)}`;
		case "limit file-size":
			return limits.fileSize === undefined ? undefined : `${name} ${sizeText(limits.fileSize)}`;
		case "limit open-files":
			return limits.openFiles === undefined ? undefined : `${name} ${limits.openFiles}`;
	}
}

function pathName(path: string): string {
	return /^[\w/.+-]+$/.test(path) ? path : quote(path);
}

function settingLine(name: string, items: readonly string[]): string | undefined {
	return items.length === 0 ? undefined : `${name} ${items.map(nameText).join(", ")}`;
}

/** In the largest unit that leaves no fraction. */
function timeText(milliseconds: number): string {
	return inUnits(milliseconds, [
		["h", 3_600_000],
		["m", 60_000],
		["s", 1000],
		["ms", 1],
	]);
}

function sizeText(bytes: number): string {
	return inUnits(bytes, [
		["GiB", 1024 ** 3],
		["MiB", 1024 ** 2],
		["KiB", 1024],
		["", 1],
	]);
}

function inUnits(amount: number, units: readonly (readonly [name: string, size: number])[]): string {
	const found = units.find(([, size]) => amount !== 0 && amount % size === 0);
	return found === undefined ? `${amount}` : `${amount / found[1]}${found[0]}`;
}

function outputText({ size, unit, head, tail, spill, each }: OutputLimit): string {
	const text = unit === "characters" ? String : sizeText;
	return [
		text(size),
		...(unit === "characters" ? ["characters"] : []),
		...(each ? ["each"] : []),
		"keep",
		...(head > 0 ? [`head ${text(head)}`] : []),
		...(tail > 0 ? [`tail ${text(tail)}`] : []),
		...(spill ? ["spill"] : []),
	].join(" ");
}
