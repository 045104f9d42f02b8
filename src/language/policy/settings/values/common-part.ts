/** A list of what is let through: several lines in one body add up; of what is inherited they only keep a part, unless they override it. */
import type { WrittenWord } from "../../clauses/clause.js";
import type { ComparedValues, SettingFaults, SettingLine } from "../setting.js";
import { tellLoosening } from "./loosening.js";

/** `nothing`: the word for an empty list. */
export function commonPart<Item extends string, W extends WrittenWord = WrittenWord>(
	read: (words: readonly W[], faults: SettingFaults) => readonly Item[],
	nothing?: string,
): ComparedValues<readonly Item[]> {
	return {
		onTop: (heading, inherited, lines: readonly SettingLine[], faults) => {
			const own = lines.map((line) => ({ line, said: read(line.words as readonly W[], faults) }));
			return own.flatMap(({ line, said }) => {
				if (line.override || inherited === undefined) return said;
				if (said.some((one) => !inherited.includes(one))) tellLoosening(heading, line.span, faults);
				return said.filter((one) => inherited.includes(one));
			});
		},
		join: (a, b) => a.filter((one) => b.includes(one)),
		holds: () => true,
		// A line lists something that does not hold, because what is inherited does not have it.
		staysAbove: (_, lines, value = []) =>
			lines.some(
				({ override, words }) =>
					!override && words.some(({ text }) => text !== nothing && !(value as readonly string[]).includes(text)),
			),
		isLooser: listsMore,
	};
}

export function listsMore(before: readonly string[] = [], after: readonly string[] = []): boolean {
	return after.some((one) => !before.includes(one));
}
