/** A command in the backticks of a message or a note whose verb is misspelt: `` Use `rosdep instal`. `` */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { subcommandWords } from "../../reading/words/known-words.js";
import { slipOf } from "../../reading/words/typing-slips.js";
import { verbMeant } from "./subcommand.js";

export const mistypedInText: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap(({ statement }) =>
			statement.clauses.flatMap((clause) => {
				if (clause.form !== "text" || (clause.keyword !== "because" && clause.keyword !== "note")) return [];
				return [...clause.text.text.matchAll(/`([a-z][\w.-]*) ([a-z]{3,})(?=[ `])/g)].flatMap(
					([, program = "", word = ""]): readonly Finding[] => {
						const meant = meantBy(program, word);
						if (meant === undefined) return [];
						return [
							{
								message: `the ${clause.keyword === "note" ? "note" : "message"} says \`${program} ${word}\`, and \`${word}\` reads as \`${meant}\`, misspelt`,
								span: clause.span,
								help: `write \`${program} ${meant}\`: whoever reads it types it`,
							},
						];
					},
				);
			}),
		),
};

function meantBy(name: string, word: string): string | undefined {
	const program = programNamed(name);
	if (program === undefined) return verbMeant(word);
	const known = subcommandWords(program, []);
	return known.size === 0 || known.has(word) ? undefined : slipOf(word, known, { atEnd: true });
}
