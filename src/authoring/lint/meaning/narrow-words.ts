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

/** Words that say that nothing is changed: `changes nothing`. */
export function idleWords(text: string): string | undefined {
	return found(idle, text);
}

/** Words that speak of fetching, where none speaks of sending. */
export function fetchingWords(text: string): string | undefined {
	return sending.test(text) ? undefined : found(fetching, text);
}

/** Words that say that nothing leaves the machine. */
export function stayingWords(text: string): string | undefined {
	return found(staying, text);
}

/** Without what is looked at, which may be called like an act: `the builds that are live`, `what would change`. */
function withoutThings(text: string): string {
	return text.replaceAll(
		/\bwhat (?:would|will|might|could) \w+|\b(?:(?:an?|the|this|that|its|their|of|which|into|in|on|from) )+\w+/gi,
		"",
	);
}

/** Is to look what the text, or a part of a sentence in it, begins with? Elsewhere such a word may speak of others: `what the lock file lists`. */
export function beginsLooking(text: string): boolean {
	return begins.test(text) && !changing.test(withoutThings(text));
}

const idle =
	/\b(?:changes?|writes?|modif(?:y|ies)|touches) nothing\b|\bnothing (?:is|gets) (?:changed|written|modified)\b/i;
const fetching = /\b(?:fetch(?:es|ing)?|downloads?|downloading|pulls?|brings? in|mirrors?)\b/i;
const sending =
	/\b(?:pushe?[sd]?|pushing|uploads?|uploading|sends?|sending|publish\w*|releases?|deploys?|both ways|syncs?|synchroni\w+|copies|shares?)\b/i;
const staying =
	/\bnothing (?:leaves|goes out|is sent|is uploaded|is published)\b|\b(?:stays?|keeps? it|shows? it|all|only) (?:on|in) this machine\b|\b(?:no|without) (?:the )?network\b|\bnever leaves?\b/i;

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
	/\b(?:(?<!read[- ])only(?! (?:when|if|after|with|in|on|by|at)\b)|nothing (?:else|more)|no more than(?! (?:\d|one\b|two\b|three\b|four\b|five\b|six\b|eight\b|ten\b|twelve\b|twenty\b|thirty\b|forty\b|fifty\b|sixty\b|a hundred\b|once\b|twice\b))|solely|exclusively|and no (?:other|more)|(?:changes?|writes?|deletes?|touches) nothing)\b/i;

const looking =
	/\b(?:to (?:see|look|view|inspect|find|know|learn|read)|look(?:s|ing)?|status(?:es)?|describes?|lists?|shows?|views?|inspects?|read[- ]only|reads?|reading|reports?|versions?|quer(?:y|ies|ying)|estimates?|searches|looks up|look-?ups?)\b/i;

const begins = new RegExp(
	`(?:^|[.;:,]\\s+)(?:(?:it|this|only|just|an?|for|to|read[- ]only) )*(?!(?:reports|versions|lists|views) of\\b)(?:${looking.source})(?! (?:is|are|was|were|that|which|by)\\b)`,
	"i",
);

/** The verbs of command lines that change something, in every form of a sentence, and what else says that more than looking is meant. */
const changing = new RegExp(
	`\\b(?:(?:${[...verbs.changing, ...verbs.destroying].map((verb) => verb.replace(/e$/, "")).join("|")}|writ|run|build|mak)(?:e|s|es|d|ed|ing|ning|ten)?|tests?|everything|anything|all)\\b`,
	"i",
);
