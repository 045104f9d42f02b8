/** Texts as a sentence lists them. */

/** `a`, `b` and `c`; of many the first few, and how many more. */
export function joinWords(texts: readonly string[], most = 4): string {
	const shown = texts.slice(0, texts.length > most ? most - 1 : most).map((text) => `\`${text}\``);
	const parts = shown.length < texts.length ? [...shown, `${texts.length - shown.length} more`] : shown;
	return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
