/** A program, a subcommand or an option in capitals, which is known in small letters only. */
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { harnessTool } from "../../reading/harness-tools.js";
import {
	hasOption,
	type KnownWord,
	optionClausesRead,
	optionNames,
	patternsRead,
	programCalled,
	subcommandWords,
} from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";

export const wrongCase: Pick<PolicyLint, "check"> = {
	check: (subject) => [
		...patternsRead(subject).flatMap(({ name, program, operands: [first], options }, _, all) => {
			if (name === undefined) return [];
			// Tools of harnesses are called so: that is told as such.
			if (program === undefined && harnessTool(name.text) !== undefined) return [];
			if (program === undefined)
				return wrongCaseFinding(
					name,
					(small) => programCalled(small, subject) !== undefined || all.some((one) => one.name?.text === small),
					"program",
					subject,
				);
			const words = subcommandWords(program, []);
			return [
				...(first === undefined || words.has(first.text)
					? []
					: wrongCaseFinding(first, (small) => words.has(small), "subcommand", subject)),
				...options
					.filter(({ text }) => text.startsWith("--") && !hasOption(program, text))
					.flatMap((option) => wrongCaseFinding(option, (small) => optionNames(program).has(small), "option", subject)),
			];
		}),
		...optionClausesRead(subject).flatMap(({ programs, options }) =>
			options
				.filter(({ text }) => text.startsWith("--") && !programs.some((program) => hasOption(program, text)))
				.flatMap((option) =>
					wrongCaseFinding(
						option,
						(small) => programs.some((program) => optionNames(program).has(small)),
						"option",
						subject,
					),
				),
		),
	],
};

function wrongCaseFinding(
	word: KnownWord,
	isKnown: (small: string) => boolean,
	what: "program" | "subcommand" | "option",
	subject: ValidPolicyContext,
): readonly Finding[] {
	const small = word.text.toLowerCase();
	// A name of one letter may be any program's.
	if (small === word.text || small.length < 2 || !isKnown(small)) return [];
	return [
		{
			message: `capitals count, and the ${what} is called \`${small}\`, not \`${word.text}\``,
			span: word.span,
			help: `write \`${small}\``,
			...respelling(word, small, subject),
		},
	];
}
