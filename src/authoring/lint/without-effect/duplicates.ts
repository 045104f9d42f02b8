/** Rules that stand twice: the same words and clauses, whatever their ids, for an agent that has the other one already. */
import type { RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";

const known = new WeakMap<ValidPolicyContext, ReadonlyMap<RuleStatement, RuleStatement>>();

/** For each rule that repeats another, the one that it repeats: one that it inherits, or one above it. */
export function duplicates(subject: ValidPolicyContext): ReadonlyMap<RuleStatement, RuleStatement> {
	const made = known.get(subject) ?? find(subject);
	known.set(subject, made);
	return made;
}

function find(subject: ValidPolicyContext): ReadonlyMap<RuleStatement, RuleStatement> {
	const found = new Map<RuleStatement, RuleStatement>();
	// Rules of the file itself, in their order; then what an agent inherits from elsewhere.
	for (const alike of rulesAlike(subject)) {
		const first = new Map<string, RuleStatement>();
		for (const statement of alike) {
			const key = saying(statement);
			const before = first.get(key);
			if (before === undefined) first.set(key, statement);
			else found.set(statement, before);
		}
	}
	const inherited = inheritedSayings(subject);
	for (const stated of subject.rules()) {
		if (found.has(stated.statement) || stated.statement.override) continue;
		const before = inherited(stated);
		if (before !== undefined) found.set(stated.statement, before);
	}
	return found;
}

/** Rules of one owner whose patterns begin with the same words, where there are several: only these need to be compared. */
function rulesAlike(subject: ValidPolicyContext): readonly (readonly RuleStatement[])[] {
	const alike = new Map<string, RuleStatement[]>();
	for (const { statement, owner, file } of subject.ownStatements()) {
		if (statement.kind !== "rule") continue;
		const key = [file.file, owner, statement.keyword, ...statement.patterns.map(firstWords), clauseKey(statement)].join(
			"\0",
		);
		const list = alike.get(key);
		if (list) list.push(statement);
		else alike.set(key, [statement]);
	}
	return [...alike.values()].filter(({ length }) => length > 1);
}

function firstWords({ words }: RuleStatement["patterns"][number]): string {
	return words.map(({ text }) => text).join(" ");
}

/** The paths of a rule, which tell most rules on one program apart. */
function clauseKey({ clauses }: RuleStatement): string {
	return clauses
		.map((one) => ("paths" in one ? `${one.keyword} ${one.paths.map(({ text }) => text).join(" ")}` : ""))
		.join("");
}

/** What a rule says, without its id and its places. Sets with one name may differ from file to file. */
function saying({ clauses, ...rule }: RuleStatement): string {
	const said = clauses.filter(({ keyword }) => keyword !== "id");
	return JSON.stringify({ ...rule, clauses: said }, (key, value: unknown) =>
		key === "span" || key === "comments" ? undefined : value,
	);
}

/** The rule that says the same and that every agent which has the given one inherits, uncarved, from elsewhere. */
function inheritedSayings(subject: ValidPolicyContext): (stated: StatedRule) => RuleStatement | undefined {
	const sayings = new Map<RuleStatement, string>();
	const sayingOf = (statement: RuleStatement): string => {
		const text = sayings.get(statement) ?? saying(statement);
		sayings.set(statement, text);
		return text;
	};
	const byAgent = new Map<string, ReadonlyMap<string, readonly RuleStatement[]>>();
	const rulesOf = (agent: string): ReadonlyMap<string, readonly RuleStatement[]> => {
		const known = byAgent.get(agent);
		if (known !== undefined) return known;
		const made = new Map<string, RuleStatement[]>();
		for (const rule of subject.policy.agents.get(agent)?.rules ?? []) {
			const other = subject.statementOf(rule);
			if (other === undefined || other.owner === agent || rule.excludedBy.length > 0) continue;
			const text = `${other.file.file}\0${sayingOf(other.statement)}`;
			made.set(text, [...(made.get(text) ?? []), other.statement]);
		}
		byAgent.set(agent, made);
		return made;
	};
	return ({ statement, owner, file, agents }) => {
		const own = agents[0];
		// A group's rules reach agents that inherit in many ways: what stands twice there is told where it is redundant.
		if (own === undefined || own.agent !== owner || own.rule.excludedBy.length > 0) return undefined;
		const rules = rulesOf(own.agent);
		if (rules.size === 0) return undefined;
		return rules.get(`${file.file}\0${sayingOf(statement)}`)?.find((other) => other !== statement);
	};
}
