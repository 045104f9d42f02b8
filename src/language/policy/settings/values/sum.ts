/** A list that adds up: what is inherited, and what the lines say. */
import type { WrittenWord } from "../../clauses/clause.js";
import type { ComparedValues, SettingFaults } from "../setting.js";
import { listsMore } from "./common-part.js";

/** Names of variables. */
export const sumOfNames: ComparedValues<readonly string[]> = {
	onTop: (_, inherited = [], lines, faults) =>
		union(
			inherited,
			lines.flatMap(({ words }) => variableNames(words, faults)),
		),
	join: union,
	holds: () => true,
	staysAbove: () => true,
	isLooser: listsMore,
};

export function variableNames(words: readonly WrittenWord[], faults: SettingFaults): readonly string[] {
	for (const { text, span } of words)
		if (!/^([A-Za-z_][A-Za-z0-9_]*\*?|\*)$/.test(text))
			faults.error("bad-setting", span, `\`${text}\` is no variable's name`, "for example `PATH`, `LC_*`");
	return words.map(({ text }) => text);
}

export function union(a: readonly string[], b: readonly string[]): readonly string[] {
	return [...new Set([...a, ...b])];
}
