/** `zone`: the time zone of `when time`, `day`, `date` and of `until`. */
import { isZone } from "../clauses/facts/moments.js";
import type { NameRecord, SettingLine } from "./setting.js";
import { tellLoosening } from "./values/loosening.js";

/** Two parents say two zones: none is known, and no time is. */
const inDoubt = "unknown";

export const zone = {
	keyword: "zone",
	form: "name",
	summary: "the time zone in which times, days and dates are read; `UTC` when nobody says",
	example: "zone Europe/Berlin",
	usage: "NAME",
	decides: true,
	unsaid: "UTC",
	values: {
		onTop: (heading, inherited, lines, faults) => {
			const said = lines.filter((line) => {
				const [word] = line.words;
				if (word === undefined) return false;
				if (isZone(word.text)) return true;
				faults.error(
					"bad-setting",
					word.span,
					`\`${word.text}\` is no time zone that is known here`,
					"for example `zone Europe/Berlin` or `zone UTC`",
				);
				return false;
			});
			const [first] = said;
			if (first === undefined) return inherited;
			const name = nameIn(first);
			for (const line of said)
				if (nameIn(line) !== name)
					faults.error("bad-setting", line.span, `\`${heading}\` is said twice here`, "keep one of the two lines");
			// Whatever hangs on a time becomes another rule by it.
			if (inherited === undefined || inherited === name || said.some(({ override }) => override)) return name;
			tellLoosening(heading, first.span, faults);
			return inherited;
		},
		join: (a, b) => (a === b ? a : inDoubt),
		holds: (line, value) => nameIn(line) === value,
		staysAbove: (inherited, lines, value) => !lines.some(({ override }) => override) && inherited === value,
		isLooser: () => false,
	},
} as const satisfies NameRecord;

function nameIn({ words: [word] }: SettingLine): string | undefined {
	return word?.text;
}
