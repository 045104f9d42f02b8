/** What a note says a rule is for, where it says that it is for little: one thing alone, or to look. */

import { verbs } from "../../../engine/knowledge/verbs.js";

/** The author's words that say so: `only`, `nothing else`. */
export function narrowWords(text: string): string | undefined {
	return found(narrow, text);
}

/** Words that speak of looking, where none speaks of changing anything. */
export function lookingWords(text: string): string | undefined {
	return changing.test(text) ? undefined : found(looking, text);
}

/** Words of a message that say so of what is done: `only renders`, `and nothing else`, `changes nothing`. Who or which may do it is something else: `only tested runs`. */
export function narrowActs(text: string): string | undefined {
	return found(acts, text);
}

function found(words: RegExp, text: string): string | undefined {
	return words.exec(text)?.[0];
}

const narrow =
	/\b(?:(?<!read[- ])only(?! (?:when|if|after|with|in|on|by|at)\b)|nothing (?:else|more)|no more than|solely|exclusively|and no (?:other|more))\b/i;

/** What a sentence says that a program does, of itself: an `s` alone may be that of several people or things. */
const does =
	"(?:reads|renders|shows|lists|prints|looks|counts|checks|formats|builds|compiles|converts|compares|draws|measures|queries|searches|reports|inspects|validates|tests|lints|unpacks|packs|generates|computes|calculates|submits|cancels|clears|runs|views|describes|verifies|signs|sorts|filters|cuts|copies)";
const acts = new RegExp(
	String.raw`^only ${does}\b|\b(?:it|they|which|that|\w+s) only ${does.replaceAll("s|", "s?|").replace("s)", "s?)")}\b|^${does}\b[^.;]* only\.?$|\b(?:and )?nothing (?:else|more)\b|\b(?:changes?|writes?|sends?|deletes?|starts?) nothing\b`,
	"i",
);

const looking =
	/\b(?:to (?:see|look|view|inspect|find out|know|learn)|look(?:s|ing)?|status(?:es)?|describes?|lists?|shows?|views?|inspects?|read[- ]only|reads?|reports?|versions?)\b/i;

/** The verbs of command lines that change something, in every form of a sentence, and what else says that more than looking is meant. */
const changing = new RegExp(
	`\\b(?:(?:${[...verbs.changing, ...verbs.destroying].map((verb) => verb.replace(/e$/, "")).join("|")}|writ|run|build|mak)(?:e|s|es|d|ed|ing|ning|ten)?|tests?|everything|anything|all)\\b`,
	"i",
);
