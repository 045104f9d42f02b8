/** What each word of a pattern is: its program, an option, or an operand with its place among the operands. */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import type { Program } from "../../../../engine/knowledge/program.js";
import { literalOfGlob } from "../../../../language/policy/word-language/read-glob.js";
import type { Pattern, PatternWord } from "../../../../language/syntax/statements.js";
import type { LintContext } from "../../lint-context.js";

export interface PlacedWord {
	readonly word: PatternWord;
	readonly as: "program" | "operand" | "option";
	/** Of an operand: how many stand before it. */
	readonly place: number;
}

export function placedWords({ words }: Pattern): readonly PlacedWord[] {
	let place = 0;
	return words.map((word, at): PlacedWord => {
		if (at === 0) return { word, as: "program", place: 0 };
		if (isWrittenOption(word)) return { word, as: "option", place };
		return { word, as: "operand", place: place++ };
	});
}

/** Does it begin as options do? To a few programs such a word is an operand all the same. */
export function isWrittenOption({ kind, text }: PatternWord): boolean {
	return (kind === "plain" || kind === "quoted") && text.length > 1 && text.startsWith("-") && text !== "--";
}

/** The one word that a word of a pattern stands for; undefined for globs, expressions and sets. */
export function literalOf({ kind, text }: PatternWord): string | undefined {
	switch (kind) {
		case "quoted":
			return text;
		case "plain":
			return literalOfGlob(text);
		case "regex":
		case "set":
			return undefined;
	}
}

/** What is known of the program that a pattern names; undefined where it names none, or one that nobody knows. */
export function programOf({ words: [first] }: Pattern, { policy }: LintContext): Program | undefined {
	const text = first && literalOf(first);
	if (text === undefined) return undefined;
	const name = text.slice(text.lastIndexOf("/") + 1);
	return policy.programs.get(name) ?? programNamed(name);
}
