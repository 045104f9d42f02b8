/** A script's name without a folder: a grant looks for it where programs lie, and it lies in the workspace. */
import { otherPrograms, programsOfPackages } from "../../../../engine/knowledge/vocabulary/common-names.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { programCalled } from "../../reading/words/known-words.js";
import { respelling } from "../../reading/words/respelling.js";
import { literalOf } from "../../reading/words/word-places.js";

export const scriptByName: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap(({ statement }): readonly Finding[] => {
			// Where a rule restricts, a bare name means the file wherever it lies.
			if (statement.keyword !== "allow") return [];
			return statement.patterns.flatMap(({ words: [first] }) => {
				const text = first && literalOf(first);
				if (first === undefined || text === undefined || !script.test(text) || isKnown(text)) return [];
				if (programCalled(text, subject) !== undefined) return [];
				return [
					{
						message: `\`${text}\` is looked for where programs lie, and not in the workspace`,
						span: first.span,
						help: `write \`./${text}\`, or name the interpreter: a bare name grants no file of the workspace`,
						...respelling({ text, span: first.span }, `./${text}`, subject),
					},
				];
			});
		}),
};

const script = /^[\w-]+\.(?:py|sh|bash|js|mjs|cjs|ts|rb|pl|php)$/;

function isKnown(text: string): boolean {
	return otherPrograms.includes(text) || programsOfPackages.has(text);
}
