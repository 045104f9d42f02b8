/** The commands that a pattern with lists in it speaks of, one by one: `git {log,show}` is `git log` and `git show`. */
import type { Pattern } from "../../../language/syntax/statements.js";

/** Each by its words; none for a pattern that isn't plain otherwise. */
export function alternativesOf({ words }: Pattern): readonly (readonly string[])[] {
	let found: readonly (readonly string[])[] = [[]];
	for (const { kind, text } of words) {
		const list = /^\{([^{}*?[\]]+)\}$/.exec(text)?.[1]?.split(",");
		const isPlain = kind === "plain" || kind === "quoted";
		if (list === undefined && !isPlain) return [];
		found = found.flatMap((one) => (list ?? [text]).map((word) => [...one, word]));
		if (found.length > most) return [];
	}
	return found;
}

const most = 48;
