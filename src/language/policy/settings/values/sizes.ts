/** Sizes as people write them. */
import type { WrittenWord } from "../../clauses/clause.js";
import type { SettingFaults } from "../setting.js";
import { inUnits, type Measure } from "./amount.js";

/** Bytes of `512`, `16KiB`, `1GB`. */
export const size: Measure = {
	usage: "SIZE",
	shape: { description: "Bytes.", type: "integer", minimum: 0 },
	text: (amount) =>
		inUnits(amount, [
			["GiB", 1024 ** 3],
			["MiB", 1024 ** 2],
			["KiB", 1024],
			["", 1],
		]),
	read: ({ words }, at, _, faults) => words[at] && bytesOf(words[at], faults),
};

const units: Readonly<Record<string, number>> = {
	B: 1,
	kB: 1e3,
	KB: 1e3,
	MB: 1e6,
	GB: 1e9,
	TB: 1e12,
	KiB: 1024,
	MiB: 1024 ** 2,
	GiB: 1024 ** 3,
	TiB: 1024 ** 4,
};

export function bytesOf(word: WrittenWord, faults: SettingFaults): number | undefined {
	const value = bytes(word.text);
	if (value !== undefined) return value;
	faults.error("bad-limit", word.span, `\`${word.text}\` is no size`, "for example `1024`, `16KiB`, `2GiB`");
	return undefined;
}

/** Undefined for what is no size. */
export function bytes(text: string): number | undefined {
	const found = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(text);
	const unit = found?.[2] === "" ? 1 : units[found?.[2] ?? ""];
	const value = found && unit ? Math.round(Number(found[1]) * unit) : Number.NaN;
	return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
