/** Names and texts as a sentence lists them. */

/** `a`, `b` and `c`; of many the first few, and how many more. */
export function joinWords(texts: readonly string[], most = 4): string {
	const shown = texts.slice(0, texts.length > most ? most - 1 : most).map(quoted);
	return joinParts(shown.length < texts.length ? [...shown, `${texts.length - shown.length} more`] : shown, "and");
}

/** `a`, `b`, `c`: all of them, quoted. */
export function joinQuoted(names: readonly string[]): string {
	return names.map(quoted).join(", ");
}

/** a, b and c; the parts stand as they are. */
export function joinParts(parts: readonly string[], last: "and" | "or"): string {
	return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;
}

function quoted(text: string): string {
	return `\`${text}\``;
}
