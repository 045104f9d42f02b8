/**
 * The texts with which everything begins that a regular expression fits, as people write them for commands: words, blanks, alternatives in a group. What goes beyond is cut
 * off and said, since a denial may stand for more than it did, and a grant may not.
 */

export interface LeadingText {
	readonly text: string;
	/**
	 * What may follow. `word`: a blank or the end. `any`: any text, so that the last word may go on. `nothing`: the command ends here.
	 * `unread`: the expression says more, and it was not read.
	 */
	readonly follows: "word" | "any" | "nothing" | "unread";
}

/** `end`: the sign that stands for the end of the command in this dialect. */
export function leadingTexts(source: string, end: '"' | "$"): readonly LeadingText[] {
	if (hasAlternatives(source)) return [{ text: "", follows: "unread" }];
	let begun: readonly string[] = [""];
	let at = 0;
	const done = (follows: LeadingText["follows"]): readonly LeadingText[] => begun.map((text) => ({ text, follows }));
	while (at < source.length) {
		const rest = source.slice(at);
		const blank = /^(?:\\s|\[ \]| )\+?(?![*?{])/.exec(rest);
		if (blank !== null) {
			begun = begun.map((text) => `${text} `);
			at += blank[0].length;
			continue;
		}
		if (boundary.test(rest)) return done("word");
		if (/^\\b/.test(rest) || /^\.\*\$?$/.test(rest)) return done("any");
		if (rest === end) return done("nothing");
		const group = /^\((?:\?:)?((?:[\w./:@%,= -]|\\[.\-/+])+(?:\|(?:[\w./:@%,= -]|\\[.\-/+])+)*)\)(?![*+?{])/.exec(rest);
		if (group !== null) {
			const choices = (group[1] as string).split("|").map((one) => one.replaceAll(/\\(.)/g, "$1"));
			// A dot that is not escaped is any character.
			if ((group[1] as string).replaceAll(/\\./g, "").includes(".")) return done("unread");
			begun = begun.flatMap((text) => choices.map((one) => text + one));
			if (begun.length > mostTexts) return done("unread");
			at += group[0].length;
			continue;
		}
		const sign = /^(?:([\w/:@%,=-])|\\([.\-/+:@_]))(?![*+?{])/.exec(rest);
		if (sign === null) return done("unread");
		begun = begun.map((text) => text + (sign[1] ?? sign[2]));
		at += sign[0].length;
	}
	return done("any");
}
/** Alternatives in several groups multiply. */
const mostTexts = 200;
const boundary = /^(?:\((?:\?:)?(?:\\s(?:\.\*)?\|\$|\$\|\\s(?:\.\*)?|\\s\|"|"\|\\s)\)|\[\\s"\])/;

/** Does it fit one of several, outside of groups? Then nothing need begin as it begins. */
function hasAlternatives(source: string): boolean {
	let depth = 0;
	for (const [sign] of source.matchAll(/\\[\s\S]|\[(?:\\[\s\S]|[^\]])*\]|[()|]/g)) {
		if (sign === "(") depth++;
		else if (sign === ")") depth--;
		else if (sign === "|" && depth <= 0) return true;
	}
	return false;
}
