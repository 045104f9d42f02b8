/** Policies from which one thing was left out. */
import { type BodyText, mapBodies, numbered, type PolicyText, type RuleText } from "./small-policies.js";

export function* smaller(given: PolicyText): Generator<PolicyText, void> {
	const policy = numbered(given);
	for (const place of [0, 1]) {
		for (const body of smallerBodies(place === 0 ? policy.first : policy.second))
			yield mapBodies(policy, (own, at) => (at === place ? body : own));
	}
	for (const claim of policy.claims) {
		yield { ...policy, claims: policy.claims.filter((one) => one !== claim) };
	}
	for (const [at, claim] of policy.claims.entries())
		for (const less of fewerWords(claim, 3)) yield { ...policy, claims: policy.claims.with(at, less) };
}

function* smallerBodies(body: BodyText): Generator<BodyText, void> {
	const { rules } = body;
	for (const rule of rules) yield { ...body, rules: rules.filter((one) => one !== rule) };
	if (body.fallback !== "") yield { ...body, fallback: "" };
	for (const line of body.settings) yield { ...body, settings: body.settings.filter((one) => one !== line) };
	for (const [at, rule] of rules.entries())
		for (const less of smallerRules(rule)) yield { ...body, rules: rules.with(at, less) };
}

function* smallerRules(rule: RuleText): Generator<RuleText, void> {
	if (rule.modifier !== "") yield { ...rule, modifier: "" };
	const { clauses } = rule;
	for (const [at, clause] of clauses.entries()) {
		yield { ...rule, clauses: clauses.filter((_, index) => index !== at) };
		for (const part of alternatives(clause)) yield { ...rule, clauses: clauses.with(at, part) };
	}
	for (const subject of alternatives(rule.subject)) yield { ...rule, subject };
	for (const subject of fewerWords(rule.subject, 1)) if (!rule.subject.includes(" to ")) yield { ...rule, subject };
}

/** A list without one of its members. */
function* alternatives(text: string): Generator<string, void> {
	const [, head = "", list = ""] =
		/^((?:with|without|only|within|touching|granting|using|except|use) )?(.*)$/s.exec(text) ?? [];
	for (const separator of [", ", " & "]) {
		const parts = list.split(separator);
		if (parts.length > 1)
			for (const at of parts.keys()) yield `${head}${parts.filter((_, index) => index !== at).join(separator)}`;
	}
}

/** A text without one of its words, those at the beginning aside. */
function* fewerWords(text: string, from: number): Generator<string, void> {
	const words = text.split(" ");
	for (let at = from; at < words.length; at++) yield words.filter((_, index) => index !== at).join(" ");
}
