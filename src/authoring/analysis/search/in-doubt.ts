/**
 * Commands of which it can't be known whether something holds. The search asks for what surely holds or surely does not; where something is to hold
 * perhaps and perhaps not, only such a command will do.
 */
import { isMomentFact } from "../../../language/policy/clauses/facts/moments.js";
import type { Test, WordPattern } from "../../../language/policy/test.js";
import type { Witness } from "../witness.js";

/** Commands near to this one that may be what the test means, and may not. To be looked at before they are believed. */
export function inDoubtNear(sample: Witness, test: Test): readonly Witness[] {
	const [program = "", ...rest] = sample.argv;
	const withWords = (...words: readonly string[]): Witness => ({ ...sample, argv: [program, ...rest, ...words] });
	switch (test.kind) {
		case "all":
		case "any":
			return test.tests.flatMap((one) => inDoubtNear(sample, one));
		case "not":
			return inDoubtNear(sample, test.test);
		case "option":
			return mayBeOption(test.name).map((words) => withWords(...words));
		case "operands": {
			const words = test.words.flatMap(plainWord);
			// Behind an option that nobody knows a word may be its value.
			return words.length === 0 ? [] : [{ ...sample, argv: [program, "-x", ...words] }, withWords("-x", ...words)];
		}
		case "only-options":
			return test.names.flatMap((name) => mayBeOption(name).map((words) => withWords(...words)));
		case "fact": {
			if (isMomentFact(test.fact)) return [withoutTime(sample)];
			const { [test.fact]: _, ...facts } = sample.facts ?? {};
			return [{ ...sample, facts }];
		}
		case "until":
			return [withoutTime(sample)];
		default:
			return [];
	}
}

/** Nobody has a clock. */
function withoutTime({ at: _, ...sample }: Witness): Witness {
	return sample;
}

/** Ways to write what may be the option: by a letter, by another name with that letter, by its beginning, without the value that it may need. */
function mayBeOption(name: string): readonly (readonly string[])[] {
	const bare = name.replace(/=.*$/, "");
	const letter = /^--?([A-Za-z0-9])/.exec(bare)?.[1];
	if (letter === undefined) return [];
	const begun = bare.length > 4 ? [[bare.slice(0, -1)]] : [];
	return [[`-${letter}`], [bare], [`--${letter}x`], [`-x${letter}`], [bare, "x"], [`${bare}=x`], ...begun];
}

function plainWord(word: WordPattern): readonly string[] {
	return word.kind === "literal" ? [word.text] : word.kind === "any" ? ["x"] : [];
}
