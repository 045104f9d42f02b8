/**
 * A text that stands for commands, as harnesses have it in their permissions (`git push *`), as a pattern of ours. There a star stands for any text, blanks included;
 * here words are matched one by one.
 */
import { isProgramWord, literalWord, wordsFor } from "../imported.js";

/** What is told of a grant whose arguments are not all taken over. */
export const plainUseOnly =
	"only plain use is allowed, not what runs, writes or sends by an option; `--trusting` allows every argument";

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
	const isAnywhere = kind !== "allow" && program === "*" && others.some((word) => word !== "*");
	const said = kind === "allow" ? words : isAnywhere ? ["*", ...anywhere(others)] : beforeStar(words, true);
	if (said.length === 0) return "it does not say how the name of the program begins";
	if (isAnywhere && said.length === 1) return "it does not say which word a command holds";
	const isWidened = said.join(" ") !== words.join(" ");
	if (isWidened)
		remarks.push([
			"tighter",
			`a star stands for options as well: it holds for everything that begins with \`${said.join(" ")}\``,
		]);
	if (isAnywhere)
		remarks.push(["looser", "where its words are the value of an option, or stand behind `--`, it does not hold"]);
	if (kind === "allow" && words.some((word, at) => isInner(word, at === words.length - 1)))
		remarks.push(["tighter", "a star inside of a word stands for no blanks here"]);
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
	const starred = kind === "allow" ? words : said.slice(1);
	if (starred.some((word) => word !== "*" && word.includes("*") && !starredWord.test(word)))
		return "a word with a star holds what no pattern can hold";
	const fitting = wordsFor(kind, said);
	if (fitting === undefined) return "a word behind an option may be its value, and no pattern says that";
	if (fitting !== said)
		remarks.push([
			"tighter",
			"a word behind an option may be its value: it is left out of the pattern, which stands for more",
		]);
	const isBegun = kind !== "allow" && !isAnywhere && said[0] !== "*" && said[0]?.includes("*") === true;
	const isCut = isWidened || isAnywhere || isBegun || fitting !== said;
	// A star at the very end leaves open what follows.
	const isOpen = isCut || isPrefix || words.at(-1)?.endsWith("*") === true;
	const pattern = fitting.map((word) => (word === "*" ? "**" : word.includes("*") ? word : literalWord(word)));
	if (pattern[0] === "**") pattern.unshift("*");
	if (isBegun) pattern[0] = programsBegun(fitting[0] as string);
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
const starredWord = /^(?!\/.*\/$)[\w.][\w.*/-]*$|^\*[\w.*/-]*$/;

/** Does a star stand in it that is no word of its own, and not the end of the text? */
function isInner(word: string, isLast: boolean): boolean {
	return word.slice(0, -1).includes("*") || (word.endsWith("*") && word !== "*" && !isLast);
}

/**
 * What every text begins with that these words fit: a star stands for options and their values, too, which no pattern parts from the words behind it. So it ends before the
 * first star that is not the end of the text; of a word with a star, its beginning is left.
 */
function beforeStar(words: readonly string[], isFirst: boolean): readonly string[] {
	const at = words.findIndex((word) => word.includes("*"));
	const word = words[at];
	if (word === undefined) return words;
	const isLast = at === words.length - 1;
	if (isLast && word === "*") return words;
	const begun = word.slice(0, word.indexOf("*"));
	const isSaid = begun !== "" && (isFirst && at === 0 ? begunProgram : starredWord).test(begun);
	return [...words.slice(0, at), ...(isSaid ? [`${begun}*`] : [])];
}
const begunProgram = /^[\w./][\w./-]*$/;

/** What of these words any command may hold somewhere. */
function anywhere(words: readonly string[]): readonly string[] {
	const at = words.findIndex((word) => word !== "*");
	const rest = words.slice(at);
	return rest[0]?.includes("*") === true && starredWord.test(rest[0]) ? rest.slice(0, 1) : beforeStar(rest, false);
}

/** Every program whose name, or path as it is called, begins so: a star in a pattern would end at a slash, theirs does not. */
function programsBegun(word: string): string {
	const begun = word.slice(0, -1).replaceAll(/[./]/g, "\\$&");
	return `/${begun.startsWith("\\.\\/") ? `(?:\\.\\/)?${begun.slice(4)}` : begun}.*/`;
}

/** A longer one is no command that a person wrote. */
const longest = 2000;
