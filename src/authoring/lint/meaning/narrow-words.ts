/** What a note or a message says a rule is for, where it says that it is for little: one thing alone, or to look. */

import { verbs } from "../../../engine/knowledge/vocabulary/verbs.js";

/** The author's words that say so: `only`, `nothing else`. */
export function narrowWords(text: string): string | undefined {
	return found(narrow, text);
}

/** Words that speak of looking, where none speaks of changing anything. */
export function lookingWords(text: string): string | undefined {
	return changing.test(text) ? undefined : found(looking, text);
}

/** Does a text say that no code runs? */
export function runsNothing(text: string): boolean {
	return quiet.test(text);
}

const quiet =
	/\bno (?:\w+ ){0,3}?(?:scripts?|hooks?|code|programs?|commands?)\b[^.;,]*\b(?:runs?|run|started|starts?|executed?)\b|\b(?:runs?|starts?|executes?) (?:nothing|no (?:code|scripts?|hooks?|programs?|commands?))\b|\bnothing (?:is |gets )?(?:runs?|executed|started)\b|\bnever (?:runs?|executes?|starts?) (?:code|scripts?|programs?|anything)\b/i;

function found(words: RegExp, text: string): string | undefined {
	return words.exec(text)?.[0];
}

const narrow =
	/\b(?:(?<!read[- ])only(?! (?:when|if|after|with|in|on|by|at)\b)|nothing (?:else|more)|no more than|solely|exclusively|and no (?:other|more)|(?:changes?|writes?|deletes?|touches) nothing)\b/i;

const looking =
	/\b(?:to (?:see|look|view|inspect|find out|know|learn)|look(?:s|ing)?|status(?:es)?|describes?|lists?|shows?|views?|inspects?|read[- ]only|reads?|reports?|versions?)\b/i;

/** The verbs of command lines that change something, in every form of a sentence, and what else says that more than looking is meant. */
const changing = new RegExp(
	`\\b(?:(?:${[...verbs.changing, ...verbs.destroying].map((verb) => verb.replace(/e$/, "")).join("|")}|writ|run|build|mak)(?:e|s|es|d|ed|ing|ning|ten)?|tests?|everything|anything|all)\\b`,
	"i",
);
