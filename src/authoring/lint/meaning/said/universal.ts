/** A text that says of its rule that it holds everywhere, always or for all, where a part of the rule says otherwise: `until 2027-01-31 note "For good."` */
import type { Clause, FactsCondition, RuleStatement } from "../../../../language/syntax/statements.js";
import type { SaidOtherwise } from "./otherwise.js";

export function universalSaid(text: string, statement: RuleStatement): SaidOtherwise | undefined {
	return forGood(text, statement) ?? notLocked(text, statement) ?? whichever(text, statement);
}

/** `deny … until 2027-01-31 note "This holds for good."` */
function forGood(text: string, { clauses }: RuleStatement): SaidOtherwise | undefined {
	const until = clauses.find((one) => one.form === "date");
	const said =
		/\b(?:for good|for ever|forever|permanent(?:ly)?|indefinitely|without (?:an )?end|has no end|never ends|for all time|as long as we (?:live|exist))\b/i.exec(
			text,
		);
	if (until === undefined || until.form !== "date" || said === null) return undefined;
	if (/\b(?:not|n't|never|no) (?:\w+ )?$/i.test(text.slice(0, said.index))) return undefined;
	return {
		said: said[0],
		rule: `the rule ends: \`until ${until.text.text}\``,
		help: "take `until` out, or say in the text when it ends",
	};
}

/** `deny … note "No override of a department can lift this."` */
function notLocked(text: string, { keyword, locked }: RuleStatement): SaidOtherwise | undefined {
	if (locked || (keyword !== "deny" && keyword !== "constrain")) return undefined;
	const said =
		/\b(?:no|not even an?|whatever) (?:other )?`?overrides?`?\b|\b(?:cannot|can't|can not|can never|may not|must not|never|(?:no|none|nobody)\b[^.;,]*?\b(?:can|may|is to|ever|must)) (?:be )?(?:overrid(?:e|es|den)|lift(?:s|ed)?|loosen(?:s|ed)?|relax(?:es|ed)?|weaken(?:s|ed)?|soften(?:s|ed)?|undo(?:es|ne)?|reopen(?:s|ed)?) (?:this|it|that|the rule|by)\b|\b(?:cannot|can't|can never|may not|must not|must never|never) be (?:overridden|lifted|loosened|relaxed|weakened|softened|undone)\b|\bwhatever (?:an? |the |any )?\w+(?:'s)?(?: own)?(?: \w+)? (?:writes?|says?|adds?|allows?|grants?|overrides?)\b|\b(?:rule|denial) (?:is|stays) (?:locked|final)\b/i.exec(
			text,
		);
	return said === null
		? undefined
		: {
				said: said[0],
				rule: `the rule is not \`locked\`: an \`override\` takes out of it what it likes`,
				help: "make the rule `locked`, which no override touches",
			};
}

/** `deny mcp.mail.send when harness is cursor because "In whichever harness it runs."` */
function whichever(text: string, { clauses }: RuleStatement): SaidOtherwise | undefined {
	for (const condition of conditionsOf(clauses)) {
		const nouns = thingsOf[condition.fact.text];
		if (nouns === undefined) continue;
		const said = new RegExp(
			`\\b(?:whichever|whatever|no matter (?:which|what)|regardless of(?: the| which| what)?|(?:in|on|from|at|of|to|for|into|under|by) (?:any|every|each|all)(?: of the| the| our)?|(?:any|every|each) single|all) (?:\\w+ )?(?:${nouns})\\b`,
			"i",
		).exec(text);
		if (said === null || bounding.test(text)) continue;
		return {
			said: said[0],
			rule: `the rule holds only when \`${condition.fact.text} is ${condition.values.map((one) => one.text).join(", ")}\``,
			help: "take the condition out, or say in the text when the rule holds",
		};
	}
	const always = clauses.some((one) => one.form === "facts")
		? /\b(?:at (?:any|every) (?:time|hour)|around the clock|day and night|always and everywhere|every day of the (?:week|year)|seven days a week|24\/7)\b/i.exec(
				text,
			)
		: null;
	const time = conditionsOf(clauses).find(({ fact }) => ["time", "day", "date"].includes(fact.text));
	if (always === null || time === undefined || bounding.test(text)) return undefined;
	return {
		said: always[0],
		rule: `the rule holds only when \`${time.fact.text} is ${time.values.map((one) => one.text).join(", ")}\``,
		help: "take the condition out, or say in the text when the rule holds",
	};
}

const bounding = /\b(?:only|except|unless|but(?! (?:also|even))|other than|elsewhere|besides|not (?:in|on|at|from))\b/i;

function conditionsOf(clauses: readonly Clause[]): readonly FactsCondition[] {
	return clauses.flatMap((one) => (one.form === "facts" ? one.conditions : []));
}

/** What a text calls the thing that a fact tells. */
const thingsOf: Readonly<Record<string, string>> = {
	harness: "harness(?:es)?|tools?|editors?|clients?|products?",
	branch: "branch(?:es)?",
	host: "hosts?|machines?|computers?|servers?|laptops?|boxes",
	repository: "repositor(?:y|ies)|repos?|projects?",
	mode: "modes?",
	day: "days?|weekdays?",
	time: "times?|hours?",
	platform: "platforms?|systems?",
};
