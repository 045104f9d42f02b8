/** `contradictory-rules`: one rule refuses just what another one of the same agent grants. */
import { patternText } from "../../syntax/write-dsl.js";
import { clauseText } from "../clause-text.js";
import { deletion } from "../deletion.js";
import type { PolicyLint, StatedRule } from "../lint.js";

export const contradictoryRules: PolicyLint = {
	name: "contradictory-rules",
	family: "anomalies",
	severity: "error",
	summary: "a rule refuses just what another rule of the same agent grants",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const denials = new Map<string, StatedRule>();
		for (const stated of subject.rules())
			if (stated.statement.keyword === "deny") denials.set(sayingOf(stated), denials.get(sayingOf(stated)) ?? stated);
		if (denials.size === 0) return [];
		return subject.rules().flatMap((stated) => {
			const { statement } = stated;
			if (statement.keyword === "deny" || statement.keyword === "constrain") return [];
			const denial = denials.get(sayingOf(stated));
			if (denial === undefined) return [];
			const edit = deletion(stated, subject);
			const witness = plainCommand(statement);
			return [
				{
					message: `this \`${statement.keyword}\` and a \`deny\` speak of the same commands, and the denial decides`,
					span: statement.span,
					labels: [{ span: denial.statement.span, message: "this `deny`" }],
					help: "take one of the two out",
					...(witness === undefined ? {} : { witness }),
					...(edit === undefined
						? {}
						: { fix: { title: `take the \`${statement.keyword}\` out`, edits: [edit], safe: false } }),
				},
			];
		});
	},
};

/** What a rule speaks of, wherever its author put the words; what it grants and says is left aside. */
function sayingOf({ statement, owner, file }: StatedRule): string {
	const about = statement.clauses.filter(({ keyword }) => !saying.has(keyword));
	return JSON.stringify([
		file.file,
		owner,
		[...new Set(statement.patterns.map(patternText))].sort(),
		about.map(clauseText).sort(),
	]);
}

const saying: ReadonlySet<string> = new Set(["granting", "use", "because", "note", "id"]);

/** Where the words of a pattern are a command as they stand, and nothing else is asked of it. */
function plainCommand({ patterns, clauses }: StatedRule["statement"]): string | undefined {
	if (clauses.some(({ keyword }) => !saying.has(keyword))) return undefined;
	const plain = patterns.find(
		({ exactly, words }) => !exactly && words.every(({ kind, text }) => kind === "plain" && /^[\w./:-]+$/.test(text)),
	);
	return plain && patternText(plain);
}
