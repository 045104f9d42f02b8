/** Does a message say of what its rule speaks of that it may be done, or that it may not? */
import { verbs } from "../../../engine/knowledge/vocabulary/verbs.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";

/** What a message speaks of, as far as the rule says. */
export interface Spoken {
	readonly keyword: RuleStatement["keyword"];
	/** The plain words of its patterns. */
	readonly words: readonly string[];
	/** Does what it grants do more than look? */
	readonly changes: boolean;
	/** Is a word of a sentence the name of a program? */
	readonly isProgram: (word: string) => boolean;
}

/** The words by which it says the opposite of the rule; undefined where it does not, or speaks of something else. */
export function oppositeSaid(text: string, { keyword, words, changes, isProgram }: Spoken): string | undefined {
	const clauses = text
		.split(/[.;!?](?=\s|$)|:\s|\s[-–—]\s|,\s+(?:and|but|so|as|while|which)\s/)
		.filter((one) => /\w/.test(one));
	const found = (said: RegExp, isAlone: boolean): string | undefined => {
		for (const clause of clauses) {
			const match = said.exec(clause);
			if (match === null || bounding.test(clause) || /[`*/]|(?:^|\s)-\w/.test(clause)) continue;
			const subject = contentOf(clause.slice(0, match.index));
			// What it speaks of beside the rule's own words is something else: `force pushes`.
			const isOwn = subject.every((word) => words.some((one) => isSameWord(word, one)));
			if (isOwn || (isAlone && clauses.length === 1 && !subject.some((word) => other.test(word) || isProgram(word))))
				return match[0].trim();
		}
		return undefined;
	};
	switch (keyword) {
		case "deny":
			return negative.test(text) || instead.test(text) ? undefined : found(positive, true);
		case "allow":
			return found(negativeOfAct, false) ?? found(asked, false) ?? forbidsPeople(clauses, words, changes);
		case "ask":
			return found(denied, false) ?? found(unasked, true) ?? forbidsPeople(clauses, words, changes);
		case "nudge":
			return found(denied, false) ?? found(asked, false);
		case "constrain":
			return undefined;
	}
}

const be = String.raw`\b(?:is|are|it's|that's|'s)\s+`;
const manner = `(?:(?:always|perfectly|completely|quite|usually|generally|totally|entirely|absolutely|fully|just|also|never|strictly|now) )*`;
const positive = new RegExp(
	String.raw`${be}${manner}(?:fine|ok|okay|safe|harmless|allowed|permitted|welcome|acceptable|encouraged|unproblematic|no problem|not a problem|good to go)\b|\b(?:go ahead|feel free|(?:free|welcome|allowed|permitted) to|may (?:always|freely|safely)|no (?:risk|danger|harm))\b`,
	"i",
);
const denied = new RegExp(
	String.raw`${be}${manner}(?:denied|forbidden|blocked|prohibited|refused|banned|rejected|disallowed|off[- ]limits|not (?:allowed|permitted))\b(?! by (?!(?:the |this |these )?(?:rules?|polic)))`,
	"i",
);
const negativeOfAct = new RegExp(
	String.raw`${denied.source}|\b(?:must|may|should|can) (?:not|never) be (?:run|used|called|done|started)\b|\bno (?:agent|one) may\b|\bnobody may\b`,
	"i",
);
const asked =
	/\b(?:needs?|requires?|wants?) (?:an? |the )?(?:explicit |prior |human )?(?:approval|confirmation|permission|sign-?off)\b|\b(?:asks?|confirm) first\b|\bafter (?:an? )?(?:approval|confirmation)\b/i;
const unasked =
	/\b(?:without (?:asking|being asked|a question|approval|confirmation)|no (?:questions? asked|need to ask|approval needed))\b/i;

/** With one of these, a sentence that something is fine says when it is, or what is fine in its place. */
const instead =
	/\b(?:use|prefer|try|instead|rather|only|except|unless|without|until|before|after|if|when|once|whereas|elsewhere|otherwise|other|ask|by hand|person|human)\b/i;
const bounding =
	/\b(?:only|except|unless|without (?!asking|being|approval|confirmation|a question)|until|before|if|when|once|outside|beyond|other than|but)\b/i;
const negative =
	/\b(?:not|no|never|nothing|nobody|none|cannot|don't|doesn't|isn't|aren't|can't|must|denied|forbidden|blocked|prohibited|risky|dangerous|unsafe)\b(?! (?:problem|risk|danger|harm))(?! a problem)/i;
const other =
	/^(?:plain|normal|ordinary|alone|local|locally|simple|regular|rest|others?|alternatives?|default|everything|anything|reading|review|dry)$/i;

/** `Reviewers never push`: whoever is named may not do what the rule lets them do. */
function forbidsPeople(clauses: readonly string[], words: readonly string[], changes: boolean): string | undefined {
	for (const clause of clauses) {
		const match =
			/^\s*(?:(?:the |an? )?(?:\w+ )?\w+(?:s|ers?|ors?|agent|bot)|nobody|no one|no agent|we|you) (?:never|must not|must never|may not|may never|do not|does not|don't|doesn't|cannot|can't|should not|should never|may|must|ever|) ?(?<verb>\w+)/i.exec(
				clause,
			);
		const verb = match?.groups?.verb?.toLowerCase();
		if (match === null || verb === undefined || bounding.test(clause)) continue;
		if (!/\b(?:never|not|don't|doesn't|cannot|can't)\b|^\s*(?:nobody|no )/i.test(match[0])) continue;
		const rest = contentOf(clause.slice(match.index + match[0].length)).filter(
			(one) => !/^(?:anything|things?|something|it|them)$/.test(one),
		);
		const isChange = changes && changing.has(verb) && rest.length === 0;
		const isNamed =
			words.some((one) => isSameWord(verb, one)) && rest.every((word) => words.some((one) => isSameWord(word, one)));
		if (isChange || isNamed) return match[0].trim();
	}
	return undefined;
}

const changing: ReadonlySet<string> = new Set([...verbs.changing, ...verbs.destroying, "write", "alter", "touch"]);

/** `agents never do it`, `leaves merging to people`, `packages are added by people`: on a grant of just that. */
export function leftToPeople(text: string, words: readonly string[]): string | undefined {
	const isOwn = (said: string | undefined): boolean =>
		said !== undefined && words.some((one) => isSameWord(said.toLowerCase(), one));
	const never =
		/\bagents? (?:never|must not|may not|do not|don't|cannot|can't|should not|should never) (?<verb>\w+)(?<rest> (?:it|so|this|that))?\b/i.exec(
			text,
		);
	if (never !== null && ((never.groups?.verb === "do" && never.groups.rest !== undefined) || isOwn(never.groups?.verb)))
		return never[0];
	const left =
		/\b(?:leav(?:es?|ing)|left) (?:the )?(?<what>\w+) (?:to|for|with) (?:people|humans|persons?|a person|others|(?:the )?maintainers?)\b/i.exec(
			text,
		) ??
		/\b(?<what>\w+) (?:is|are|stays?) (?:left|reserved|kept) (?:to|for) (?:people|humans|persons?|a person|(?:the )?maintainers?)\b/i.exec(
			text,
		);
	if (isOwn(left?.groups?.what)) return left?.[0];
	const done =
		/\b(?:is|are|get|gets) (?:only |always |solely )?(?<verb>\w+(?:ed|en|un|t)|done) (?:only )?(?:by|through) (?:people|humans|persons?|a person|maintainers|the maintainers?)\b(?! (?:and|or|as well|too))/i.exec(
			text,
		);
	return isOwn(done?.groups?.verb) ? done?.[0] : undefined;
}

/** The words that say what is spoken of. */
function contentOf(text: string): readonly string[] {
	return (text.toLowerCase().match(/[a-z][\w.-]*/g) ?? []).filter((word) => !small.has(word));
}

const small: ReadonlySet<string> = new Set(
	"a an the this that these those it its they there here what which who and or of on in at to for from with by up out off down away over into as so then also always never ever just really all any every each some such same more most agents agent commands command programs program tool tools use using used usage running run runs rule everybody anybody people you we i they do does is are be been must may can should will would not no our your their my".split(
		" ",
	),
);

/** `pushing`, `pushes` and `push`; `commits` and `committing`. */
function isSameWord(word: string, other: string): boolean {
	const [a, b] = [stemOf(word), stemOf(other.toLowerCase())];
	return a === b || (Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a)));
}

function stemOf(word: string): string {
	const cut = word.replace(/^-+/, "").replace(/(?:ings?|ed|es|s|ment|ation)$/, "");
	const single = cut.replace(/([b-df-hj-np-tv-z])\1$/, "$1");
	return single.length < 2 ? word : single.replace(/e$/, "");
}
