/** `without`: the command has none of these options. */
import { hasOption } from "../patterns/pattern-tests.js";
import { ruleKeywords } from "../terms.js";
import { allOf, not } from "../test.js";
import type { ClauseRecord } from "./clause.js";

export const withoutClause = {
	keyword: "without",
	form: "options",
	summary: "the command has none of these options; `A & B`: not both together",
	example: "allow find without -exec, -delete",
	kinds: ruleKeywords,
	claims: true,
	chooses: true,
	ofEvents: true,
	lower: (options) => ({ tests: options.map((together) => not(allOf(together.map(hasOption)))) }),
} as const satisfies ClauseRecord<"options">;
