/** Where the settings of an agent were said: for each, the lines that what is in force comes from. */
import type { Span } from "../../source/span.js";
import type { Statement } from "../../syntax/statements.js";
import { type SettingName, settingNames, settingRecord } from "../settings.js";
import { linesByName, type Settings } from "./stated-settings.js";

/** A line that says a setting. */
export interface SettingOrigin {
	/** The agent or group that it stands in; empty outside of both. */
	readonly owner: string;
	readonly override: boolean;
	readonly span: Span;
}

/** A setting that nobody said is absent. */
export type SettingOrigins = ReadonlyMap<SettingName, readonly SettingOrigin[]>;

/** Settings, and where they were said. */
export interface SaidSettings {
	readonly settings: Settings;
	readonly origins: SettingOrigins;
}

/** Where what several parents say together was said: by those that say just that, else by all that say anything. */
export function joinOrigins(parents: readonly SaidSettings[], together: Settings): SettingOrigins {
	const origins = new Map<SettingName, readonly SettingOrigin[]>();
	for (const name of settingNames) {
		const saying = parents.filter((parent) => parent.origins.has(name));
		const said = JSON.stringify(together[name]);
		const same = saying.filter((parent) => JSON.stringify(parent.settings[name]) === said);
		const found = (same.length > 0 ? same : saying).flatMap((parent) => parent.origins.get(name) ?? []);
		if (found.length > 0) origins.set(name, distinct(found));
	}
	return origins;
}

/** Where the settings of a body were said, on top of what it inherits. `settings`: what is in force in the body. */
export function originsIn(
	inherited: SaidSettings,
	body: readonly Statement[],
	owner: string,
	settings: Settings,
): SettingOrigins {
	const origins = new Map(inherited.origins);
	for (const [name, lines] of linesByName(body)) {
		const { values } = settingRecord(name);
		const value = settings[name] as never;
		const own = lines.filter((line) => values.holds(line, value));
		const stays = values.staysAbove(inherited.settings[name] as never, lines, value);
		origins.set(
			name,
			distinct([
				...(stays ? (inherited.origins.get(name) ?? []) : []),
				...own.map(({ override, span }): SettingOrigin => ({ owner, override, span })),
			]),
		);
	}
	return origins;
}

function distinct(origins: readonly SettingOrigin[]): readonly SettingOrigin[] {
	return [...new Map(origins.map((one) => [`${one.span.file}\0${one.span.start}`, one])).values()];
}
