/** `same path` where neither the rule's commands nor the steps before them name one. */
import { joinWords } from "../../../../language/diagnostic/join-words.js";
import { patternText } from "../../../../language/syntax/dsl/part-text.js";
import type { PolicyLint } from "../../lint-record.js";
import { namesNoPath } from "../../without-effect/programs-without-path-operands.js";

export const vacuousSame: Pick<PolicyLint, "check"> = {
	check: (subject) =>
		subject.rules().flatMap(({ statement }) =>
			statement.clauses.flatMap((clause) => {
				const same = clause.form === "events" ? clause.same.find(({ text }) => text === "path") : undefined;
				if (clause.form !== "events" || same === undefined) return [];
				const pathless = [...clause.events.patterns, ...statement.patterns].filter((one) => namesNoPath(one, subject));
				const isEvery = (patterns: readonly unknown[]): boolean =>
					patterns.every((one) => (pathless as readonly unknown[]).includes(one));
				if (!isEvery(clause.events.patterns) || !isEvery(statement.patterns)) return [];
				return [
					{
						message: `no argument of ${joinWords(pathless.map(patternText))} is a path: \`same path\` asks for nothing`,
						span: same.span,
						help: "name what both have: `tree` is the files of the workspace, `branch` and `commit` are what is checked out",
					},
				];
			}),
		),
};
