/** Words that say that something is shown. */
import { isDestroying, verbSets } from "../../../engine/knowledge/vocabulary/verbs.js";
import { once } from "../../../language/source/once.js";

const looking = once(() => new RegExp(`^(?:${verbSets()["looking-verbs"]})$`));

/** Does this word say that something is shown, and nothing else? */
export function isLooking(word: string): boolean {
	return looking().test(word) && !isDestroying(word);
}
