/** `with`: the command has these options. */
import { hasOption } from "../patterns/pattern-tests.js";
import { ruleKeywords } from "../terms.js";
import { allOf, anyOf } from "../test.js";
import type { ClauseRecord } from "./clause.js";

export const withClause = {
	keyword: "with",
	form: "options",
	summary: "the command has these options: of `A, B` one is enough, of `A & B` both must be there",
	example: "deny rm with -r & -f, --no-preserve-root",
	kinds: ruleKeywords,
	claims: true,
	chooses: true,
	ofEvents: true,
	lower: (options) => ({ tests: [anyOf(options.map((together) => allOf(together.map(hasOption))))], options }),
} as const satisfies ClauseRecord<"options">;
