/** Can a command that begins with these words meet the operands that are asked for? */
import { matcherOf } from "../../policy/word-language/matcher.js";
import type { Atom } from "../literals.js";
import type { Context } from "../option-choices.js";
import type { Work } from "./draft.js";

/** Can a command that begins so meet the operands that are asked for? */
export function mayBegin(context: Context, { literals }: Work): boolean {
	const { words, typedWords, alone, stops } = context;
	if (
		typedWords !== words &&
		words.join() !== typedWords.join() &&
		!literals.some(({ atom }) => tellsApart(atom, context))
	)
		return false;
	return literals.every(({ atom, wanted }) => {
		if (atom.kind !== "operands" || !wanted) return true;
		const [first] = atom.words;
		if (first === undefined) return !atom.exactly || words.length === 0;
		if (alone) return first.kind === "rest";
		if (first.kind !== "literal") return true;
		return words.length > 0 ? words[0] === first.text || typedWords[0] === first.text : !stops.includes(first.text);
	});
}

/** Is an alias something else to the atom than the full name? */
function tellsApart(atom: Atom, { words, typedWords }: Context): boolean {
	return (
		atom.kind === "operands" &&
		atom.words.some(
			(pattern) =>
				pattern.kind !== "any" &&
				pattern.kind !== "rest" &&
				typedWords.some(
					(typedWord, at) => matcherOf(pattern)(typedWord) !== matcherOf(pattern)(words[at] ?? words.join(" ")),
				),
		)
	);
}
