/**
 * Letters that a text says by numbers (`\x63`, `\143`, `\u{63}`), as shells and languages do. How many digits such a number has hangs on who reads it, and so does whether
 * quotes and backslashes between them are gone by then: all that may be meant is told.
 */

/** A letter by its number: so a text begins one. */
export const numbered = /\\['"\\\n]{0,40}(?:[xuU]['"\\\n{]{0,40}[0-9A-Fa-f]|[0-7]{2})/;

/** One that stands here: by sixteens behind a letter, by eights without one. */
const here =
	/\\['"\\\n]{0,40}(?:([xuU])['"\\\n{]{0,40}(?=[0-9A-Fa-f])|(?=[0-7]))((?:['"\\\n]{0,40}[0-9A-Fa-f]){1,24})/y;
const mostDigits = 24;
const letters = /[A-Za-z0-9_-]*/y;
const isLetter = /^[A-Za-z0-9_-]$/;
const mostByEights = 0o777;
const mostBySixteens = 0x10ffff;

/** The letters, and what may stand behind each, in small letters; undefined where a number has too many digits to be told. */
export function lettersByNumbers(text: string): readonly string[] | undefined {
	const found = new Set<string>();
	for (let at = text.indexOf("\\"); at >= 0; at = text.indexOf("\\", at + 1)) {
		here.lastIndex = at;
		const [, name, written = ""] = here.exec(text) ?? [];
		const [radix, most] = name === undefined ? [8, mostByEights] : [16, mostBySixteens];
		const begin = here.lastIndex - written.length;
		let [value, digits] = [0, 0];
		for (let index = 0; index < written.length && value <= most; index++) {
			const digit = "0123456789abcdef".indexOf((written[index] as string).toLowerCase());
			if (digit >= radix) break;
			if (digit < 0) continue;
			value = value * radix + digit;
			if (++digits === mostDigits) return undefined;
			letters.lastIndex = begin + index + 1;
			found.add((letters.exec(text)?.[0] ?? "").toLowerCase());
			// Some take the last byte of a number.
			const meant = [value & 0xff, ...(value <= most ? [value] : [])].map((one) =>
				String.fromCodePoint(one).toLowerCase(),
			);
			for (const one of meant) if (isLetter.test(one)) found.add(one);
		}
	}
	found.delete("");
	return [...found];
}
