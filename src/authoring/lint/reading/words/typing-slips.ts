/** Is a word another one, mistyped? Narrower than "the nearest name": words that differ on purpose differ at their ends, or in a digit. */

import { edits } from "../../../../language/diagnostic/suggest.js";

/** The one candidate that a slip of the finger makes this word of; undefined where there is none, or more than one. */
export function slipOf(word: string, candidates: Iterable<string>, { atEnd = false } = {}): string | undefined {
	let found: string | undefined;
	for (const candidate of candidates) {
		if (
			candidate === found ||
			!(
				isSlip(word, candidate) ||
				(atEnd && (isCutOff(word, candidate) || isTwice(word, candidate) || isJoined(word, candidate)))
			)
		)
			continue;
		if (found !== undefined) return undefined;
		found = candidate;
	}
	return found;
}

/** The last letter is missing, or one too many: `instal`, `--updateSnapshots`. Names of programs differ so on purpose. */
function isCutOff(word: string, meant: string): boolean {
	const [short, long] = word.length < meant.length ? [word, meant] : [meant, word];
	return (
		short.length >= shortestSwapped - 1 &&
		long.length === short.length + 1 &&
		long.startsWith(short) &&
		/^[a-z]$/.test(long.at(-1) ?? "")
	);
}

/** The one name that this word is without the last letter: `statu`, `pus`. Only for names of a closed list, of which nobody else makes up more. */
export function wholeOf(word: string, names: Iterable<string>): string | undefined {
	const whole = [...names].filter((one) => one.length === word.length + 1 && one.startsWith(word));
	return word.length >= shortestCut && /^[a-z]$/.test(whole[0]?.at(-1) ?? "") && whole.length === 1
		? whole[0]
		: undefined;
}

const shortestCut = 3;

/** The hyphens are missing, or stand elsewhere: `--dryrun`. */
function isJoined(word: string, meant: string): boolean {
	const plain = (text: string): string => text.replaceAll(/[-_]/g, "");
	return word !== meant && word.length >= shortest && /[-_]/.test(word + meant) && plain(word) === plain(meant);
}

/** The one long name that this word is without two letters inside or one inside and the last: `--onlin` for `--oneline`. */
export function sparseOf(word: string, names: Iterable<string>): string | undefined {
	const whole = [...names].filter((one) => isSparse(word, one));
	return whole.length === 1 ? whole[0] : undefined;
}

function isSparse(word: string, meant: string): boolean {
	if (meant.length !== word.length + 2 || word.length < shortest || meant.startsWith(word)) return false;
	if (word.slice(0, 2) !== meant.slice(0, 2) || !/^[a-z]+$/.test(meant)) return false;
	let at = 0;
	for (const letter of meant) if (letter === word[at]) at++;
	return at === word.length;
}

/** Two slips in a long name that begins and ends alike: `--privledged`. */
function isTwice(word: string, meant: string): boolean {
	return (
		Math.min(word.length, meant.length) >= shortestTwice &&
		word.slice(0, 3) === meant.slice(0, 3) &&
		word.slice(-2) === meant.slice(-2) &&
		/^[a-z]+$/.test(word + meant) &&
		edits(word, meant) === 2
	);
}

const shortestTwice = 9;

/** The one long name of a closed list that two slips make this word of: `reversion` for `revision`, `nbcovnert`. */
export function twoSlipsOf(word: string, names: Iterable<string>): string | undefined {
	const near = [...names].filter(
		(one) =>
			Math.min(word.length, one.length) >= shortestClosed &&
			word.slice(0, 3) === one.slice(0, 3) &&
			word.slice(-3) === one.slice(-3) &&
			/^[a-z]+$/.test(word + one) &&
			edits(word, one) === 2,
	);
	return near.length === 1 ? near[0] : undefined;
}

const shortestClosed = 8;

/** Two neighbours changed places, or a letter inside is missing, stands there twice or is another one. */
function isSlip(word: string, meant: string): boolean {
	const difference = word.length - meant.length;
	if (Math.abs(difference) > 1 || word === meant || word[0] !== meant[0] || meant.includes(".")) return false;
	let from = 0;
	while (word[from] === meant[from]) from++;
	let behind = 0;
	const most = Math.min(word.length, meant.length) - from;
	while (behind < most && word[word.length - 1 - behind] === meant[meant.length - 1 - behind]) behind++;
	const [own, other] = [word.slice(from, word.length - behind), meant.slice(from, meant.length - behind)];
	if (!/^[A-Za-z]*$/.test(own + other)) return false;
	if (own.length === 2 && other.length === 2) return own[0] === other[1] && own[1] === other[0] && meant.length >= 3;
	if (behind === 0 || meant.length < shortest) return false;
	if (own.length === 0 && other.length === 1) return true;
	if (own.length === 1 && other.length === 0) return own === word[from - 1] || own === word[from + 1];
	if (own.length !== 1 || other.length !== 1) return false;
	return meant.length >= shortestSwapped || soundAlike.has([own, other].sort().join(""));
}

/** Letters that are taken for each other where a word is written as it is heard: `--forse`, `prevelege`. */
const soundAlike: ReadonlySet<string> = new Set("cs ck sz iy ei gj".split(" "));

/** Shorter words with a letter more or less, or with another one, are often names of their own. */
const shortest = 5;
const shortestSwapped = 7;

/** One letter stands there twice: `rmm`, `pussh`. */
export function isDoubled(word: string, meant: string): boolean {
	if (word.length !== meant.length + 1 || meant.length < 2) return false;
	return [...word].some(
		(letter, at) => at > 0 && letter === word[at - 1] && word.slice(0, at) + word.slice(at + 1) === meant,
	);
}
