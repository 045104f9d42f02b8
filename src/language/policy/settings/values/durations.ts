/** Times as people write them. */
import type { WrittenWord } from "../../clauses/clause.js";
import type { SettingFaults } from "../setting.js";
import { inUnits, type Measure } from "./amount.js";

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Milliseconds of `500ms`, `5s`, `1.5m`, `1h`; undefined for what is no time, or one that no timer holds (31 bits). */
export function milliseconds(text: string): number | undefined {
	const found = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
	const value = found === null ? 0 : Math.round(Number(found[1]) * units[found[2] as keyof typeof units]);
	return value >= 1 && value <= 2_147_483_647 ? value : undefined;
}

/** Milliseconds of `500ms`, `5s`. */
export const time: Measure = {
	usage: "T",
	shape: { description: "Milliseconds.", type: "integer", minimum: 1 },
	text: (amount) => inUnits(amount, Object.entries(units).reverse()),
	read: ({ words }, at, _, faults) => words[at] && timeOf(words[at], faults),
};

export function timeOf(word: WrittenWord, faults: SettingFaults): number | undefined {
	const value = milliseconds(word.text);
	if (value !== undefined) return value;
	faults.error("bad-limit", word.span, `\`${word.text}\` is no time`, "for example `500ms`, `5s`, `10m`, `1h`");
	return undefined;
}
