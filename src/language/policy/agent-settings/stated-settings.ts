/**
 * What an agent's policy says besides rules, by the records of settings. An inherited setting is only ever tightened, unless `override` says otherwise.
 */

import { didYouMean, respelling } from "../../diagnostic/suggest.js";
import { type SettingStatement, type Statement, settingNameOf } from "../../syntax/statements.js";
import type { Faults } from "../faults.js";
import type { SettingLine } from "../settings/setting.js";
import {
	isSettingName,
	namesBehind,
	type SettingName,
	type SettingValue,
	settingFamilies,
	settingNames,
	settingRecord,
} from "../settings.js";

/** What is stated, here or above; absent: nobody said anything. */
export type Settings = { readonly [Name in SettingName]?: SettingValue<Name> };

/** What several parents say together: the stricter of each. */
export function joinSettings(parents: readonly Settings[]): Settings {
	return bySetting((name) => {
		const said = parents.flatMap((parent): readonly unknown[] => (parent[name] === undefined ? [] : [parent[name]]));
		return said.length === 0
			? undefined
			: said.reduce((a, b) => settingRecord(name).values.join(a as never, b as never));
	});
}

/**
 * The settings of a body on top of what it inherits. The order of its lines means nothing: what overrides comes first, then everything else tightens it.
 * Faults: what is no setting, and what would loosen without `override`.
 */
export function applySettings(inherited: Settings, body: readonly Statement[], faults: Faults): Settings {
	const lines = linesByName(body, faults);
	if (lines.size === 0) return inherited;
	return bySetting((name) => {
		const own = lines.get(name);
		if (own === undefined) return inherited[name];
		return settingRecord(name).values.onTop(name, inherited[name] as never, own, faults);
	});
}

function bySetting(madeOf: (name: SettingName) => unknown): Settings {
	return Object.fromEntries(
		settingNames.flatMap((name) => {
			const value = madeOf(name);
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

/** The lines of a body by the setting that they say. `faults`: takes what is none. */
export function linesByName(
	body: readonly Statement[],
	faults?: Faults,
): ReadonlyMap<SettingName, readonly SettingLine[]> {
	const lines = new Map<SettingName, SettingLine[]>();
	for (const statement of body) {
		if (statement.kind !== "setting") continue;
		const name = settingNameOf(statement);
		if (isSettingName(name)) {
			const { override, span } = statement;
			const own = lines.get(name);
			const line = { words: wordsOf(statement), override, span };
			if (own === undefined) lines.set(name, [line]);
			else own.push(line);
		} else if (faults !== undefined && "name" in statement) {
			const { keyword, name: word } = statement;
			const { code, wrong } = settingFamilies[keyword];
			const known = namesBehind(keyword);
			const help = didYouMean(word.text, known);
			faults.error(code, word.span, `\`${keyword} ${word.text}\` ${wrong}`, help, respelling(word, known));
		}
	}
	return lines;
}

function wordsOf(statement: SettingStatement): SettingLine["words"] {
	switch (statement.form) {
		case "effect":
		case "word":
		case "name":
			return [statement.word];
		case "names":
		case "variables":
			return statement.names;
		case "paths":
			return statement.paths;
		case "amount":
			return statement.words;
	}
}
