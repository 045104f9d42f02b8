/** The command of an expectation is misspelt: it is refused because nobody allows such a thing, and shows nothing of the rules. */

import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { expected, isSurelySaid } from "../../meaning/expected.js";
import { type NearWord, nearDenied, nearVerb } from "../../meaning/near-denials.js";
import {
	hasOption,
	optionNames,
	programCalled,
	programNames,
	subcommandWords,
} from "../../reading/words/known-words.js";
import { slipOf, wholeOf } from "../../reading/words/typing-slips.js";
import { knownPlaceMeant } from "./path.js";

export const mistypedExpectation: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		expected(subject).flatMap(({ statement: { command, effect }, tries }): readonly Finding[] => {
			// A rule that speaks of it knows the name.
			if (tries.some(({ decision }) => isSurelySaid(decision))) return [];
			const [first] = tries;
			const isGrant = effect.text === "allow";
			const found =
				slipIn(command.text, subject) ??
				(isGrant || first === undefined
					? undefined
					: (nearDenied(first.expectation, subject) ?? nearVerb(first.expectation, subject)));
			// What passes by the default is no slip that anybody meets.
			if (found === undefined || (isGrant && tries.some(({ decision }) => decision.effect === "allow"))) return [];
			const { word, at, meant, by } = found;
			const why = isGrant ? "fails" : by === undefined ? "holds whatever the rules say" : `does not test \`${by}\``;
			return [
				{
					message: `\`${word}\` reads as \`${meant}\`, misspelt: nothing allows it, so this expectation ${why}`,
					span: { ...command.span, start: command.span.start + at, end: command.span.start + at + word.length },
					help: `did you mean \`${command.text.slice(0, at)}${meant}${command.text.slice(at + word.length)}\`?`,
				},
			];
		}),
};

/** The first word of a plain command that is misspelt. */
function slipIn(command: string, subject: ValidPolicyContext): NearWord | undefined {
	const words = [...command.matchAll(/\S+/g)].map((match) => ({ word: match[0], at: match.index }));
	const end = words.findIndex(({ word }) => /[|;&<>()"'`$\\]/.test(word));
	const [first, ...rest] = end < 0 ? words : words.slice(0, end);
	if (first === undefined || first.word.includes("/") || first.word.includes("=")) return undefined;
	const program = programCalled(first.word, subject);
	if (program === undefined) {
		const meant = slipOf(first.word, programNames(subject));
		return meant === undefined ? undefined : { ...first, meant };
	}
	const typed: string[] = [];
	// What lies there is refused or not by its path.
	for (const { word, at } of rest) {
		const meant = /^(?:~\/|\/(?:etc|root|home)\/)/.test(word) ? knownPlaceMeant(word) : undefined;
		if (meant !== undefined) return { word, at, meant };
	}
	for (const one of rest) {
		if (one.word.startsWith("-")) {
			const name = one.word.replace(/=.*$/, "");
			if (!name.startsWith("--") || name === "--" || hasOption(program, name)) continue;
			const long = [...optionNames(program)]
				.filter((option) => option.startsWith("--"))
				.map((option) => option.slice(2));
			const meant = slipOf(name.slice(2), long, { atEnd: true });
			if (meant !== undefined) return { word: name, at: one.at, meant: `--${meant}` };
			continue;
		}
		const known = subcommandWords(program, typed);
		if (known.size === 0) break;
		if (!known.has(one.word)) {
			const meant = slipOf(one.word, known, { atEnd: true }) ?? wholeOf(one.word, known);
			if (meant !== undefined) return { ...one, meant };
			break;
		}
		typed.push(one.word);
	}
	return undefined;
}
