/** `syntax`: what scripts may use beyond one simple command. */
import { didYouMean, respelling } from "../../diagnostic/suggest.js";
import type { NamesRecord } from "./setting.js";
import { commonPart } from "./values/common-part.js";

const names = {
	pipes: "`a | b`",
	sequences: "`a; b`, `a && b`, `a || b`",
	redirects: "`> file`, `< file`, `2>&1`",
	globs: "`*.txt`",
	variables: "`$X`, and assignments that stand alone",
	substitutions: "`$(command)`",
	background: "`command &`",
	loops: "`for`, `while`, `if`, `case`",
	functions: "`name() { … }`",
	heredocs: "`<<END`",
} as const;

export type SyntaxFeature = keyof typeof names;
export const syntaxFeatures = Object.keys(names) as readonly SyntaxFeature[];

export const syntax = {
	keyword: "syntax",
	form: "names",
	summary: "the syntax that scripts may use; `none`: one simple command",
	example: "syntax pipes, sequences, redirects",
	decides: true,
	names,
	nothing: "none",
	meansNothing: "one simple command",
	unsaid: [],
	values: commonPart<SyntaxFeature>(
		(words, faults) =>
			words.flatMap((word) => {
				if (word.text === "none") {
					if (words.length > 1)
						faults.error("bad-setting", word.span, "`none` stands alone", "leave out `none`, or the others");
					return [];
				}
				const feature = syntaxFeatures.find((one) => one === word.text);
				if (feature !== undefined) return [feature];
				const help = didYouMean(word.text, syntaxFeatures);
				const more = respelling(word, syntaxFeatures);
				faults.error("bad-setting", word.span, `\`${word.text}\` is no syntax of shells`, help, more);
				return [];
			}),
		"none",
	),
} as const satisfies NamesRecord<SyntaxFeature>;
