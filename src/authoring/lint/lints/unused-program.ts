/** `unused-program`: a program is taught, and no rule speaks of it. */
import type { Pattern, Statement } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";
import { literalOf } from "../reading/words/word-places.js";

export const unusedProgram: PolicyLint = {
	name: "unused-program",
	family: "references",
	severity: "info",
	needsWhole: true,
	summary: "a program is taught, and no rule speaks of it",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const taught = subject.ownStatements().filter(({ statement }) => statement.kind === "program");
		if (taught.length === 0) return [];
		const spoken = programsSpokenOf(subject.statements().map(({ statement }) => statement));
		return taught.flatMap((stated) => {
			const { statement, file } = stated;
			if (statement.kind !== "program" || spoken === "any" || spoken.has(statement.name.text)) return [];
			// A file of sets and programs is there for others to import.
			if (file.statements.every(({ kind }) => kind === "program" || kind === "set" || kind === "import")) return [];
			const edit = deletion(stated, subject);
			return [
				{
					message: `\`${statement.name.text}\` is taught, and no rule speaks of it`,
					span: statement.name.span,
					help: `write a rule about it, or take it out: without a rule its default decides`,
					...(edit === undefined ? {} : { fix: { title: "take it out", edits: [edit], safe: false } }),
				},
			];
		});
	},
};

/** The names that patterns begin with, sets included; `any` where one of them may speak of any program. */
function programsSpokenOf(statements: readonly Statement[]): ReadonlySet<string> | "any" {
	const names = statements.flatMap(patternsOf).flatMap(({ words: [first] }) => {
		if (first === undefined || first.kind === "set") return [];
		const literal = literalOf(first);
		return [literal === undefined ? undefined : literal.slice(literal.lastIndexOf("/") + 1)];
	});
	return names.includes(undefined) ? "any" : new Set(names as readonly string[]);
}

function patternsOf(statement: Statement): readonly Pattern[] {
	switch (statement.kind) {
		case "set":
			return statement.patterns;
		case "rule":
		case "claim":
			return statement.patterns;
		default:
			return [];
	}
}
