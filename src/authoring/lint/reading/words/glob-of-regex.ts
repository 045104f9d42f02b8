/** A glob, or a plain word, that says the same as a regular expression. */
import { isBareWord } from "../../../../../grammar/tokens.js";
import { readGlob } from "../../../../language/policy/word-language/read-glob.js";
import { readRegex } from "../../../../language/policy/word-language/read-regex.js";
import { nameText } from "../../../../language/syntax/dsl/part-text.js";
import { contains, meet } from "../../../analysis/words/containment.js";
import { type WordSet, wordSetOfLanguage } from "../../../analysis/words/word-set.js";

const fewSteps = 2_000;

/** The text of the glob as a word of a pattern; undefined where there is none that reads as easily. */
export function globOfRegex(source: string, set: WordSet): string | undefined {
	const glob = translated(source);
	if (glob === undefined || !isPlainWord(glob)) return undefined;
	const language = readGlob(glob);
	const same = readRegex(source);
	if (language.kind === "fault" || same.kind === "fault") return undefined;
	// What is trivially the same is made the same; the rest is looked into.
	const isSame = JSON.stringify(language) === JSON.stringify(same) || isEqual(wordSetOfLanguage(language), set);
	return isSame ? glob : undefined;
}

/** Do both hold of the same words, for certain? */
export function isEqual(one: WordSet, other: WordSet): boolean {
	return contains(one, other, { left: fewSteps }) === "yes" && contains(other, one, { left: fewSteps }) === "yes";
}

/** Can no word lie in both, for certain? */
export function areDisjoint(one: WordSet, other: WordSet): boolean {
	return meet(one, other, { left: fewSteps }) === "no";
}

/**
 * It reads as a word of its own: no keyword, option, set, star alone, or name with a value. A path with stars is none: in one word they stand for
 * slashes, too, and an expression shows that.
 */
function isPlainWord(text: string): boolean {
	if (text.includes("/") && /[*?[]/.test(text)) return false;
	return isBareWord(text) && nameText(text) === text && !/^[-@!]|^\*+$|^[A-Za-z_][\w-]*=/.test(text);
}

/** Piece by piece, as far as there is a sign for it; whether it says the same is checked afterwards. */
function translated(source: string): string | undefined {
	const body = source.replace(/^\^/, "").replace(/(?<!\\)\$$/, "");
	const whole = alternatives(body);
	if (whole !== undefined) return whole;
	let glob = "";
	for (let at = 0; at < body.length; ) {
		const piece = pieces
			.map(({ form, write }) => ({ found: form.exec(body.slice(at)), write }))
			.find(({ found }) => found);
		const text = piece?.found && piece.write(piece.found);
		if (piece?.found === undefined || piece.found === null || text === undefined) return undefined;
		glob += text;
		at += piece.found[0].length;
	}
	return glob;
}

interface Piece {
	readonly form: RegExp;
	readonly write: (found: RegExpExecArray) => string | undefined;
}

/** What stands behind a piece that is repeated has no sign in globs. */
const once = "(?![*+?{])";

const pieces: readonly Piece[] = [
	{ form: /^\.\*(?!\?)/, write: () => "*" },
	{ form: /^\.\+(?!\?)/, write: () => "?*" },
	{ form: new RegExp(`^\\.${once}`), write: () => "?" },
	{ form: new RegExp(`^\\\\d${once}`), write: () => "[0-9]" },
	{ form: new RegExp(`^\\\\([^\\w\\s])${once}`), write: ([, character]) => escaped(character as string) },
	{
		form: new RegExp(`^\\[(\\^?)([A-Za-z0-9_.-]+)\\]${once}`),
		write: ([, not, inside]) => `[${not ? "!" : ""}${inside}]`,
	},
	{ form: new RegExp(`^\\((?:\\?:)?([^()]+)\\)${once}`), write: ([, inside]) => alternatives(inside as string) },
	{ form: new RegExp(`^([^\\\\^$.*+?()[\\]{}|])${once}`, "u"), write: ([, character]) => escaped(character as string) },
];

/** `a|b` is `{a,b}`, if the alternatives are plain words. */
function alternatives(text: string): string | undefined {
	const parts = text.split("|");
	if (parts.length < 2 || !parts.every((part) => /^(?:[\w-]|\\[.-])+$/.test(part) && !/\\[^.-]/.test(part)))
		return undefined;
	return `{${parts.map((part) => part.replaceAll("\\", "")).join(",")}}`;
}

function escaped(character: string): string {
	return /[*?[\]{}\\,!;|&<>()$`'"#]/.test(character) ? `\\${character}` : character;
}
