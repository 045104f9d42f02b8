/** What two agents' settings say differently, and whether the change lets more through. */
import { settledValue } from "../../../language/policy/agent-settings/settled-settings.js";
import type { AgentSettings } from "../../../language/policy/policy.js";
import type { Limits } from "../../../language/policy/settings/limits.js";
import type { AmountRecord, SettingRecord } from "../../../language/policy/settings/setting.js";
import { settingNames, settingRecord } from "../../../language/policy/settings.js";

type Settings = AgentSettings;

/** One setting of an agent that changed. Values are as people write them. */
export interface SettingChange {
	readonly agent: string;
	readonly setting: string;
	readonly before: string;
	readonly after: string;
	/** It lets something through that was held back before. */
	readonly looser: boolean;
}

/** The settings that changed, the default aside when no agent is on the other side. */
export function settingChanges(
	before: Settings | undefined,
	after: Settings | undefined,
	agent: string,
): readonly SettingChange[] {
	if (before === undefined || after === undefined) return [];
	const changes: SettingChange[] = [];
	const add = (setting: string, was: string, is: string, looser: boolean): void => {
		if (was !== is) changes.push({ agent, setting, before: was, after: is, looser });
	};
	for (const name of settingNames) {
		const record = settingRecord(name);
		// Limits are told by their keys, below.
		if (record.form === "amount") continue;
		const [was, is] = [settledValue(before, record), settledValue(after, record)];
		add(name, valueText(record, was), valueText(record, is), record.values.isLooser(was as never, is as never));
	}
	addLimits(before.limits, after.limits, add);
	return changes;
}

type Add = (setting: string, was: string, is: string, looser: boolean) => void;

/** What is listed in no order is shown in one. */
function valueText(record: Exclude<SettingRecord, AmountRecord>, value: unknown): string {
	switch (record.form) {
		case "effect":
		case "word":
		case "name":
			return (value as string | undefined) ?? "not said";
		case "names":
		case "paths":
			return sortedNames(value as readonly string[]);
		case "variables":
			return sortedNames(record.items(value));
	}
}

function sortedNames(names: readonly string[]): string {
	return names.length === 0 ? "none" : [...names].sort().join(", ");
}

function addLimits(before: Limits, after: Limits, add: Add): void {
	const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort() as (keyof Limits)[];
	for (const key of keys) {
		const [was, is] = [before[key], after[key]];
		const looser =
			is === undefined || (typeof was === "number" && typeof is === "number" ? is > was : typeof was === "object");
		add(`limit ${key}`, shown(was), shown(is), was !== undefined && looser);
	}
}

function shown(value: unknown): string {
	return value === undefined ? "none" : typeof value === "object" ? JSON.stringify(value) : String(value);
}
