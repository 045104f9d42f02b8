/** `ended-rule`: a rule whose `until` or whose dates have come, so that it decides nothing any more; and one whose end lets secrets out. */
import { decide } from "../../../engine/decide/decide.js";
import { commandText } from "../../../engine/decide/explain/messages.js";
import { datesOf, type End, endOf, hasEnded } from "../../../language/policy/clauses/facts/moments.js";
import type { FactsCondition, RuleStatement } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { isSecretPlace } from "../powers/secret-files.js";
import { pathsOfStatement } from "../reading/written-paths.js";
import { emptyWorld } from "../witness.js";

export const endedRule: PolicyLint = {
	name: "ended-rule",
	family: "hygiene",
	severity: "warning",
	summary: "the date until which a rule holds has come, or what it keeps secret is let out when it comes",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) =>
			stated.statement.clauses.flatMap((clause): readonly Finding[] => {
				switch (clause.form) {
					case "date": {
						const end = endOf(clause.text.text);
						if (end === undefined) return [];
						if (isOver(end, stated, subject)) {
							const message = `this rule held until ${clause.text.text}, and decides nothing any more`;
							return [{ message, span: clause.span, help: helpFor(stated.statement) }];
						}
						const witness = letOut(end, stated, subject);
						if (witness === undefined) return [];
						return [
							{
								message: `behind ${clause.text.text} \`${witness}\` is allowed: a secret is kept for good, or not at all`,
								span: clause.span,
								undoneBy: "restriction",
								help: "leave the date out of what keeps secrets",
								witness,
							},
						];
					}
					case "facts":
						return clause.conditions.flatMap((condition) => {
							const last = lastDateOf(condition);
							const end = last === undefined ? undefined : endOf(last);
							if (end === undefined || !isOver(end, stated, subject)) return [];
							const message = `the last of these dates was ${last}: this rule decides nothing any more`;
							return [{ message, span: condition.span, help: helpFor(stated.statement) }];
						});
					default:
						return [];
				}
			}),
		),
};

function helpFor({ keyword }: RuleStatement): string {
	return keyword === "allow"
		? "take the rule out, or name another date"
		: "take the rule out, or name another date: what it held back is let through by now";
}

function isOver(end: End, { agents }: StatedRule, { today, policy }: ValidPolicyContext): boolean {
	if (today === undefined) return false;
	// By noon it is that day nearly everywhere.
	const at = Date.parse(`${today}T12:00Z`);
	const zones = agents.map(({ agent }) => policy.agents.get(agent)?.zone ?? "UTC");
	return zones.every((zone) => hasEnded(end, at, zone) === true);
}

function lastDateOf({ fact, values }: FactsCondition): string | undefined {
	if (fact.text !== "date") return undefined;
	const ends = values.map(({ text }) => datesOf(text)?.to);
	return ends.every((one) => one !== undefined) ? ends.sort().at(-1) : undefined;
}

/** What reads a secret that the rule keeps, is refused until the end, and allowed behind it. */
function letOut(end: End, { statement, agents }: StatedRule, subject: ValidPolicyContext): string | undefined {
	const [first] = agents;
	if (first === undefined || subject.today === undefined || statement.keyword !== "deny") return undefined;
	const secrets = pathsOfStatement(statement, subject)
		.filter(({ keyword }) => keyword === "touching")
		.flatMap(({ paths }) => paths.filter(({ negated, text }) => !negated && isSecretPlace(text)));
	const last = "instant" in end ? end.instant : Date.parse(`${end.local.slice(0, 10)}T00:00Z`);
	const [before, behind] = [`${subject.today}T12:00Z`, new Date(last + twoDays).toISOString()];
	for (const { text } of secrets.slice(0, mostSecrets))
		for (const reader of readers) {
			const argv = [...reader, text.replace(/^\*\*\//, "").replaceAll("*", "x")];
			const effectAt = (at: string): string =>
				decide(subject.tree, { agent: first.agent, argv, at }, emptyWorld).effect;
			if (effectAt(behind) === "allow" && effectAt(before) !== "allow") return commandText(argv);
		}
	return undefined;
}

const twoDays = 2 * 24 * 3_600_000;
const mostSecrets = 4;
const readers: readonly (readonly string[])[] = [
	["cat"],
	["head"],
	["grep", "x"],
	["file.read"],
	["less"],
	["cp", "x"],
];
