/** Takes secrets out of the words by which people know an event again: nothing is decided by these words. */
import type { HistoryEvent } from "../../engine/history/event.js";
import { masked } from "../audit/mask.js";
import { secretsInWords } from "../audit/secret-words.js";

export function withoutSecrets(event: HistoryEvent): HistoryEvent {
	const text = textWithoutSecrets(event.text);
	return text === event.text ? event : { ...event, text };
}

export function textWithoutSecrets(text: string): string {
	const words = text.split(" ");
	const found = secretsInWords(words);
	if (found.every((places) => places.length === 0)) return text;
	return words.map((word, at) => ((found[at] ?? []).length > 0 ? masked : word)).join(" ");
}
