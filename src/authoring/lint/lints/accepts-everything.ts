/** `accepts-everything`: `environment accept *` lets commands set variables that nobody has thought of. */
import { isSetting } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";

export const acceptsEverything: PolicyLint = {
	name: "accepts-everything",
	family: "breadth",
	severity: "warning",
	summary: "commands may set any variable that is not known to change what runs",
	looksAt: "policy",
	check: (subject) =>
		subject.ownStatements().flatMap(({ statement }) => {
			if (!isSetting(statement, "environment accept")) return [];
			const all = statement.names.find(({ text }) => text === "*");
			if (all === undefined) return [];
			return [
				{
					message: "`accept *` lets commands set every variable that is not known to change what runs",
					span: all.span,
					help: "many programs read variables of their own; name those that agents need: `environment accept CI, DEBUG`",
				},
			];
		}),
};
