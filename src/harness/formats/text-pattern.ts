/**
 * A text that stands for commands, as harnesses have it in their permissions (`git push *`), as a pattern of ours. There a star stands for any text, blanks included;
 * here words are matched one by one.
 */
import { isProgramWord, literalWord, wordsFor } from "./imported.js";

export type PermissionKind = "allow" | "ask" | "deny";

/** What the harness makes of the text. */
export interface TextReading {
	/** Further words may follow. */
	readonly isPrefix: boolean;
	/** A star stands for any text; otherwise for itself. */
	readonly hasStars: boolean;
}

export interface TextPattern {
	/** As it is written in a policy. */
	readonly pattern: string;
	/** Its words, of which each stands for itself; undefined where one stands for several. */
	readonly words?: readonly string[];
	/** Further words may follow. */
	readonly isOpen: boolean;
	/** Words of the text are left out of it, so that it stands for more. */
	readonly isCut: boolean;
	/** It names a program and nothing else. */
	readonly isWhole: boolean;
	readonly remarks: readonly (readonly ["looser" | "tighter", string])[];
}

/** The pattern, or why there is none. */
export function textPattern(
	kind: PermissionKind,
	text: string,
	{ isPrefix, hasStars }: TextReading,
): TextPattern | string {
	if (text.length > longest) return `it is longer than ${longest} characters`;
	const shell = /["'`$\\;|&<>(){}\p{Cc}]|^\w+=/u.exec(text);
	if (shell !== null) return `\`${shell[0]}\` makes it a piece of shell, and rules speak of commands`;
	const words = text.split(/\s+/).filter((word) => word !== "");
	const [program, ...others] = words;
	if (program === undefined || !isProgramWord(program)) return "no program is named at its beginning";
	if (/[?[\]!~#]/.test(text)) return "a character in it means something else in patterns";
	if (!hasStars && text.includes("*"))
		return "a star stands for itself there: a shell would have put names in its place";
	if (program.startsWith("*") && program !== "*") return "a program of which only the end is known may be any path";
	const remarks: (readonly ["looser" | "tighter", string])[] = [];
	const hasInner = words.some(
		(word) => word.slice(0, -1).includes("*") || (word.endsWith("*") && word !== "*" && word !== words.at(-1)),
	);
	if (hasInner) {
		if (kind !== "deny") remarks.push(["tighter", "a star inside of a word stands for no blanks here"]);
		if (kind !== "allow") remarks.push(["looser", "a star inside of a word stands for no blanks here"]);
	}
	if (kind === "allow" && others.some((word) => !word.startsWith("-")))
		remarks.push(["looser", "options may stand before and between the words, too"]);
	if (kind === "allow" && others.some((word) => word.startsWith("-")))
		remarks.push(["looser", "its options may stand anywhere, in every spelling that the program takes"]);
	if (kind === "ask")
		remarks.push([
			"tighter",
			"it is asked about inside of wrappers and of `bash -c`, and in every spelling of its options",
		]);
	if (kind === "deny")
		remarks.push(["tighter", "it is denied inside of wrappers and of `bash -c`, and in every spelling of its options"]);
	const starred = words.filter((word) => word !== "*" && word.includes("*"));
	if (starred.some((word) => !/^(?!\/.*\/$)[\w.][\w.*/-]*$|^\*[\w.*/-]*$/.test(word)))
		return "a word with a star holds what no pattern can hold";
	const fitting = wordsFor(kind, words);
	if (fitting === undefined) return "a word behind an option may be its value, and no pattern says that";
	const isCut = fitting !== words;
	if (isCut)
		remarks.push([
			"tighter",
			"a word behind an option may be its value: it is left out of the pattern, which stands for more",
		]);
	// A star at the very end leaves open what follows.
	const isOpen = isCut || isPrefix || words.at(-1)?.endsWith("*") === true;
	const pattern = fitting.map((word) => (word === "*" ? "**" : word.includes("*") ? word : literalWord(word)));
	if (pattern[0] === "**") pattern.unshift("*");
	while (isOpen && pattern.length > 1 && pattern.at(-1) === "**") pattern.pop();
	return {
		pattern: `${isOpen ? "" : "exactly "}${pattern.join(" ")}`,
		...(fitting.some((word) => word.includes("*")) ? {} : { words: fitting }),
		isOpen,
		isCut,
		isWhole: isOpen && pattern.length === 1,
		remarks,
	};
}
/** A longer one is no command that a person wrote. */
const longest = 2000;
