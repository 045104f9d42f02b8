/** `never-matches`: a rule that can hold for no command, because its words and conditions exclude each other. */
import { patternText } from "../../syntax/write-dsl.js";
import { clauseText } from "../clause-text.js";
import { type Conflict, conflictIn } from "../conflicts.js";
import { deletion } from "../deletion.js";
import type { PolicyLint, StatedRule } from "../lint.js";

export const neverMatches: PolicyLint = {
	name: "never-matches",
	family: "anomalies",
	severity: "error",
	summary: "a rule can hold for no command: its words and conditions exclude each other",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const { statement, agents } = stated;
			// What overrides took out of it is not its own doing.
			if (!agents.some(({ rule }) => rule.carvedBy.length === 0) || subject.fateOf(stated).kind !== "empty") return [];
			const conflict = conflictIn(stated, subject);
			const clauses = conflict?.kind === "clauses" ? conflict.clauses : [];
			const edit = deletion(stated, subject);
			return [
				{
					message: `no command fits this rule${conflict === undefined ? "" : `: ${whyOf(conflict, stated)}`}`,
					span: statement.span,
					...(clauses.length === 0 ? {} : { labels: clauses.map(({ span }) => ({ span, message: "this condition" })) }),
					help:
						conflict?.kind === "powers"
							? `write \`granting ${conflict.power ?? "everything"}\` if that is meant`
							: "see which of its words or conditions is too much",
					...(edit === undefined ? {} : { fix: { title: "take the rule out", edits: [edit], safe: false } }),
				},
			];
		}),
};

function whyOf(conflict: Conflict, { statement: { patterns } }: StatedRule): string {
	const said = patterns.map((one) => `\`${patternText(one)}\``);
	const [only] = said.length === 1 ? said : [];
	switch (conflict.kind) {
		case "clauses": {
			const [first, second] = conflict.clauses.map((one) => `\`${clauseText(one)}\``);
			if (second !== undefined) return `${first} and ${second} exclude each other`;
			return only === undefined ? `none of its patterns goes with ${first}` : `${only} and ${first} exclude each other`;
		}
		case "powers": {
			const power =
				conflict.power === undefined
					? "more powers than it grants"
					: `the power \`${conflict.power}\`, which it does not grant`;
			return only === undefined ? `whatever its patterns speak of uses ${power}` : `${only} always uses ${power}`;
		}
		case "patterns":
			return only === undefined ? "its patterns speak of none" : `${only} speaks of none`;
	}
}
