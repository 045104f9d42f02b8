/** `taught-nothing`: `program deploy` says that it can do nothing at all: then a plain grant gives all of it. */
import type { PolicyLint } from "../lint-record.js";

export const taughtNothing: PolicyLint = {
	name: "taught-nothing",
	family: "references",
	severity: "info",
	summary: "a program is taught without anything that it can",
	looksAt: "policy",
	check: ({ ownStatements }) =>
		ownStatements().flatMap(({ statement }) => {
			if (statement.kind !== "program" || statement.can.length > 0) return [];
			if (statement.options.some(({ does }) => does.length > 0)) return [];
			const { text, span } = statement.name;
			return [
				{
					message: `this says that \`${text}\` can nothing: it reads and writes no file, and every \`allow ${text}\` grants all of it`,
					span,
					help: `say what it can: \`program ${text} can read, write, network\`; a program that is not taught can run code`,
				},
			];
		}),
};
