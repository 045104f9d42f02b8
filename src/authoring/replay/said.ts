/** What a request says: which names stand in it, and what it says where its folders are called otherwise. */
import { altered } from "../../engine/records/altered.js";
import type { Request } from "../../engine/request/request.js";
import { once } from "../../language/source/once.js";
import { anything, mayPutTogether, type Putting, piecesIn, puttingOf } from "./put-together.js";
import { allStandIns, type Replaced, renamedIn } from "./stand-in-home.js";

/** All that a request says, but for its folder. */
export interface Said {
	readonly text: string;
	/** Its words, without what a list of them is written with. */
	readonly words: string;
	/** Its variables and tools. */
	readonly more: string;
}

export function saidBy({ script, argv, call, env, tools }: Request): Said {
	const text = script === undefined ? JSON.stringify([argv, call]) : `!${script}`;
	return {
		text,
		words: script === undefined ? wordsIn(argv ?? call).join("\n") : text,
		more: env === undefined && tools === undefined ? "" : JSON.stringify([env, tools]),
	};
}

/** The texts in lists and records, names of fields included. */
function wordsIn(said: unknown): readonly string[] {
	if (typeof said === "string") return [said];
	if (typeof said !== "object" || said === null) return [];
	return Object.entries(said).flatMap(([name, one]) => (Array.isArray(said) ? wordsIn(one) : [name, ...wordsIn(one)]));
}

export const says = ({ text, more }: Said, word: string): boolean => text.includes(word) || more.includes(word);

export const saysAny = (said: Said, words: readonly string[]): boolean => words.some((word) => says(said, word));

/** Does it say a name, or may it put it together? `putting`: of its words. */
export const maySay = (said: Said, putting: Putting, name: string, pieces = () => piecesIn(said.words)): boolean =>
	says(said, name) || mayPutTogether(pieces, putting, name);

/** How a request may say names that it has not in it. `isRenamed`: it says stand-ins where it said folders of its record. */
export const puttingIn = (said: Said, isRenamed = false): Putting =>
	// Of a long text nobody looks what it might say.
	isLong(said) ? anything : puttingOf(said.words, isRenamed);

/** Which names may a request say, of those that stand-ins stand for? Any, where it says a stand-in. */
export function mayNameOf(asked: Request): (name: string) => boolean {
	const said = saidBy(asked);
	if (saysAny(said, allStandIns)) return () => true;
	const putting = puttingIn(said);
	const pieces = once(() => piecesIn(said.words));
	return (name) => maySay(said, putting, name, pieces);
}

/** Whether it says so much that its answer may hang on the length of a name, be it in a path that it makes of variables: texts and paths have most lengths. */
export function isLong({ text, words }: Said): boolean {
	if (text.length > mostLetters) return true;
	const longest = Math.max(...words.split(/\s+/).map(({ length }) => length));
	return longest * words.split("$").length > mostOfPath;
}
/** With the longest name for each stand-in it is still far from the longest script. */
const mostLetters = 16_000;
/** Far from the longest path. */
const mostOfPath = 2_000;

/** May so long a folder have a path inside it that is too long? */
export const isDeep = (folder: string | undefined): boolean => (folder ?? "").length > mostOfPath / 2;

/** The request with folders of its record by the one or the other of the names that stand for theirs. */
export function renamed(asked: Request, names: readonly Replaced[], which: 0 | 1): Request {
	const inTexts = <Of>(said: Of): Of => {
		if (typeof said === "string") return renamedIn(said, names, which) as Of;
		if (Array.isArray(said)) return said.map(inTexts) as Of;
		if (typeof said !== "object" || said === null) return said;
		return Object.fromEntries(Object.entries(said).map(([name, one]) => [name, inTexts(one)])) as Of;
	};
	const { script, argv, call } = asked;
	const said = script !== undefined ? { script } : argv !== undefined ? { argv } : { call };
	return altered(asked, inTexts(said)) as Request;
}
