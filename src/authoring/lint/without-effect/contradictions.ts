/** Rules that refuse just what another rule of the same agent grants. */

import { patternText } from "../../../language/syntax/dsl/part-text.js";
import type { RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { clauseText } from "../reading/clause-text.js";

const known = new WeakMap<ValidPolicyContext, ReadonlyMap<RuleStatement, StatedRule>>();

/** For each rule that grants what a denial beside it speaks of word for word, the denial. */
export function contradictions(subject: ValidPolicyContext): ReadonlyMap<RuleStatement, StatedRule> {
	const made = known.get(subject) ?? find(subject);
	known.set(subject, made);
	return made;
}

function find(subject: ValidPolicyContext): ReadonlyMap<RuleStatement, StatedRule> {
	const denials = new Map<string, StatedRule>();
	for (const stated of subject.rules()) {
		if (stated.statement.keyword !== "deny") continue;
		const said = sayingOf(stated);
		if (!denials.has(said)) denials.set(said, stated);
	}
	const found = new Map<RuleStatement, StatedRule>();
	if (denials.size === 0) return found;
	for (const stated of subject.rules()) {
		const { keyword } = stated.statement;
		if (keyword === "deny" || keyword === "constrain") continue;
		const denial = denials.get(sayingOf(stated));
		if (denial !== undefined) found.set(stated.statement, denial);
	}
	return found;
}

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

/** Clauses that say what a rule grants and tells, not what it speaks of. */
export const saying: ReadonlySet<string> = new Set(["granting", "use", "because", "note", "id"]);
