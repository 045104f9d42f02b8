/** Letters and dashes that look like those of ASCII and are others (Unicode Technical Standard 39, the part of it that fonts don't tell apart). */
import type { WrittenName } from "../written-names.js";

export interface Lookalike {
	readonly sign: string;
	/** What it looks like. */
	readonly like: string;
	/** The whole name as people read it. */
	readonly meant: string;
}

/**
 * The first sign of a name that looks like another, where that is no accident of a language: beside Latin letters in one run of letters, or where a program
 * or an option has no other letters.
 */
export function lookalikeIn({ text, as }: WrittenName): Lookalike | undefined {
	let first: Omit<Lookalike, "meant"> | undefined;
	const seen = (sign: string, like: string): string => {
		first ??= { sign, like };
		return like;
	};
	const isCommand = as === "program" || as === "option";
	const dashed = as === "path" ? text : text.replace(dash, (sign) => seen(sign, dashes(sign, text.slice(sign.length))));
	const meant = dashed.replaceAll(/[\p{L}\p{M}]+/gu, (run) => {
		const signs = [...run];
		const isOdd = /[A-Za-z]/.test(run) || (isCommand && signs.every((sign) => letterLike(sign) !== undefined));
		if (!isOdd) return run;
		return signs
			.map((sign) => {
				const like = letterLike(sign);
				return like === undefined ? sign : seen(sign, like);
			})
			.join("");
	});
	return first === undefined ? undefined : { ...first, meant };
}

/** At the beginning of an option; elsewhere dashes are typography. */
const dash = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d](?=[A-Za-z-])/u;

/** Word processors make one dash of two hyphens, and leave a single one. */
function dashes(sign: string, rest: string): string {
	return /[\u2013-\u2015]/.test(sign) && /^[A-Za-z][\w-]/.test(rest) ? "--" : "-";
}

function letterLike(sign: string): string | undefined {
	return alike.get(sign) ?? plainLetter(sign);
}

/** Wide letters and those of formulas are letters of ASCII in another dress. */
function plainLetter(sign: string): string | undefined {
	if (!/[\u017f\u2100-\u214f\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u.test(sign)) return undefined;
	const plain = sign.normalize("NFKC");
	return /^[A-Za-z]$/.test(plain) ? plain : undefined;
}

/** Cyrillic, Greek, Armenian, and letters of phonetics. */
const pairs: readonly (readonly [others: string, letters: string])[] = [
	[
		"\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d\u04cf\u043a",
		"aeopcyxijsdhqwlk",
	],
	[
		"\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u04c0",
		"ABEKMHOPCTYXIJSl",
	],
	["\u03bf\u03b1\u03bd\u03c1\u03c5\u03b9\u03ba\u03c7\u03f2\u03f3", "oavpuikxcj"],
	["\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7", "ABEZHIKMNOPTYX"],
	["\u0585\u0578\u057d\u0570\u0581\u0566", "onuhgq"],
	["\u0261\u0251", "ga"],
];
const alike: ReadonlyMap<string, string> = new Map(
	pairs.flatMap(([others, letters]) => [...others].map((sign, at) => [sign, letters[at] as string] as const)),
);
