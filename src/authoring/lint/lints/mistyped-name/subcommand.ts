/** A program has subcommands, none is called so, and one is one slip away. */

import type { Program } from "../../../../engine/knowledge/program.js";
import { commandWords } from "../../../../engine/knowledge/vocabulary/command-words.js";
import { commonVerbs } from "../../../../engine/knowledge/vocabulary/common-names.js";
import { otherSubcommands } from "../../../../engine/knowledge/vocabulary/other-vocabulary.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { type KnownWord, patternsSpelled, type ReadPattern, subcommandWords } from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";
import { isDoubled, slipOf, twoSlipsOf, wholeOf } from "../../reading/words/typing-slips.js";
import { oncePerPlace } from "../../reading/written-paths.js";

export const mistypedSubcommand: Pick<PolicyLint, "check"> = {
	check: (subject) => oncePerPlace(patternsSpelled(subject).flatMap((pattern) => findingsIn(pattern, subject))),
};

function findingsIn({ name, program, operands }: ReadPattern, subject: ValidPolicyContext): readonly Finding[] {
	if (name === undefined) return [];
	if (program === undefined)
		return untabledSubcommand(name.text, operands, subject) ?? strangeVerb(name.text, operands, subject);
	const found = strangeWord(program, operands);
	// Below what a table lists, a verb is one that every program has.
	if (found !== undefined && found.known.size === 0) {
		const verb = verbMeant(found.word.text);
		return verb === undefined ||
			(sorted(verb) !== sorted(found.word.text) &&
				(isOwnName(program, found.typed) || nextKeyOf(found.word.text, [verb]) === undefined))
			? []
			: [strangeFault(name.text, found.word, verb, subject)];
	}
	const typo = found?.word.text ?? "";
	const ownSlip =
		found &&
		(slipOf(typo, found.known, { atEnd: true }) ??
			twoSlipsOf(typo, found.known) ??
			wholeOf(typo, found.known) ??
			[...found.known].find((one) => isDoubled(typo, one)));
	const meant = ownSlip ?? verbMeant(typo);
	if (found === undefined || meant === undefined) return [];
	// Where a word may be an operand as well, a letter more or less is no slip.
	if (takesOperands(program) && (ownSlip === undefined || (sorted(typo) !== sorted(meant) && !isLong(typo, meant))))
		return [];
	if (ownSlip === undefined) return [strangeFault(name.text, found.word, meant, subject)];
	const before = [name.text, ...found.typed].join(" ");
	return [
		{
			message: `\`${before}\` has no subcommand \`${found.word.text}\``,
			span: found.word.span,
			help: `did you mean \`${before} ${meant}\`?`,
			...respelling(found.word, meant, subject),
		},
	];
}

/** Where code is run, the next word may be a name of the project's. */
function isOwnName({ subcommands }: Program, typed: readonly string[]): boolean {
	return subcommands[typed.join(" ")]?.powers.includes("code") === true;
}

/** Of a program without a table, whose subcommands are known by their names: `jupyter nbcovert`, `xcrun simctl lsit`. */
function untabledSubcommand(
	program: string,
	operands: readonly KnownWord[],
	subject: ValidPolicyContext,
): readonly Finding[] | undefined {
	const typed: string[] = [];
	for (const word of operands) {
		const known = otherSubcommands(program, typed);
		if (known === undefined || !known.has(word.text)) {
			const meant =
				known &&
				(slipOf(word.text, known) ??
					twoSlipsOf(word.text, known) ??
					wholeOf(word.text, known) ??
					[...known].find((one) => isDoubled(word.text, one)));
			if (meant === undefined) return undefined;
			const before = [program, ...typed].join(" ");
			return [
				{
					message: `\`${before}\` has no subcommand \`${word.text}\``,
					span: word.span,
					help: `did you mean \`${before} ${meant}\`?`,
					...respelling(word, meant, subject),
				},
			];
		}
		typed.push(word.text);
		// Below what is known, a verb is one that every program has: `pod trunk psuh`.
		if (otherSubcommands(program, typed) === undefined)
			return typed.length > 1 ? [] : strangeVerb(program, operands.slice(1, 2), subject);
	}
	return [];
}

