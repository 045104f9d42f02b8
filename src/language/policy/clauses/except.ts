/** `except`: leaves these out of the rule. */
import { fits } from "../patterns/pattern-tests.js";
import { ruleKeywords } from "../terms.js";
import { anyOf, not } from "../test.js";
import type { ClauseRecord } from "./clause.js";

export const exceptClause = {
	keyword: "except",
	form: "patterns",
	summary: "leaves these out of the rule",
	example: "deny git except git status, git log",
	kinds: ruleKeywords,
	claims: true,
	chooses: true,
	ofEvents: true,
	lower: (patterns, sense) => ({
		// What is left out of a grant is read widely, what is left out of a restriction narrowly: a doubt never opens the gate.
		tests: [not(anyOf(patterns.map((pattern) => fits(pattern, sense === "granting" ? "restricting" : "granting"))))],
	}),
} as const satisfies ClauseRecord<"patterns">;
