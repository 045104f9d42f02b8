/** What holds of the settings for an agent, with what nobody said filled in. */
import type { Environment } from "../settings/environment.js";
import type { Limits } from "../settings/limits.js";
import type { SettingRecord } from "../settings/setting.js";
import {
	type settings as records,
	type SettingName,
	type SettingValue,
	settingNames,
	settingRecord,
} from "../settings.js";
import type { Settings } from "./stated-settings.js";

type PlainName = Exclude<SettingName, `${string} ${string}`>;
type OpenName = { [Name in PlainName]: undefined extends (typeof records)[Name]["unsaid"] ? Name : never }[PlainName];

/** The settings of one word: `unreadable`, `trust`. One that is left open when nobody says it may be absent. */
type PlainSettings = { readonly [Name in Exclude<PlainName, OpenName>]: SettingValue<Name> } & {
	readonly [Name in OpenName]?: SettingValue<Name>;
};

export type SettledSettings = PlainSettings & { readonly environment: Environment; readonly limits: Limits };

/** Plain settings come first, since what is settled is compared as text. */
export function settledSettings(stated: Settings): SettledSettings {
	const plain: Record<string, unknown> = {};
	const environment: Record<string, unknown> = {};
	const limits: Record<string, unknown> = {};
	for (const name of settingNames) {
		const record = settingRecord(name);
		const value = stated[name] ?? ("unsaid" in record ? record.unsaid : undefined);
		if (value === undefined) continue;
		if (record.form === "amount") Object.assign(limits, value);
		else if (record.form === "variables") environment[record.name] = value;
		else plain[record.keyword] = value;
	}
	return { ...(plain as unknown as PlainSettings), environment: environment as Environment, limits: limits as Limits };
}

/** What a setting is in what is settled; undefined where nobody said anything and it is left open. */
export function settledValue(agent: SettledSettings, record: SettingRecord): unknown {
	switch (record.form) {
		case "amount": {
			const limits: Readonly<Record<string, unknown>> = agent.limits;
			const said = Object.keys(record.shapes)
				.filter((key) => limits[key] !== undefined)
				.map((key) => [key, limits[key]]);
			return said.length === 0 ? undefined : Object.fromEntries(said);
		}
		case "variables":
			return (agent.environment as Readonly<Record<string, unknown>>)[record.name];
		case "effect":
		case "word":
		case "name":
		case "names":
		case "paths":
			return (agent as unknown as Readonly<Record<string, unknown>>)[record.keyword];
	}
}
