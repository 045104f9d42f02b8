/** The words that a policy's files write, in comments, messages, names and rules, and which of them a strange word is a slip of. */

import { isProgramKnown } from "../../../../engine/knowledge/known-programs.js";
import { commandWords } from "../../../../engine/knowledge/vocabulary/command-words.js";
import { commonVerbs, isOtherProgram } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { verbs } from "../../../../engine/knowledge/vocabulary/verbs.js";
import type { LintContext } from "../../lint-context.js";
import { isDoubled } from "./typing-slips.js";

/** The words, by how often each is written; and those that may be meant, by their first letter and their length. */
interface Vocabulary {
	readonly counts: ReadonlyMap<string, number>;
	readonly usual: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<LintContext, Vocabulary>();

function vocabularyOf(subject: LintContext): Vocabulary {
	const found = known.get(subject) ?? read(subject);
	known.set(subject, found);
	return found;
}

function read(subject: LintContext): Vocabulary {
	const counts = new Map<string, number>();
	for (const file of subject.roots)
		for (const word of wordsOf(subject.sources.get(file)?.text ?? "")) counts.set(word, (counts.get(word) ?? 0) + 1);
	return { counts, usual: byShape([...counts].flatMap(([one, times]) => (times > 1 || isKnown(one) ? [one] : []))) };
}

/** How often the policy's files write a word, in small letters. */
export function timesWritten(word: string, subject: LintContext): number {
	return vocabularyOf(subject).counts.get(word) ?? 0;
}

/** Words in small letters: `testDebugUnit` is three. */
function wordsOf(text: string): readonly string[] {
	return (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** Words by their first letter and their length. */
export function byShape(words: Iterable<string>): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, string[]>();
	for (const word of words) {
		const key = `${word[0]}${word.length}`;
		const list = found.get(key);
		if (list) list.push(word);
		else found.set(key, [word]);
	}
	return found;
}

/** The word that is meant by one that the policy writes once, and that nobody knows: one that it writes again and again; for a part of a word, one that many command lines have, too. */
export function ownSlip(word: string, isPart: boolean, subject: LintContext): string | undefined {
	const { counts, usual } = vocabularyOf(subject);
	const times = counts.get(word) ?? 0;
	if (!/^[a-z]{4,}$/.test(word) || isKnown(word)) return undefined;
	if (times !== 1) return times <= oftenest ? mixedUp(word) : undefined;
	const near = (words: Vocabulary["usual"], most = 1): readonly string[] =>
		[-1, 0, 1, ...(most > 1 ? [2] : [])].flatMap((more) => words.get(`${word[0]}${word.length + more}`) ?? []);
	const common = near(wordsByShape).filter((one) => isPart || isLongSlip(word, one));
	const [meant, ...others] = new Set([
		...[...near(usual), ...common].filter((one) => isSurelyMeant(word, one)),
		...near(usual, 2).filter(
			(one) => (counts.get(one) ?? 0) >= oftenWritten && (isWithoutOne(word, one) || isWithoutTwo(word, one)),
		),
	]);
	return others.length > 0 ? undefined : (meant ?? (isPart ? cutVerb(word) : undefined));
}

/** A slip may be copied: a long word of command lines with two neighbours in each other's place is no name, however often it stands. */
function mixedUp(word: string): string | undefined {
	return (wordsByShape.get(`${word[0]}${word.length}`) ?? []).find(
		(one) => one.length >= shortestUsual && isSurelyMeant(word, one),
	);
}

/** Of a word that the policy writes again and again one letter inside is missing. */
function isWithoutOne(word: string, meant: string): boolean {
	return (
		word.length >= 6 &&
		word.length + 1 === meant.length &&
		!bothWords.has(word) &&
		!isAbbreviation(word, meant) &&
		[...meant].some((_, at) => at > 0 && at < meant.length - 1 && meant.slice(0, at) + meant.slice(at + 1) === word)
	);
}

/** Of a long one two: `derivates` for `derivatives`. */
function isWithoutTwo(word: string, meant: string): boolean {
	if (word.length < 8 || word.length + 2 !== meant.length || word.slice(-2) !== meant.slice(-2)) return false;
	const at = [...word].findIndex((letter, index) => letter !== meant[index]);
	return at > 2 && word.slice(at) === meant.slice(at + 2);
}

const oftenWritten = 3;
const oftenest = 3;

/** A word that stands alone may be a name of the author's, unless it is a long word with its letters in another order, or without one of them. */
function isLongSlip(word: string, meant: string): boolean {
	return meant.length >= (word.length === meant.length ? shortestMixed : shortestOther);
}

/** `updat_contact`: a long verb without its last letter. */
function cutVerb(word: string): string | undefined {
	return (knownByShape.get(`${word[0]}${word.length + 1}`) ?? []).find(
		(verb) => verb.length >= shortestMixed && verb.startsWith(word),
	);
}

const knownVerbs: ReadonlySet<string> = new Set([...commonVerbs, ...Object.values(verbs).flat()]);
const knownByShape = byShape(knownVerbs);
const wordsByShape = byShape(new Set([...knownVerbs, ...commandWords]));

/** Is this a word of command lines, or a program? */
export function isKnown(word: string): boolean {
	return knownVerbs.has(word) || commandWords.has(word) || isOtherProgram(word) || isProgramKnown(word);
}

/** Two neighbours changed places, one stands there twice, or one inside is missing, where no other word comes of it. */
function isSurelyMeant(word: string, meant: string): boolean {
	if (word[0] !== meant[0] || meant.length < 4 || bothWords.has(word)) return false;
	if (word.length === meant.length) {
		const at = [...word].findIndex((letter, index) => letter !== meant[index]);
		if (isMixed(word, meant)) return !bothWords.has(meant);
		return (
			at > 0 &&
			word[at] === meant[at + 1] &&
			word[at + 1] === meant[at] &&
			word.slice(at + 2) === meant.slice(at + 2) &&
			!bothWords.has(meant)
		);
	}
	if (word.length === meant.length + 1)
		return meant.length >= 5 && isDoubled(word, meant) && word[0] !== word[1] && word.at(-1) !== word.at(-2);
	if (word.length + 1 !== meant.length || meant.at(-1) !== word.at(-1)) return false;
	const isMissing = [...meant].some(
		(_, at) => at > 0 && at < meant.length - 1 && meant.slice(0, at) + meant.slice(at + 1) === word,
	);
	const shortestLong = knownVerbs.has(meant) || commandWords.has(meant) ? shortestUsual : shortestOther;
	return isMissing && ((meant.length >= shortestLong && !isAbbreviation(word, meant)) || !isSpoken(word));
}

/** Two letters of a long word have changed places over one that stays: `detele`. */
function isMixed(word: string, meant: string): boolean {
	const [first = -1, second = -1, ...more] = [...word].flatMap((letter, at) => (letter === meant[at] ? [] : [at]));
	return (
		meant.length >= shortestMixed &&
		more.length === 0 &&
		second === first + 2 &&
		word[first] === meant[second] &&
		word[second] === meant[first]
	);
}

const shortestMixed = 6;
const shortestUsual = 7;
const shortestOther = 9;

/** Without one of two equal neighbours, British and American words differ: `cancelled`. */
function isAbbreviation(word: string, meant: string): boolean {
	return [...meant.matchAll(/ll(?=[ei])|ss(?=ed|ing)/g)].some(
		({ index }) => meant.slice(0, index) + meant.slice(index + 1) === word,
	);
}

/** Could somebody say it? `papr`, `publsh` and `confg` nobody can. */
function isSpoken(word: string): boolean {
	return !/[^aeiouy]{4}|[bcdfgkptvz][rlmnw]$|[bcdfgkpvw]g$|^[^aeiouy]{3}/.test(
		word.replaceAll(/ck|ght|tch|ng|str|scr|spr|thr|sch/g, "t"),
	);
}

/** Words that are others with two letters changed. */
const bothWords: ReadonlySet<string> = new Set(
	"form from trail trial casual causal dairy diary angel angle quiet quite tired tried untied united lion loin calm clam silver sliver sacred scared martial marital unclear nuclear sign sing cloud could discreet discrete salt slat spot stop tops post pots snag sang star tsar tarp trap part prat cost cots coast bolt blot bore robe burn born barn bran carve crave cast cats cats acts dose does fires fries girl grill gild glid left felt flea leaf lair liar rail lasso mean mane name nail node done parsed spared sorted stored store strore sales slaes seal sale tale teal tied tide diet edit time item limit title tiles files flies field filed filter trifle".split(
		" ",
	),
);
