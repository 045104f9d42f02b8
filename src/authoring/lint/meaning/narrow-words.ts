/** What a note says a rule is for, where it says that it is for little: one thing alone, or to look. */

/** The author's words that say so: `only`, `nothing else`. */
export function narrowWords(text: string): string | undefined {
	return found(narrow, text);
}

/** Words that speak of looking, where none speaks of changing anything. */
export function lookingWords(text: string): string | undefined {
	return changing.test(text) ? undefined : found(looking, text);
}

function found(words: RegExp, text: string): string | undefined {
	return words.exec(text)?.[0];
}

const narrow =
	/\b(?:(?<!read[- ])only(?! (?:when|if|after|with|in|on|by|at)\b)|nothing (?:else|more)|no more than|solely|exclusively|and no (?:other|more))\b/i;

const looking =
	/\b(?:to (?:see|look|view|inspect|find out|know|learn)|look(?:s|ing)?|status(?:es)?|describes?|lists?|shows?|views?|inspects?|read[- ]only|reads?|reports?|versions?)\b/i;

const changing =
	/\b(?:writ(?:e|es|ing|ten)|chang(?:e|es|ing)|edit(?:s|ing)?|delet(?:e|es|ing|ion)|remov(?:e|es|ing|al)|creat(?:e|es|ing)|build(?:s|ing)?|deploy\w*|install\w*|updat\w+|restart\w*|start(?:s|ing)?|stop(?:s|ping)?|run(?:s|ning)?|push(?:es|ing)?|publish\w*|releas\w+|generat\w+|mak(?:e|es|ing)|add(?:s|ing)?|set(?:s|ting)?|mov(?:e|es|ing)|send(?:s|ing)?|tests?|everything|anything|all)\b/i;
