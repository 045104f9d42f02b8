/**
 * Names that a request may mean though it does not have them in it. A shell or a language puts words together of pieces (`ca''rl`, `${x}rl`, `{ca,do}rl`,
 * `'ca' 'rl'`), spells letters by numbers (`\x63arl`) and counts (`u{1230..1240}`). Here a text is looked at as a text, whatever is meant by it: it may say a
 * name if it has pieces that make it, one behind the other, where numbers are pieces of what counts, or if it has what spells. It says too much for some and too little for none.
 *
 * The expressions are those of RE2 as well, by which a database looks at the same texts.
 */
import { lettersByNumbers, numbered } from "./numbered-letters.js";

/** What spells any name: a letter by its name, or by its number in a URL, a range of anything but numbers, a number with letters for digits (`$(([#16] 10))`), and a word that `xargs` replaces. */
const spellingAny = oneOf(
	/\\['"\\\n]{0,40}[oN]\{/,
	// So many that a look from each of them takes no longer than the text; more are taken for a letter.
	/['"\\\n{]{40}/,
	/%(?:2[Dd]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff])/,
	/\{[^{}]*[^-0-9{}.][^{}]*\.\.|\{[^{}]*\.\.[^{}]*[^-0-9}.]|\[#/,
	/curl[\s\S]*\[[A-Za-z]-[A-Za-z]/,
	// Braces, `%` and `@` are no letters of names: what stands for them is a piece, and so is what stands beside them.
	oneOf(
		/xargs[^|;&]{0,400}\s(?:-[A-Za-z]{0,40}(?:I\s{0,40}|i)|--r[a-z-]{0,40}=)['"{}%@]{0,40}[^\s'"{}%@]/,
		/parallel[^|;&]{0,400}\s(?:-[A-Za-z]{0,40}[Ii]|--r[a-z-]{0,40}[=\s])\s{0,40}['"{}%@]{0,40}[^\s'"{}%@]/,
		/(?:xargs|parallel)(?:[^|;&]{400}|[^|;&]{0,400}\s{40})/,
	),
);

/** What spells, for those who do not look at letters by their numbers. */
export const spelling = oneOf(spellingAny, numbered);

/** What counts, and says numbers that stand nowhere: arithmetic, and a range of numbers, in braces or in an address of curl's. */
export const counting = /\$\(\(|\$\[|(?:^|[\s;&|])\(\(|\{[-0-9.]*\.\.|curl[\s\S]*\[[0-9]+-[0-9]/;

/** What makes a name longer: letters behind a variable and the like (`${home}x`, `{}x`, `%sx`, `xargs -I% rm %x`), and texts that stand beside each other (`'/home/ann' 'x'`). */
export const lengthening = oneOf(
	/(?:\$[@*]|[})`]|%[-+ #0-9.*]*[A-Za-z])["'\\]*[\w$`{%-]|\$\w+(?:["'\\]+[\w$`{%-]|[$`{%-])/,
	/[\w~-]["']\s+["'][\w\\-]/,
	/(?:xargs|parallel)[\s\S]*[%@]["'\\]*[\w$`{%@-]/,
);

/** Without one of these, or a folder that a stand-in is for, a text has no name of its record from elsewhere that it could make longer. */
export const elsewhere =
	/(?:^|[^=])~|[^\s]=~|=~[^\s]|home|pwd|cwd|dir|user|whoami|logname|expand|environ|path|link|toplevel|\bid\b/i;

function oneOf(...some: readonly RegExp[]): RegExp {
	return new RegExp(some.map(({ source }) => source).join("|"));
}

/** Without any of these nothing is put together. */
export const putting = /['"\\$`{%#]|xargs|parallel|curl/;

/** What stands before a piece, though its letters are those of names: a conversion of `printf`, an escape by a letter (`\n`), a part by its number, letters of options. */
export const beforePieces: readonly RegExp[] = [
	/%[-+ #0-9.*]*[A-Za-z]|\\[abefnrtv]|#[0-9]+|(?:^|[^A-Za-z0-9_-])-[A-Za-z]/g,
	/(?:^|[^A-Za-z0-9_-])-[A-Za-z]{2}/g,
	/(?:^|[^A-Za-z0-9_-])-[A-Za-z]{3}/g,
];

/** A piece: letters of which names are. */
export const piece = /[A-Za-z0-9_-]+/g;

/** How a text may say names that it has not in it. */
export interface Putting {
	/** Any name. */
	readonly any: boolean;
	/** It says numbers that stand nowhere in it. */
	readonly counts: boolean;
	/** Letters with which its pieces begin and end, a bit for each; none where nothing is put together. */
	readonly first: number;
	readonly last: number;
}

const nothing: Putting = { any: false, counts: false, first: 0, last: 0 };
/** Whatever it says. */
export const anything: Putting = { any: true, counts: true, first: -1, last: -1 };

/** How a text may say names that it has not in it. `isNamed`: it has the path of a folder of its record in it. */
export function puttingOf(text: string, isNamed = false): Putting {
	if (!putting.test(text)) return nothing;
	const letters = spellingAny.test(text) ? undefined : lettersByNumbers(text);
	if (letters === undefined || (lengthening.test(text) && (isNamed || elsewhere.test(text)))) return anything;
	const counts = counting.test(text);
	let [first, last] = counts ? [bitsOfNumbers, bitsOfNumbers] : [0, 0];
	for (const one of [...piecesOf(text), ...letters]) {
		first |= bitOf(one, 0);
		last |= bitOf(one, one.length - 1);
	}
	return { any: false, counts, first, last };
}

/** May a text of these pieces put this name together? `name`: letters of which names are. */
export function mayPutTogether(
	pieces: () => ReadonlySet<string>,
	{ any, counts, first, last }: Putting,
	name: string,
): boolean {
	if (any) return true;
	if ((first & bitOf(name, 0)) === 0 || (last & bitOf(name, name.length - 1)) === 0) return false;
	const whole = name.toLowerCase();
	/** Up to where pieces make it, one behind the other. */
	const ends = new Set([0]);
	for (const from of ends) {
		if (from === whole.length) return true;
		for (let end = from + 1; end <= whole.length; end++) {
			const part = whole.slice(from, end);
			if (pieces().has(part) || (counts && /^-?[0-9]+$/.test(part))) ends.add(end);
		}
	}
	return false;
}

/** The pieces of a text, in small letters. */
export const piecesIn = (text: string): ReadonlySet<string> =>
	new Set([...piecesOf(text).map((one) => one.toLowerCase()), ...(lettersByNumbers(text) ?? [])]);

function piecesOf(text: string): readonly string[] {
	const apart = beforePieces.map((before) => text.replace(before, " ")).filter((one) => one !== text);
	return [text, ...apart].flatMap((one) => one.match(piece) ?? []);
}

/** Letters of both cases are one. */
const bitOf = (text: string, at: number): number => 1 << (text.charCodeAt(at) & 31);

/** Those of digits and of the sign. */
export const bitsOfNumbers = [..."-0123456789"].reduce((bits, one) => bits | bitOf(one, 0), 0);
