/** The regular expressions in a policy's patterns, and where each of them stands. */

import { readRegex } from "../../../../language/policy/word-language/read-regex.js";
import type { PatternWord } from "../../../../language/syntax/statements.js";
import { everyWord, type WordSet, wordSetOf } from "../../../analysis/words/word-set.js";
import type { LintContext } from "../../lint-context.js";
import { type WrittenPattern, writtenPatterns } from "../written-patterns.js";
import { type PlacedWord, placedWords } from "./word-places.js";

export interface RegexWord extends WrittenPattern, PlacedWord {
	/** The words that it speaks of. */
	readonly set: WordSet;
}

const known = new WeakMap<LintContext, readonly RegexWord[]>();

/** Those of the files that were asked for, in their order; what can't be read is left out. */
export function regexWords(subject: LintContext): readonly RegexWord[] {
	const found =
		known.get(subject) ??
		writtenPatterns(subject).flatMap((written) =>
			written.pattern.words.some(({ kind }) => kind === "regex")
				? placedWords(written.pattern).flatMap((placed) => {
						const set = setOf(placed.word);
						return set === undefined ? [] : [{ ...written, ...placed, set }];
					})
				: [],
		);
	known.set(subject, found);
	return found;
}

function setOf({ kind, text }: PatternWord): WordSet | undefined {
	if (kind !== "regex" || "message" in readRegex(text)) return undefined;
	return wordSetOf({ kind: "regex", text });
}

/** Words with a `/` in them: paths to programs. */
const slashed = wordSetOf({ kind: "glob", text: "*/*" });

export { everyWord, slashed };
