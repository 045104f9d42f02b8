/** Policies changed: so that they mean the same, or so that they may mean something else. Numbers choose. */
import { type BodyText, mapBodies, numbered, type PolicyText, type RuleText } from "./small-policies.js";

/** The same policy, said in another way. */
export function saidDifferently(policy: PolicyText, choices: readonly number[]): PolicyText {
	let at = 0;
	const choose = (most: number): number => (choices[at++ % choices.length] as number) % most;
	const said = mapBodies(numbered(policy), (body) => ({
		...body,
		rules: shuffled(
			body.rules.flatMap((rule) => rewritten(rule, choose(7))),
			choose,
		),
	}));
	switch (choose(3)) {
		case 0:
			return inGroup(said, choose);
		case 1:
			return inFile(said);
		default:
			return said;
	}
}

/** Some rules of one body in a group of their own that it extends. What overrides would take something out of them then. */
function inGroup(policy: PolicyText, choose: (most: number) => number): PolicyText {
	const at = choose(policy.bodies.length);
	const from = policy.bodies[at] as BodyText;
	if (from.kind === "outside" || from.rules.some(({ modifier }) => modifier === "override ")) return policy;
	// Another group would be another way to what stands outside, and nothing is carved out on that way.
	const isOutside = policy.bodies.some(
		({ kind, rules, fallback, settings }) =>
			kind === "outside" && (rules.length > 0 || fallback !== "" || settings.length > 0),
	);
	const isCarving = policy.bodies.some(
		({ rules, settings }) =>
			rules.some(({ modifier }) => modifier === "override ") || settings.some((line) => line.startsWith("override ")),
	);
	if (isOutside && isCarving) return policy;
	const most = choose(from.rules.length + 1);
	const part: BodyText = {
		...from,
		kind: "group",
		name: "part",
		extends: [],
		fallback: "",
		settings: [],
		rules: from.rules.slice(0, most),
		claims: [],
	};
	const rest = { ...from, extends: [...from.extends, part.name], rules: from.rules.slice(most) };
	return { ...policy, bodies: [...policy.bodies.with(at, rest), part] };
}

/** Everything in a file that the policy imports. What it says of itself counts only where it is asked for. */
function inFile(policy: PolicyText): PolicyText {
	const { bodies } = policy;
	const isPlain = bodies.every(
		({ imported, claims, settings }) => !imported && claims.length === 0 && !settings.includes("self writable"),
	);
	return isPlain ? mapBodies(policy, (body) => ({ ...body, imported: true })) : policy;
}

function rewritten(rule: RuleText, how: number): readonly RuleText[] {
	const again = { ...rule, id: `${rule.id}b` };
	switch (how) {
		case 0:
			return [rule, again];
		case 1:
			return split(rule);
		case 2:
			return [{ ...rule, subject: expanded(rule.subject) }];
		case 3:
			return rule.clauses.some((one) => /^(with|without)\b/.test(one))
				? [rule]
				: [rule, { ...again, clauses: ["without -x", ...rule.clauses] }];
		case 4:
			return rule.clauses.some((one) => one.startsWith("except"))
				? [rule]
				: [rule, { ...again, clauses: [...rule.clauses, "except foo a, tool"] }];
		case 5:
			return splitClause(rule);
		default:
			return [rule];
	}
}

/** A rule for each of the alternatives of a clause. What grants is left whole: the options that it names bring powers. */
function splitClause(rule: RuleText): readonly RuleText[] {
	if (rule.keyword !== "deny" && rule.keyword !== "constrain") return [rule];
	const clause = rule.clauses.find((one) => /^(with|touching|using) [^!]*, [^!]*$/.test(one));
	if (clause === undefined) return [rule];
	const [keyword, list = ""] = clause.split(/ (.*)/s);
	return list.split(", ").map((part, index) => ({
		...rule,
		clauses: rule.clauses.map((one) => (one === clause ? `${keyword} ${part}` : one)),
		id: index === 0 ? (rule.id ?? "r") : `${rule.id}.${index}`,
	}));
}

/** A rule for each of its patterns. */
function split(rule: RuleText): readonly RuleText[] {
	if (rule.keyword === "constrain") return [rule];
	const parts = rule.subject.split(", ");
	return parts.map((subject, index) => ({
		...rule,
		subject,
		id: index === 0 ? (rule.id ?? "r") : `${rule.id}.${index}`,
	}));
}

/** The set of programs written out. */
function expanded(subject: string): string {
	return subject.replaceAll(/(exactly )?@some((?: (?!to )[^ ,]+)*)/g, (_, exactly = "", words: string) =>
		["tool", "foo"].map((name) => `${exactly}${name}${words}`).join(", "),
	);
}

function shuffled<T>(list: readonly T[], choose: (most: number) => number): readonly T[] {
	const left = [...list];
	const all: T[] = [];
	while (left.length > 0) all.push(...left.splice(choose(left.length), 1));
	return all;
}

/** Another policy, most often with one thing changed. */
export function changed(policy: PolicyText, extra: RuleText, choices: readonly number[]): PolicyText {
	const [how = 0, where = 0, which = 0] = choices;
	const whole = numbered(policy);
	const written = whole.bodies.flatMap(({ rules }, at) => (rules.length === 0 ? [] : [at]));
	const here = written[where % Math.max(1, written.length)] ?? 0;
	return mapBodies(whole, (body, place) => (place === here ? changedBody(body, extra, how % 6, which) : body));
}

function changedBody(body: BodyText, extra: RuleText, how: number, which: number): BodyText {
	const { rules } = body;
	const at = which % Math.max(1, rules.length);
	const one = rules[at];
	const added = { ...extra, id: "added" };
	if (one === undefined) return { ...body, rules: [added] };
	switch (how) {
		case 0:
			return { ...body, rules: rules.filter((rule) => rule !== one) };
		case 1:
			return { ...body, rules: [...rules, added] };
		case 2:
			return { ...body, rules: rules.with(at, { ...one, clauses: one.clauses.slice(1) }) };
		case 3:
			// A parent less, where there is one.
			return body.extends.length === 0
				? { ...body, rules: rules.filter((rule) => rule !== one) }
				: { ...body, extends: body.extends.slice(1) };
		case 4:
			return { ...body, fallback: body.fallback === "default allow" ? "default ask" : "default allow" };
		default:
			return { ...body, rules: rules.with(at, added) };
	}
}
