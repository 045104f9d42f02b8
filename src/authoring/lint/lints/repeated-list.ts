/** `repeated-list`: the same long list stands in two rules. */

import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { Pattern, Statement } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";

export const repeatedList: PolicyLint<{ readonly least: number }> = {
	name: "repeated-list",
	family: "references",
	severity: "info",
	summary: "two rules name the same list of commands",
	options: { least: 5 },
	looksAt: "policy",
	check: ({ ownStatements }, { least }) => {
		const first = new Map<string, Statement>();
		return ownStatements().flatMap(({ statement, file }) =>
			listsIn(statement).flatMap((list) => {
				const names = [...new Set(list.map(patternText))].sort();
				const [from, to] = [list[0], list.at(-1)];
				if (names.length < least || from === undefined || to === undefined) return [];
				const key = `${file.file}\0${names.join("\0")}`;
				const before = first.get(key);
				if (before === undefined || before === statement) {
					first.set(key, statement);
					return [];
				}
				const isSet = before.kind === "set";
				return [
					{
						message: isSet
							? `these ${names.length} are the set \`${before.name.text}\``
							: `these ${names.length} stand in another rule as well`,
						span: { ...from.span, end: to.span.end },
						labels: [{ span: before.span, message: isSet ? "the set" : "the other rule" }],
						help: isSet
							? `write \`@${before.name.text}\``
							: `give them a name, \`set tools = ${names.slice(0, 2).join(", ")}, …\`, and write \`@tools\` in both`,
					},
				];
			}),
		);
	},
};

function listsIn(statement: Statement): readonly (readonly Pattern[])[] {
	switch (statement.kind) {
		case "set":
			return [statement.patterns];
		case "rule":
		case "claim":
			return [
				statement.patterns,
				...statement.clauses.flatMap((clause) => (clause.keyword === "except" ? [clause.patterns] : [])),
			];
		default:
			return [];
	}
}
