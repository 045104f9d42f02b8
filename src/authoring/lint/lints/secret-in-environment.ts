/** `secret-in-environment`: a variable that by its name holds a secret is handed to every program that runs. */

import { variableHoldsSecret } from "../../../engine/knowledge/secrets/secret-names.js";
import { isSetting } from "../../../language/syntax/statements.js";
import type { PolicyLint } from "../lint-record.js";

export const secretInEnvironment: PolicyLint = {
	name: "secret-in-environment",
	family: "hygiene",
	severity: "warning",
	summary: "a variable that holds a secret is handed to every program that runs",
	looksAt: "policy",
	check: ({ ownStatements }) =>
		ownStatements().flatMap(({ statement }) =>
			isSetting(statement, "environment keep")
				? statement.names
						.filter(({ text }) => variableHoldsSecret(text))
						.map(({ text, span }) => ({
							message: `every program that runs reads \`${text}\`, which by its name is a secret`,
							span,
							help: "take it out, and give the secret to a tool of its own that does what it is needed for",
						}))
				: [],
		),
};
