/** A program has subcommands, none is called so, and one is one slip away. */
import type { Program } from "../../../knowledge/program.js";
import { type KnownWord, patternsRead, subcommandWords } from "../../known-words.js";
import type { Fault, PolicyLint, SoundSubject } from "../../lint.js";
import { respelling } from "../../respelling.js";
import { slipOf } from "../../typing-slips.js";

export const mistypedSubcommand: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		patternsRead(subject).flatMap(({ name, program, operands }) => {
			if (name === undefined) return [];
			if (program === undefined) return strangeVerb(name.text, operands, subject);
			const found = strangeWord(program, operands);
			const meant = found && slipOf(found.word.text, found.known, { atEnd: true });
			if (found === undefined || meant === undefined) return [];
			// Where a word may be an operand as well, a letter more or less is no slip.
			if (takesOperands(program) && sorted(found.word.text) !== sorted(meant) && !isLong(found.word.text, meant))
				return [];
			const before = [name.text, ...found.typed].join(" ");
			return [
				{
					message: `\`${before}\` has no subcommand \`${found.word.text}\``,
					span: found.word.span,
					help: `did you mean \`${before} ${meant}\`?`,
					...respelling(found.word, meant, subject),
				},
			];
		}),
};

/** Of a program that nobody knows: two letters of what every other program calls so have changed places. */
function strangeVerb(program: string, [first]: readonly KnownWord[], subject: SoundSubject): readonly Fault[] {
	const meant = first && slipOf(first.text, verbs);
	if (first === undefined || meant === undefined) return [];
	if (sorted(first.text) !== sorted(meant) && !isLong(first.text, meant)) return [];
	return [
		{
			message: `\`${first.text}\` reads as \`${meant}\`, misspelt`,
			span: first.span,
			help: `did you mean \`${program} ${meant}\`? where it is meant as it stands, teach the program: \`program ${program} can …\``,
			...respelling(first, meant, subject),
		},
	];
}

/** What many programs call their subcommands. */
const verbs: readonly string[] =
	"push pull release status commit install uninstall update upgrade publish deploy delete remove create list build release start stop restart login logout config init clean test version export import apply destroy plan rollback migrate serve".split(
		" ",
	);

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
		if (known.size === 0) return undefined;
		if (!known.has(word.text)) return { word, typed, known };
		typed.push(word.text);
	}
	return undefined;
}

/** Hardly any operand is a long subcommand but for one letter: `instal`. */
function isLong(word: string, meant: string): boolean {
	return meant.length >= 7 && Math.abs(word.length - meant.length) === 1;
}

function sorted(text: string): string {
	return [...text].sort().join("");
}
