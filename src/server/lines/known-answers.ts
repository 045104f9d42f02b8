/**
 * Answers that were given before. Agents ask for the same commands again and again: a line that is the same but for its id has the same answer, as
 * long as the policy is the same and the world answers the same to what was asked of it then.
 */
import type { Looked, Surroundings } from "./surroundings.js";

export interface KnownAnswers {
	/** Is it worth a look? Asked once for each line. */
	readonly isOpen: () => boolean;
	/** The answer to a line of this rest. */
	readonly find: (rest: string, world: Pick<Surroundings, "linkAt">) => string | undefined;
	/** `looked`: what the world was asked; undefined where that can't be asked again. */
	readonly keep: (rest: string, fields: string, looked: Looked | undefined) => void;
}

interface KnownAnswer {
	readonly fields: string;
	readonly looked: Looked;
}

/** So many answers are kept, of lines and answers up to these lengths in UTF-16 units, */
const mostAnswers = 4_096;
const longestRest = 512;
const longestFields = 8_192;
/** and of those that asked little. */
const mostLooked = 64;
/** Where few of so many came again, nothing is kept for as many lines as this: lines that are all new should not pay. */
const fewAgain = mostAnswers / 4;
const linesAtRest = 65_536;

export function knownAnswers(): KnownAnswers {
	const known = new Map<string, KnownAnswer>();
	let again = 0;
	let resting = 0;
	return {
		isOpen: () => resting === 0 || --resting === 0,
		find: (rest, { linkAt }) => {
			const answer = known.get(rest);
			if (answer === undefined || !answer.looked.every(([path, seen]) => isSame(linkAt(path), seen))) return undefined;
			again++;
			return answer.fields;
		},
		keep: (rest, fields, looked) => {
			if (looked === undefined || looked.length > mostLooked) return;
			if (rest.length > longestRest || fields.length > longestFields || mayHoldId(rest)) return;
			if (known.size >= mostAnswers) {
				if (again < fewAgain) resting = linesAtRest;
				known.clear();
				again = 0;
			}
			known.set(copied(rest), { fields: copied(fields), looked });
		},
	};
}

/** A second id, which would outdo the first; an argument of that name looks the same. */
function mayHoldId(rest: string): boolean {
	return rest.includes('"id"') || rest.includes("\\u");
}

type Seen = Looked[number][1];

function isSame(a: Seen, b: Seen): boolean {
	if (typeof a === "string" || typeof b === "string") return a === b;
	return a.target === b.target;
}

/** A text of its own: a piece of a longer one would keep all of that. */
function copied(text: string): string {
	return Buffer.from(text).toString();
}

/** A line that begins with an id that is a plain number, as most do, in two parts: the number, and all behind the comma. */
export function idAndRest(line: string): { readonly id: string; readonly rest: string } | undefined {
	if (!line.startsWith(beginning)) return undefined;
	let end = beginning.length;
	while (isDigit(line.charCodeAt(end))) end++;
	const digits = end - beginning.length;
	if (digits === 0 || digits > 15 || line.charCodeAt(end) !== comma) return undefined;
	if (digits > 1 && line.charCodeAt(beginning.length) === zero) return undefined;
	return { id: line.slice(beginning.length, end), rest: line.slice(end + 1) };
}

const beginning = '{"id":';
const comma = 44;
const zero = 48;

function isDigit(code: number): boolean {
	return code >= zero && code <= zero + 9;
}
