/** The limits in force for a run, as the records of `limit` lower them: numbers in milliseconds, bytes or pieces. Absent: no limit. */
import type { SettingName, SettingValue } from "../settings.js";

export type { OutputLimit } from "./limit-output.js";

type Both<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
	? All
	: never;

export type Limits = Both<SettingValue<Extract<SettingName, `limit ${string}`>>>;
