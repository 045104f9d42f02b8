/** The variables of an agent's commands, by the names of the settings that say them. */
import type { SettingName, SettingValue } from "../settings.js";

/** What runs keep and get of their surroundings, and what may be set before a command. */
export type Environment = {
	readonly [Name in SettingName as Name extends `environment ${infer Rest}` ? Rest : never]: SettingValue<Name>;
};
