/** A word of a path that is one slip away from what folders and files are called everywhere, and no word that anybody knows: `config/runtme.exs`. */
import type { LintContext } from "../../lint-context.js";
import { byShape, isKnown, timesWritten } from "../../reading/words/own-vocabulary.js";
import { pathWords } from "../../reading/words/path-words.js";
import { isDoubled } from "../../reading/words/typing-slips.js";

/** The part of the path as it is meant; undefined where each word of it may be a name. */
export function pathWordMeant(part: string, subject: LintContext): string | undefined {
	for (const { 0: word, index } of part.matchAll(/[A-Za-z]+/g)) {
		const small = word.toLowerCase();
		if (word !== small || small.length < shortest || pathWords.has(small) || isKnown(small) || others.has(small))
			continue;
		// Whoever writes it again and again calls it so.
		if (timesWritten(small, subject) > 1) continue;
		const [meant, ...more] = near(small).filter((one) => isSlip(small, one));
		if (meant === undefined || more.length > 0) continue;
		return part.slice(0, index) + meant + part.slice(index + word.length);
	}
	return undefined;
}

const shortest = 6;

function near(word: string): readonly string[] {
	made ??= byShape(pathWords);
	const words = made;
	return [-1, 0, 1].flatMap((more) => words.get(`${word[0]}${word.length + more}`) ?? []);
}

/** Made when the first word is looked at. */
let made: ReadonlyMap<string, readonly string[]> | undefined;

/** Two neighbours changed places, a letter stands there twice, one inside is missing, or, in a long word, is another one. */
function isSlip(word: string, meant: string): boolean {
	if (word.length === meant.length) {
		const differing = [...word].flatMap((letter, at) => (letter === meant[at] ? [] : [at]));
		const [at = -1, next = -1] = differing;
		if (differing.length === 1) return meant.length >= shortestOther && at < meant.length - 1;
		return differing.length === 2 && next === at + 1 && word[at] === meant[next] && word[next] === meant[at];
	}
	if (word.length === meant.length + 1) return isDoubled(word, meant) && !word.endsWith("ss");
	if (meant.length < shortestMissing || word.at(-1) !== meant.at(-1)) return false;
	return [...meant].some(
		(_, at) => at > 0 && at < meant.length - 1 && meant.slice(0, at) + meant.slice(at + 1) === word,
	);
}

const shortestMissing = 7;
const shortestOther = 9;

/** Words of their own that are a slip away from another one. */
const others: ReadonlySet<string> = new Set(
	"contacts contact causes classed passages passage marches matters mattes patents patients parties partes prices prizes planes planets plants streams steams stories stores sections sessions seasons reason reasons reports resorts resources sources courses coarse forums forms format formats filters fillers fielders builder buildings regiments region registries residents products produces protects prospects prospect projections position petition petitions options opinions opinion exports experts expert expects extracts extents extent intents intense invests invents inverts insert inserts instances insights insides inputs impulse imports employers employer employees deposits devises device deduction detection detections director directors directions direction locations vocations vocation actors factors sectors vectors sensor senses serves servers services versus verses lesions lessons legions legends letters litters lattice lattices listing lasting lists tickers tickers tracker trackers traders trailers trails trials tables tablets tallies talents tents tenants tokens toners themes thesis threads treads trades grades grapes graphs groups grounds handles handlers hangers haulers cashes caches cabinets candles candies charts charters chapters chatters chests clusters clutters clippings clips climate climates commons commits committee committees companies company composer composers computer computers conflicts contents contests context contexts contrasts converters controls counts counters counties countries county courts customs customs designers designer developers domain dominos draughts drivers driven drafters economics editions editors energies entries entrants estates estate estimate estimators excerpts exercises exits facilities factory fashions fasts features federation fillings findings finders fittings fixture flights folders fonts fragments frames friends gardens genera generals general graders guests guidance handouts hearings holders hostels houses hospitals hospice".split(
		" ",
	),
);
