/** Bounds on what is read at all: within them reading takes time in proportion to the length. */
import { Unreadable } from "./unreadable.js";

/** Longer strings are not looked at. In UTF-16 units. */
export const longestScript = 131_072;

/** What may stand how often in one script. */
const bounds: readonly { readonly what: string; readonly form: RegExp; readonly most: number }[] = [
	{ what: "here-documents", form: /<</g, most: 32 },
	{ what: "substitutions", form: /`|\$\(|[<>]\(/g, most: 1_000 },
	{ what: "words in braces", form: /\{/g, most: 2_000 },
	{ what: "brackets", form: /\[/g, most: 5_000 },
	{ what: "operators and quotes", form: /[;&|<>()'"$`\n]/g, most: 20_000 },
];

/** Refuses what is too long or too complex. */
export function checkSize(script: string): void {
	if (script.length > longestScript)
		throw new Unreadable(`it is longer than ${longestScript} characters`, longestScript, script.length);
	for (const { what, form, most } of bounds) {
		if (script.length <= most) continue;
		let count = 0;
		form.lastIndex = 0;
		for (let found = form.exec(script); found !== null; found = form.exec(script))
			if (++count > most)
				throw new Unreadable(`it is too complex: more than ${most} ${what}`, found.index, found.index + 1);
	}
}
