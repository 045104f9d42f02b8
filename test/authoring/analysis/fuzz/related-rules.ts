/** Rules and claims made of other rules, a little narrower or wider: what follows from what shows only between such. Numbers choose. */
import { clausesOn, clauses as records } from "../../../../src/language/policy/clauses.js";
import type { ClauseKeyword, RuleKeyword } from "../../../../src/language/syntax/statements.js";
import type { BodyText, PolicyText, RuleText } from "./small-policies.js";

/** Clauses that may stand behind any rule's subject: `to` belongs to that of a `constrain`, and an id has every rule. */
export type Ruled = Exclude<ClauseKeyword, "to" | "id">;

/** What happened before is not among them: every command is put to these policies, and not every history. */
function clausesOfKind(keyword: RuleKeyword): readonly Ruled[] {
	return clausesOn(keyword).filter(
		(one): one is Ruled => one !== "to" && one !== "id" && !["events", "limit"].includes(records[one].form),
	);
}

/** The clauses of each kind of rule. A claim has those that say which commands it speaks of, and texts. */
export const clausesOf: Readonly<Record<RuleText["keyword"] | "claim", readonly Ruled[]>> = {
	allow: clausesOfKind("allow"),
	deny: clausesOfKind("deny"),
	ask: clausesOfKind("ask"),
	nudge: clausesOfKind("nudge"),
	constrain: clausesOfKind("constrain"),
	claim: ["with", "without", "only", "touching", "within", "using", "except", "because", "note"],
};

/** The policy, in which every other rule and claim speaks of what an earlier rule speaks of, or almost. */
export function related(policy: PolicyText, choices: readonly number[]): PolicyText {
	let at = 0;
	const choose = (most: number): number => (choices[at++ % choices.length] as number) % most;
	const earlier: RuleText[] = [];
	const body = ({ rules, ...rest }: BodyText): BodyText => ({
		...rest,
		rules: rules.map((rule) => {
			const model = choose(2) === 0 ? undefined : earlier[choose(Math.max(1, earlier.length))];
			const made = model === undefined ? rule : madeLike(rule, model, choose);
			earlier.push(made);
			return made;
		}),
	});
	const bodies = policy.bodies.map(body);
	const claims = policy.claims.map((claim) => {
		const model = choose(2) === 0 ? undefined : earlier[choose(Math.max(1, earlier.length))];
		if (model === undefined) return claim;
		const [never, effect] = claim.split(" ");
		const clauses = model.clauses.filter((one) => isClauseOf(one, "claim"));
		const patterns = patternsOf(model);
		const one = exactlyOrNot(patterns.split(", ")[choose(2)] ?? patterns, choose);
		return [
			never,
			effect,
			one,
			...clauses.map((clause) => varied(clause, choose)),
			...excepted(one, clauses, choose),
		].join(" ");
	});
	return { ...policy, bodies, claims };
}

function madeLike(rule: RuleText, model: RuleText, choose: (most: number) => number): RuleText {
	const own = patternsOf(rule);
	const patterns = exactlyOrNot(varied(patternsOf(model), choose), choose);
	const subject = rule.subject.replace(own, patterns.replaceAll("$", "$$$$"));
	const clauses = model.clauses.filter((one) => isClauseOf(one, rule.keyword)).map((one) => varied(one, choose));
	const taken = new Set(clauses.map(keywordOf));
	const more = choose(3) === 0 ? rule.clauses.filter((one) => !taken.has(keywordOf(one))) : [];
	const all = [...clauses, ...more];
	return { ...rule, subject, clauses: [...all, ...excepted(patternsOf(model), all, choose)] };
}

/** The first pattern, now and then with no further words, or with any. */
function exactlyOrNot(patterns: string, choose: (most: number) => number): string {
	if (choose(4) > 0) return patterns;
	return patterns.startsWith("exactly ") ? patterns.slice("exactly ".length) : `exactly ${patterns}`;
}

/** What is narrower than the first of the patterns, or as wide, is left out. */
function excepted(patterns: string, clauses: readonly string[], choose: (most: number) => number): readonly string[] {
	if (choose(3) > 0 || clauses.some((one) => keywordOf(one) === "except")) return [];
	const [program = "", ...rest] = (patterns.split(", ")[0] as string).replace(/^exactly /, "").split(" ");
	const words = rest.filter((word) => !word.startsWith("-"));
	const options = rest.filter((word) => word.startsWith("-"));
	const near = [
		`exactly ${[program, ...words].join(" ")}`,
		[program, ...words, "a"].join(" "),
		[program, ...words.slice(0, -1), ...options].join(" "),
		[program, ...words.slice(0, -1).map(() => "*"), ...options.slice(1)].join(" "),
	];
	return [`except ${near[choose(near.length)]}`];
}

/** Without what a `constrain` says of access and paths. */
function patternsOf({ keyword, subject }: RuleText): string {
	return keyword === "constrain" ? subject.replace(/^(reads|writes) of /, "").replace(/ to .*$/, "") : subject;
}

function isClauseOf(clause: string, kind: keyof typeof clausesOf): boolean {
	return (clausesOf[kind] as readonly string[]).includes(keywordOf(clause));
}

function keywordOf(clause: string): string {
	return clause.split(" ")[0] as string;
}

/** As it is, or without the first or the last part of a list. */
function varied(text: string, choose: (most: number) => number): string {
	const parts = text.split(/, (?!!)/);
	const how = choose(4);
	if (parts.length < 2 || how < 2) return text;
	const [keyword = ""] = /^when .*? is(?= )/.exec(text) ?? (isClauseOf(text, "ask") ? [keywordOf(text)] : []);
	const left = how === 2 ? parts.slice(0, -1) : parts.slice(1);
	return keyword === "" || how === 2 ? left.join(", ") : `${keyword} ${left.join(", ")}`;
}
