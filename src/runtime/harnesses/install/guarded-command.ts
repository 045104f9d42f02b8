/**
 * The command line that a harness is told to run. Most harnesses let the tool run when their hook is missing, crashes, takes too long, or
 * prints something that is no answer; so a few words of shell stand around `rules hook`, and say no whenever it does not give an answer.
 */

import { startWord } from "./project-program.js";
import { byReply, type ResidentStart, residentScript } from "./resident-script.js";
import { quoted } from "./shell-word.js";

export interface Guarding {
	/**
	 * What is an answer: a line of JSON on standard output, or one of these exit codes with what stands there behind it (`1ask`). Else it ends with 2.
	 * An exit code that a program ends with that can't start is none by itself.
	 */
	readonly answers: "json" | readonly string[];
	/** How long it may take. */
	readonly seconds: number;
	/** What is printed where there is no answer, for harnesses that heed no exit code. */
	readonly refusal?: string;
	/** What is asked first; absent: nothing is. */
	readonly resident?: ResidentStart | undefined;
}

/** `words`: how the hook is started, the program first. */
export function guardedCommand(words: readonly string[], guarding: Guarding): string {
	// Whatever shell the harness takes, it only has to start this one.
	return `/bin/sh -c ${quoted(guardScript(guarding))} rules ${words.map(startWord).join(" ")}`;
}

/** The same as a file. */
export function guardedFile(words: readonly string[], guarding: Guarding): string {
	return fileOf(words, guardScript(guarding));
}

/** A file that starts the hook with what stands around it. */
export function fileOf(words: readonly string[], script: string): string {
	return `#!/bin/sh
# Asks the rules before each command; written by \`rules install\`, taken away by \`rules uninstall\`. No answer is a no.
set -- ${words.map(quoted).join(" ")}
${script}
`;
}

/** What stands around the words, without them. */
export function guardScript(guarding: Guarding): string {
	const { resident } = guarding;
	return guardedBy(resident === undefined ? undefined : residentScript(resident), guarding);
}

/** `before`: the words that ask a resident. */
export function guardedBy(before: string | undefined, { answers, seconds, refusal }: Guarding): string {
	// Systems without `timeout` wait as long as the harness does.
	const timed = `if command -v timeout >/dev/null; then set -- timeout -s KILL ${seconds} "$@"; fi`;
	const tell = `[ -z "$told" ] || printf "%s" "$told" >&2`;
	const asking = (itself: string, answered: string): string =>
		before === undefined ? itself : `${before}; ${byReply(answered, itself)}`;
	if (answers !== "json") {
		const ask = asking(`${timed}; said=$("$@"); code=$?`, tell);
		return `${ask}; case $code$said in ${answers.join("|")}) exit $code;; *) echo "rules: not allowed" >&2; exit 2;; esac`;
	}
	const ask = asking(`${timed}; answer=$("$@")`, `${tell}; answer=$said; [ "$code" = 0 ]`);
	return `${ask} && case $answer in "{"*"}") printf "%s\\n" "$answer";; *) false;; esac || ${refusing(refusal)}`;
}

/** Says no: where no exit code is heeded, by what is to be printed. */
export function refusing(refusal: string | undefined): string {
	return refusal === undefined
		? `{ echo "rules: no answer" >&2; exit 2; }`
		: `printf "%s\\n" "${refusal.replaceAll(/[\\"$`]/g, "\\$&")}"`;
}
