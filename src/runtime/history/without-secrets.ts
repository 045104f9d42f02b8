/** Takes secrets out of the words by which people know an event again: nothing is decided by these words. */
import { masked } from "../audit/mask.js";
import { secretsInWords } from "../audit/secret-words.js";

export function textWithoutSecrets(text: string): string {
	const words = text.split(" ");
	const found = secretsInWords(words);
	if (found.every((places) => places.length === 0)) return text;
	return words.map((word, at) => ((found[at] ?? []).length > 0 ? masked : word)).join(" ");
}
