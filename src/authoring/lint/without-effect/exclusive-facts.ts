/** Conditions of one rule on the same fact that never hold together. */
import { dayNames, isMomentFact } from "../../../language/policy/clauses/facts/moments.js";
import { Faults } from "../../../language/policy/faults.js";
import { wordPattern } from "../../../language/policy/patterns/patterns.js";
import type { FactsCondition, PatternWord, RuleStatement } from "../../../language/syntax/statements.js";
import { wordSetOf } from "../../analysis/words/word-set.js";
import { holdsAt } from "../meaning/spoken-times.js";
import { areDisjoint } from "../reading/words/glob-of-regex.js";

/** `when day is sat when day is sun`: all conditions must hold, and the fact has one value. */
export function exclusiveFacts({ clauses }: RuleStatement): readonly [FactsCondition, FactsCondition] | undefined {
	const conditions = clauses.flatMap((clause) => (clause.form === "facts" ? clause.conditions : []));
	for (const [at, one] of conditions.entries())
		for (const other of conditions.slice(at + 1))
			if (one.fact.text === other.fact.text && excludeEachOther(one, other)) return [one, other];
	return undefined;
}

function excludeEachOther({ fact: { text: fact }, values }: FactsCondition, other: FactsCondition): boolean {
	if (fact === "time" || fact === "day") {
		const holds = (list: FactsCondition["values"], at: number): boolean =>
			list.some(({ text }) => holdsAt(fact, text, at));
		return moments[fact].every((at) => !holds(values, at) || !holds(other.values, at));
	}
	// Dates are few, and told as they end.
	if (isMomentFact(fact)) return false;
	return values.every((a) => other.values.every((b) => haveNoneInCommon(a, b)));
}

const moments: Readonly<Record<"time" | "day", readonly number[]>> = {
	time: Array.from({ length: 24 * 60 }, (_, minute) => minute),
	day: dayNames.map((_, day) => day),
};

function haveNoneInCommon(a: PatternWord, b: PatternWord): boolean {
	const [one, other] = [a, b].map((word) => wordPattern(word, new Faults()));
	return one !== undefined && other !== undefined && areDisjoint(wordSetOf(one), wordSetOf(other));
}
