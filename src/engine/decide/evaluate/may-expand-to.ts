/** May a word whose value can't be known become a certain text, once a shell has put in what it stands for? */
import type { Word } from "../../request/request.js";

/** Signs of a glob that stand for other characters, or may for some shell. */
const live = /[*?[\](){}!+@^~\\|<>]/;

/** A glob becomes paths that begin and end as it does, or stays as it is; of a variable's word the beginning may be known. */
export function mayExpandTo(word: Word, text: string): boolean {
	switch (word.kind) {
		case "known":
			return word.text === text;
		case "unknown":
			return word.words === "any" || word.begins === undefined || text.startsWith(word.begins);
		case "globbed": {
			// Some shells are told to let letters of either case fit.
			const [pattern, wanted] = [word.pattern.toLowerCase(), text.toLowerCase()];
			const begins = pattern.slice(0, Math.max(0, pattern.search(live)));
			return wanted.startsWith(begins) && wanted.endsWith(literalEnd(pattern));
		}
	}
}

function literalEnd(pattern: string): string {
	let at = pattern.length;
	while (at > 0 && !live.test(pattern.charAt(at - 1))) at--;
	return pattern.slice(at);
}
