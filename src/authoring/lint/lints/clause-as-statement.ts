/** `clause-as-statement`: a clause begins a line as far left as its rule does, and reads as a statement of its own. */
import { positionAt } from "../../../language/source/source-file.js";
import type { Finding, TextLint } from "../lint-record.js";

export const clauseAsStatement: TextLint = {
	name: "clause-as-statement",
	family: "text",
	severity: "warning",
	summary: "a clause begins a line as far left as its rule, and reads as a statement of its own",
	looksAt: "text",
	check: (subject) =>
		subject.ownStatements().flatMap(({ statement, file }): readonly Finding[] => {
			if (file.notation !== "rules" || (statement.kind !== "rule" && statement.kind !== "claim")) return [];
			const source = subject.sourceOf(file.file);
			const begin = positionAt(source, statement.span.start);
			return statement.clauses.flatMap(({ keyword, span }): readonly Finding[] => {
				const { line, column } = positionAt(source, span.start);
				const before = source.text.slice(source.text.lastIndexOf("\n", span.start - 1) + 1, span.start);
				if (line === begin.line || column > begin.column || before.trim() !== "") return [];
				return [
					{
						message: `this \`${keyword}\` belongs to the \`${statement.keyword}\` above it, and stands as if it were a statement`,
						span,
						help: "write it further to the right, or behind the rule that it is for: a clause by itself is no statement",
					},
				];
			});
		}),
};
