/** A setting in force as a line of a policy would say it. */

import { nameText } from "../../syntax/dsl/part-text.js";
import { quote } from "../../syntax/texts.js";
import type { AgentSettings } from "../policy.js";
import { type SettingName, settingRecord } from "../settings.js";
import { settledValue } from "./settled-settings.js";

/** `limit timeout 5s max 30s`; undefined where nothing is kept, set, accepted or limited. */
export function settingText(agent: AgentSettings, name: SettingName): string | undefined {
	const record = settingRecord(name);
	const value = settledValue(agent, record);
	const text = (): string | undefined => {
		switch (record.form) {
			case "effect":
			case "word":
				return (value as string | undefined) ?? record.shownUnsaid;
			case "name":
				return nameText(value as string);
			case "names":
				return (value as readonly string[]).join(", ") || record.nothing;
			case "paths":
				return (value as readonly string[]).map(pathName).join(", ") || record.nothing;
			case "variables":
				return record.items(value).map(nameText).join(", ") || undefined;
			case "amount":
				return value === undefined ? undefined : record.text(value as object);
		}
	};
	const said = text();
	return said === undefined ? undefined : `${name} ${said}`;
}

function pathName(path: string): string {
	return /^[\w/.+-]+$/.test(path) ? path : quote(path);
}
