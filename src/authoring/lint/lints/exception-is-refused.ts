/** `exception-is-refused`: what a question or a nudge leaves out is then refused by default: nothing allows it. */

import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import { decideWitness } from "../../analysis/agent-model.js";
import type { StatedRule } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { sampleOf } from "../meaning/grants.js";
import { literalOf } from "../reading/words/word-places.js";

export const exceptionIsRefused: PolicyLint = {
	name: "exception-is-refused",
	family: "anomalies",
	severity: "warning",
	summary: "what an `ask` or a `nudge` leaves out is not let through, but denied by default",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated): readonly Finding[] => {
			const { statement } = stated;
			if (statement.keyword !== "ask" && statement.keyword !== "nudge") return [];
			return statement.clauses.flatMap((clause) => {
				if (clause.keyword !== "except") return [];
				return clause.patterns.flatMap((pattern) => {
					const argv = commandOf(pattern);
					if (argv === undefined || !isOfRule(argv, stated)) return [];
					const answers = stated.agents.map(({ agent }) => decideWitness(sampleOf(argv), subject.settingOf(agent)));
					if (answers.length === 0 || answers.some(({ effect, code }) => effect !== "deny" || code !== "default"))
						return [];
					const said = patternText(pattern);
					return [
						{
							message: `\`${said}\` is left out of the ${statement.keyword === "ask" ? "question" : "nudge"}, and then denied by default: nothing allows it`,
							span: pattern.span,
							undoneBy: "grant",
							help: `write \`allow ${said}\`; where it is to be denied, say so: \`deny ${said}\``,
							witness: argv.join(" "),
						},
					];
				});
			});
		}),
};

/** The pattern as a command, where its words stand for themselves. */
function commandOf({ words }: Pattern): readonly string[] | undefined {
	const texts = words.map(literalOf);
	return texts.includes(undefined) ? undefined : (texts as readonly string[]);
}

/** The rule names its program. */
function isOfRule([program]: readonly string[], { statement }: StatedRule): boolean {
	return statement.patterns.some(({ words: [first] }) => first !== undefined && literalOf(first) === program);
}
