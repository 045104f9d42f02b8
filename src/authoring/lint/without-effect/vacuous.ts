/** Clauses on paths, on rules whose programs name no path. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { Access } from "../../../language/policy/test.js";
import { pathText } from "../../../language/syntax/dsl/part-text.js";
import type { PathsClause, RuleStatement } from "../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding } from "../lint-record.js";
import { programsWithoutPathOperands } from "./programs-without-path-operands.js";

/** One finding for each rule with such a clause. `programs`: their names, in backticks;  */
export function vacuousClauses(
	keyword: PathsClause["keyword"],
	subject: ValidPolicyContext,
	say: (
		programs: string,
		clause: PathsClause & { readonly text: string },
		statement: RuleStatement,
	) => Omit<Finding, "span">,
): readonly Finding[] {
	return subject.rules().flatMap((stated) => {
		const { statement } = stated;
		const clause = statement.clauses.find((one): one is PathsClause => one.keyword === keyword);
		if (clause === undefined) return [];
		const programs = programsWithoutPathOperands(stated, accessOf(statement), subject);
		if (programs === undefined) return [];
		const text = `${keyword} ${clause.paths.map(pathText).join(", ")}`;
		return [{ ...say(joinWords(programs), { ...clause, text }, statement), span: clause.span }];
	});
}

function accessOf({ access }: RuleStatement): Access {
	return access === "reads" ? "read" : access === "writes" ? "write" : "any";
}
