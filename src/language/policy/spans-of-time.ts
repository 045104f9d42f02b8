/** Times that a history looks back: `90s`, `30m`, `1h`, `7d`. */
import type { Text } from "../syntax/statements.js";
import type { Faults } from "./faults.js";

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Longer ago than a year is never. */
const longest = 366 * units.d;

/** Milliseconds; undefined, and a fault, where it is no time. */
export function spanOfTime(text: Text, faults: Faults): number | undefined {
	const span = timeOf(text.text);
	if (span !== undefined) return span;
	faults.error("bad-time", text.span, `\`${text.text}\` is no time`, "for example `90s`, `30m`, `1h`, `7d`");
	return undefined;
}

/** Milliseconds; undefined where it is no time. */
export function timeOf(text = ""): number | undefined {
	const found = /^(\d{1,9}(?:\.\d{1,3})?)(s|m|h|d)$/.exec(text);
	const span = found === null ? 0 : Math.round(Number(found[1]) * units[found[2] as keyof typeof units]);
	return span >= 1 && span <= longest ? span : undefined;
}
