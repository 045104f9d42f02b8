/**
 * Which clause a word was meant to be: one that is misspelt, or one of another language (`inside`, `reason`).
 * Only spellings are compared here; what else speaks for a slip, whoever asks looks at.
 */
import { edits } from "../diagnostic/suggest.js";
import { clauseKeywords } from "../policy/clauses.js";
import type { ClauseKeyword } from "./statements.js";

/**
 * A clause that a word may stand for. `certain`: nothing but the case of its letters or a sign behind it differs; `misspelt`: one edit or swap, or its letters in another order; `far`: two edits;
 * `foreign`: another word for it. `tells`: the word alone says so; of others, what stands behind them must be such a clause's value.
 */
export interface MeantClause {
	readonly clause: ClauseKeyword;
	readonly how: "certain" | "misspelt" | "foreign" | "far";
	readonly tells: boolean;
}

/** The clauses that a word may be meant as, the likeliest first: none for one that is far from all of them. */
export function meantClauses(written: string): readonly MeantClause[] {
	const word = written.toLowerCase().replace(/[:=]$/, "");
	// Those of ASCII at a glance: tables of all letters take their time.
	if (word.startsWith("-") || (!/^[\w'-]+$/.test(word) && !/^[\p{L}\p{N}_'’-]+$/u.test(word))) return [];
	const exact = clauseKeywords.find((one) => one === word);
	if (exact !== undefined) return [{ clause: exact, how: "certain", tells: exact.length >= 5 }];
	const foreign = [...entriesOf(synonyms, word, true), ...entriesOf(ambiguousSynonyms, word, false)];
	const near = clauseKeywords.flatMap((clause): readonly MeantClause[] => {
		// Two slips in one word are as likely as two words that are that near: only in long ones.
		const most = clause.length >= long && word.length >= long - 1 ? 2 : 1;
		if (Math.abs(word.length - clause.length) > most) return [];
		// The same letters in another order are one slip of the fingers, however far they moved: `whitin`.
		const distance = isShuffled(word, clause) ? 1 : edits(word, clause);
		if (distance > most) return [];
		// Short words are near to many others.
		const tells = distance === 1 && word.length >= 5 && clause.length >= 5;
		return [{ clause, how: distance === 1 ? "misspelt" : "far", tells }];
	});
	const order = { certain: 0, misspelt: 1, foreign: 2, far: 3 } as const;
	return [...foreign, ...near].sort((a, b) => order[a.how] - order[b.how]);
}

const long = 7;

/** The same letters between the same first and last one, in another order. */
function isShuffled(word: string, clause: string): boolean {
	const letters = (text: string): string => [...text].sort().join("");
	return (
		word !== clause &&
		word.length >= 5 &&
		word.length === clause.length &&
		word[0] === clause[0] &&
		word.at(-1) === clause.at(-1) &&
		letters(word) === letters(clause)
	);
}

function entriesOf(
	table: Readonly<Record<string, readonly ClauseKeyword[]>>,
	word: string,
	tells: boolean,
): readonly MeantClause[] {
	return (Object.hasOwn(table, word) ? (table[word] ?? []) : []).map((clause) => ({ clause, how: "foreign", tells }));
}

/**
 * What other languages, and plain English, call a clause. A word may stand for several; what stands behind it says which. Those of the first list are hardly ever
 * words of a command; those of the second often are, and mean a clause only before what can be its value.
 */
const synonyms: Readonly<Record<string, readonly ClauseKeyword[]>> = {
	inside: ["within", "touching"],
	under: ["within", "touching"],
	underneath: ["within", "touching"],
	beneath: ["within", "touching"],
	unless: ["except", "without"],
	excluding: ["except", "without"],
	excepting: ["except"],
	reason: ["because"],
};
const ambiguousSynonyms: Readonly<Record<string, readonly ClauseKeyword[]>> = {
	in: ["within", "touching"],
	below: ["within", "touching"],
	into: ["to", "within"],
	onto: ["to", "within"],
	touch: ["touching"],
	touches: ["touching"],
	touched: ["touching"],
	write: ["touching"],
	writes: ["touching"],
	read: ["touching"],
	reads: ["touching"],
	modifying: ["touching"],
	changing: ["touching"],
	deleting: ["touching"],
	opening: ["touching"],
	access: ["touching"],
	accesses: ["touching"],
	concerning: ["touching"],
	affecting: ["touching"],
	accessing: ["touching"],
	reading: ["touching"],
	writing: ["touching"],
	involving: ["touching", "with"],
	having: ["with"],
	including: ["with"],
	containing: ["with", "touching"],
	if: ["with", "when"],
	where: ["when", "with"],
	besides: ["except"],
	but: ["except"],
	lacking: ["without"],
	not: ["without", "except"],
	message: ["because"],
	msg: ["because"],
	why: ["because"],
	says: ["because"],
	saying: ["because"],
	description: ["because"],
	comment: ["note"],
	remark: ["note"],
	grant: ["granting"],
	grants: ["granting"],
	permitting: ["granting"],
	allowing: ["granting"],
	uses: ["use", "using"],
	requiring: ["using"],
	requires: ["using"],
	needing: ["using"],
	instead: ["use"],
	prefer: ["use"],
	suggest: ["use"],
	named: ["id"],
	called: ["id"],
	till: ["until"],
	ending: ["until"],
	expires: ["until"],
	expiring: ["until"],
	contacting: ["reaching"],
	connecting: ["reaching"],
	reach: ["reaching"],
	reaches: ["reaching"],
	following: ["after"],
	during: ["when"],
	whenever: ["when"],
	via: ["using"],
	otherwise: ["use"],
	try: ["use"],
	recommend: ["use"],
	label: ["id"],
};
