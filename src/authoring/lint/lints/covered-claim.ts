/** `covered-claim`: a claim that another claim says as well: of the same pattern, or a wider one, with no more conditions. */
import type { ClaimStatement, Pattern, PatternWord } from "../../../language/syntax/statements.js";
import type { StatedStatement, ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { deletion } from "../reading/deletion.js";

export const coveredClaim: PolicyLint = {
	name: "covered-claim",
	family: "tests",
	severity: "info",
	needsWhole: true,
	summary: "a claim says nothing that another claim does not",
	fixes: "safe",
	looksAt: "policy",
	check: (subject) => {
		const claims = statedClaims(subject);
		const byProgram = new Map<string, StatedClaim[]>();
		for (const one of claims) {
			for (const key of new Set(one.patterns.map((pattern) => `${one.says} ${programOf(pattern)}`))) {
				const list = byProgram.get(key);
				if (list) list.push(one);
				else byProgram.set(key, [one]);
			}
		}
		return claims.flatMap((claim, at) => {
			const [first] = claim.patterns;
			if (first === undefined || claim.agents.size === 0) return [];
			const other = (byProgram.get(`${claim.says} ${programOf(first)}`) ?? []).find(
				// Of two that say the same, the second is reported.
				(one) =>
					one !== claim &&
					holdsWherever(one, claim, subject) &&
					covers(one, claim) &&
					(claims.indexOf(one) < at || !covers(claim, one)),
			);
			if (other === undefined) return [];
			const edit = deletion(claim, subject);
			return [
				{
					message: "this claim follows from another one",
					span: claim.statement.span,
					labels: [{ span: other.statement.span, message: "this one says it of as many commands, or more" }],
					help: "take it out",
					...(edit === undefined ? {} : { fix: { title: "take the claim out", edits: [edit], safe: true } }),
				},
			];
		});
	},
};

interface StatedClaim extends StatedStatement<ClaimStatement> {
	/** `never allow` */
	readonly says: string;
	readonly patterns: readonly Pattern[];
	/** The clauses as comparable texts. */
	readonly clauses: ReadonlySet<string>;
	readonly agents: ReadonlySet<string>;
}

function statedClaims(subject: ValidPolicyContext): readonly StatedClaim[] {
	const holders = new Map(
		subject.policy.claims.map(({ span, agents }) => [`${span.file}\0${span.start}`, agents] as const),
	);
	return subject.ownStatements().flatMap((stated) => {
		const { statement } = stated;
		if (statement.kind !== "claim") return [];
		const { keyword, effect, patterns, clauses, span } = statement;
		return [
			{
				...stated,
				statement,
				says: `${keyword} ${effect.text}`,
				patterns,
				clauses: new Set(clauses.map(withoutPlaces)),
				agents: new Set(holders.get(`${span.file}\0${span.start}`)),
			},
		];
	});
}

function withoutPlaces(data: unknown): string {
	return JSON.stringify(data, (key, value: unknown) => (key === "span" ? undefined : value));
}

/** A claim outside of agents holds for agents of files that import this one, too: so must what says the same. */
function holdsWherever(one: StatedClaim, claim: StatedClaim, { policy }: ValidPolicyContext): boolean {
	return policy.agents.has(claim.owner) || one.owner === claim.owner || one.owner === "";
}

/** Every command that the second speaks of, the first speaks of, for each of its agents. A set may be another one in another file. */
function covers(one: StatedClaim, other: StatedClaim): boolean {
	return (
		one.says === other.says &&
		one.file === other.file &&
		[...other.agents].every((agent) => one.agents.has(agent)) &&
		[...one.clauses].every((clause) => other.clauses.has(clause)) &&
		other.patterns.every((inner) => one.patterns.some((outer) => isInside(inner, outer)))
	);
}

/** A pattern is a prefix: more words and more options say less. */
function isInside(inner: Pattern, outer: Pattern): boolean {
	const [innerWords, outerWords] = [inner, outer].map(({ words }) => words.map(withoutPlaces)) as [string[], string[]];
	if (inner.exactly === outer.exactly && withoutPlaces(innerWords) === withoutPlaces(outerWords)) return true;
	if (outer.exactly || [...inner.words, ...outer.words].some(({ text }) => text === "--")) return false;
	const operands = (words: readonly PatternWord[]): readonly string[] =>
		words.filter((word) => !isOption(word)).map(withoutPlaces);
	const options = new Set(inner.words.filter(isOption).map(withoutPlaces));
	const narrow = operands(inner.words);
	return (
		operands(outer.words).every((word, at) => narrow[at] === word) &&
		outer.words.filter(isOption).every((word) => options.has(withoutPlaces(word)))
	);
}

function isOption({ kind, text }: PatternWord): boolean {
	return (kind === "plain" || kind === "quoted") && text.startsWith("-") && text !== "-";
}

function programOf({ words }: Pattern): string {
	return withoutPlaces(words[0]);
}