/** Of a program that nobody knows: a slip of what every other program calls so. */
function strangeVerb(program: string, operands: readonly KnownWord[], subject: ValidPolicyContext): readonly Finding[] {
	// A second word may be a verb as well: `pod trunk push`.
	return operands.slice(0, 2).flatMap((word, at) => {
		if (at > 0 && !/^[a-z]+$/.test(operands[0]?.text ?? "")) return [];
		const meant = verbMeant(word.text);
		return meant === undefined ? [] : [strangeFault(program, word, meant, subject)];
	});
}

function strangeFault(program: string, word: KnownWord, meant: string, subject: ValidPolicyContext): Finding {
	return {
		message: `\`${word.text}\` reads as \`${meant}\`, misspelt`,
		span: word.span,
		help: `did you mean \`${meant}\`? where it is meant as it stands, teach the program: \`program ${program} can …\``,
		...respelling(word, meant, subject),
	};
}

const verbs: readonly string[] = [...commonVerbs];

/** Two letters have changed places, one stands there twice, the next key was hit, or one of a long word is missing. */
export function verbMeant(word: string): string | undefined {
	if (!/^[a-z]+$/.test(word) || commonVerbs.has(word) || commandWords.has(word)) return undefined;
	const doubled = verbs.find((verb) => verb.length >= 4 && isDoubled(word, verb));
	const meant = doubled ?? slipOf(word, verbs) ?? verbs.find((verb) => isCut(word, verb)) ?? nextKeyOf(word, verbs);
	if (meant === undefined) return undefined;
	return doubled !== undefined ||
		sorted(word) === sorted(meant) ||
		isLong(word, meant) ||
		nextKeyOf(word, [meant]) !== undefined
		? meant
		: undefined;
}

/** `instal`: the last letter of a long verb is missing. */
function isCut(word: string, verb: string): boolean {
	return word.length >= shortestLong - 1 && verb.length === word.length + 1 && verb.startsWith(word);
}

/** The one verb of which a letter inside is the key beside it: `prine`. */
function nextKeyOf(word: string, verbs: readonly string[]): string | undefined {
	if (word.length < shortestLong - 1) return undefined;
	const near = verbs.filter((verb) => {
		if (verb.length !== word.length || verb[0] !== word[0] || verb.at(-1) !== word.at(-1)) return false;
		const differing = [...verb].flatMap((letter, at) => (letter === word[at] ? [] : [at]));
		const [at] = differing;
		return differing.length === 1 && at !== undefined && keys.includes(`${verb[at]}${word[at]}`);
	});
	return near.length === 1 ? near[0] : undefined;
}

/** Neighbours on a keyboard, in both directions. */
const keys = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map((row) => `${row} ${[...row].reverse().join("")}`).join(" ");

/** Words that name no subcommand may be operands. */
function takesOperands({ operands: { first, rest, last } }: Program): boolean {
	return first.length > 0 || rest !== undefined || last.length > 0;
}

/** The first word that stands where a subcommand is named and that names none. */
function strangeWord(
	program: Program,
	operands: readonly KnownWord[],
): { readonly word: KnownWord; readonly typed: readonly string[]; readonly known: ReadonlySet<string> } | undefined {
	const typed: string[] = [];
	for (const word of operands) {
		const known = subcommandWords(program, typed);
		if (known.size === 0) {
			return program.subcommands[typed.join(" ")] === undefined ? undefined : { word, typed, known };
		}
		if (!known.has(word.text)) return { word, typed, known };
		typed.push(word.text);
	}
	return undefined;
}

/** Hardly any operand is a long subcommand but for one letter: `instal`, `delte`. */
function isLong(word: string, meant: string): boolean {
	return meant.length >= shortestLong && Math.abs(word.length - meant.length) === 1;
}

function sorted(text: string): string {
	return [...text].sort().join("");
}

const shortestLong = 6;
