/** Policies from which one thing was left out. */
import { type BodyText, mapBodies, numbered, type PolicyText, type RuleText } from "./small-policies.js";

export function* smaller(given: PolicyText): Generator<PolicyText, void> {
	const policy = numbered(given);
	for (const at of policy.bodies.keys()) yield withoutBody(policy, at);
	if (policy.packs?.length) yield { ...policy, packs: [] };
	if (policy.yaml) yield { ...policy, yaml: false };
	if (
		policy.bodies.some(({ imported }) => imported) &&
		new Set(policy.bodies.map(({ name }) => name)).size === policy.bodies.length
	)
		yield { ...mapBodies(policy, (body) => ({ ...body, imported: false })), yaml: false };
	for (const place of policy.bodies.keys()) {
		for (const body of smallerBodies(policy.bodies[place] as BodyText))
			yield mapBodies(policy, (own, at) => (at === place ? body : own));
	}
	for (const claim of policy.claims) {
		yield { ...policy, claims: policy.claims.filter((one) => one !== claim) };
	}
	for (const [at, claim] of policy.claims.entries())
		for (const less of fewerWords(claim, 3)) yield { ...policy, claims: policy.claims.with(at, less) };
}

/** A body less; who extends it extends what it extended. */
function withoutBody(policy: PolicyText, at: number): PolicyText {
	const gone = policy.bodies[at] as BodyText;
	const bodies = policy.bodies.filter((one) => one !== gone);
	if (gone.name === "" || bodies.some(({ name }) => name === gone.name)) return { ...policy, bodies };
	return mapBodies({ ...policy, bodies }, (body) => ({
		...body,
		extends: [...new Set(body.extends.flatMap((name) => (name === gone.name ? gone.extends : [name])))],
	}));
}

function* smallerBodies(body: BodyText): Generator<BodyText, void> {
	const { rules } = body;
	for (const rule of rules) yield { ...body, rules: rules.filter((one) => one !== rule) };
	if (body.fallback !== "") yield { ...body, fallback: "" };
	for (const line of body.settings) yield { ...body, settings: body.settings.filter((one) => one !== line) };
	for (const claim of body.claims) yield { ...body, claims: body.claims.filter((one) => one !== claim) };
	for (const parent of body.extends) yield { ...body, extends: body.extends.filter((one) => one !== parent) };
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
	const first = rule.subject.startsWith("exactly ") ? 2 : 1;
	for (const subject of fewerWords(rule.subject, first)) if (!rule.subject.includes(" to ")) yield { ...rule, subject };
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
