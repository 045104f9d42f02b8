/**
 * Every setting, by what its lines begin with, in the order in which people are shown them. How it is written and what becomes of it is in its record.
 */
import { audit } from "./settings/audit.js";
import { defaultSetting } from "./settings/default.js";
import { environmentAccept } from "./settings/environment-accept.js";
import { environmentKeep } from "./settings/environment-keep.js";
import { environmentSet } from "./settings/environment-set.js";
import { govern } from "./settings/govern.js";
import { limitCpu } from "./settings/limit-cpu.js";
import { limitFileSize } from "./settings/limit-file-size.js";
import { limitMemory } from "./settings/limit-memory.js";
import { limitOpenFiles } from "./settings/limit-open-files.js";
import { limitOutput } from "./settings/limit-output.js";
import { limitProcesses } from "./settings/limit-processes.js";
import { limitTimeout } from "./settings/limit-timeout.js";
import { sandbox } from "./settings/sandbox.js";
import { self } from "./settings/self.js";
import type { SettingForm, SettingRecord } from "./settings/setting.js";
import { syntax } from "./settings/syntax.js";
import { trust } from "./settings/trust.js";
import { unreadable } from "./settings/unreadable.js";
import { zone } from "./settings/zone.js";

export const settings = {
	default: defaultSetting,
	unreadable,
	syntax,
	trust,
	zone,
	"environment keep": environmentKeep,
	"environment set": environmentSet,
	"environment accept": environmentAccept,
	sandbox,
	audit,
	self,
	govern,
	"limit timeout": limitTimeout,
	"limit output": limitOutput,
	"limit processes": limitProcesses,
	"limit memory": limitMemory,
	"limit cpu": limitCpu,
	"limit file-size": limitFileSize,
	"limit open-files": limitOpenFiles,
} as const;

export type SettingName = keyof typeof settings;
/** What a value of it is. */
export type SettingValue<Name extends SettingName> = {
	[One in Name]: ReturnType<(typeof settings)[One]["values"]["join"]>;
}[Name];
/** The word that its lines begin with. */
export type SettingKeyword = (typeof settings)[SettingName]["keyword"];
/** The keywords of one form. */
export type SettingOfForm<Form extends SettingForm> = {
	[Name in SettingName]: (typeof settings)[Name]["form"] extends Form ? (typeof settings)[Name]["keyword"] : never;
}[SettingName];

export const settingNames = Object.keys(settings) as readonly SettingName[];
export const settingKeywords = [
	...new Set(settingNames.map((name) => settings[name].keyword)),
] as readonly SettingKeyword[];

export function isSettingName(name: string): name is SettingName {
	return Object.hasOwn(settings, name);
}

export function isSettingKeyword(word: string): word is SettingKeyword {
	return (settingKeywords as readonly string[]).includes(word);
}

/** The record as one of many: whoever reads it goes by its form. */
export function settingRecord(name: SettingName): SettingRecord {
	return settings[name] as SettingRecord;
}

/** The records of a keyword: one, or those of its names. All are of one form. */
export function settingsOf(keyword: SettingKeyword): readonly SettingRecord[] {
	return settingNames.map(settingRecord).filter((record) => record.keyword === keyword);
}

type Head<Record> = Record extends { readonly form: infer Form; readonly keyword: infer Keyword }
	? { readonly form: Form; readonly keyword: Keyword }
	: never;

/** The keyword with the form of its lines. */
export function settingHead(keyword: SettingKeyword): Head<(typeof settings)[SettingName]> {
	return settingsOf(keyword)[0] as Head<(typeof settings)[SettingName]>;
}

/** `keep`, `set`, `accept` behind `environment`. */
export function namesBehind(keyword: SettingKeyword): readonly string[] {
	return settingsOf(keyword).flatMap((record) => ("name" in record ? [record.name] : []));
}

/** What the keywords say whose settings have names. */
export const settingFamilies = {
	environment: {
		says: "the variables that a run gets (`keep`, `set`) and those that may be set before a command (`accept`)",
		example: environmentKeep.example,
		code: "bad-setting",
		wrong: "says nothing",
	},
	limit: {
		says: `bounds a run: ${namesBehind("limit")
			.map((name) => `\`${name}\``)
			.join(", ")}; a \`max\` binds callers as well`,
		example: limitTimeout.example,
		code: "bad-limit",
		wrong: "limits nothing",
	},
} as const satisfies { readonly [Keyword in SettingOfForm<"variables" | "amount">]: object };

/** What a setting's keyword means, for whoever points at it or is offered it. */
export function settingMeaning(keyword: SettingKeyword): { readonly says: string; readonly example: string } {
	if (Object.hasOwn(settingFamilies, keyword)) return settingFamilies[keyword as keyof typeof settingFamilies];
	const { summary: says, example } = settingsOf(keyword)[0] as SettingRecord;
	return { says, example };
}
