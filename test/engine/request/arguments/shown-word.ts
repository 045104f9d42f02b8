import type { Word } from "../../../../src/engine/request/request.js";

/** A word as tests write it: its text, a glob in angle brackets, `?` where it can't be known. */
export function shownWord(word: Word): string {
	switch (word.kind) {
		case "known":
			return word.text;
		case "globbed":
			return `<${word.pattern}>`;
		case "unknown":
			return "?";
	}
}
