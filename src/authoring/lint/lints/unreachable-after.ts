/** `unreachable-after`: what a rule needs to have happened, or fears, no agent of the policy is let do. */
import { eventsText } from "../../../engine/decide/explain/past-text.js";
import type { EventTest, Happened } from "../../../language/policy/test.js";
import type { EventsClause } from "../../../language/syntax/statements.js";
import { anySymbolicWorld } from "../../analysis/agent-model.js";
import { pastIn } from "../../analysis/past/past-tests.js";
import { mayBeFeared, unreachablePast } from "../../analysis/past/unreachable-past.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { ungovernedCalls } from "./ungoverned-rule.js";

export const unreachableAfter: PolicyLint = {
	name: "unreachable-after",
	family: "anomalies",
	severity: "warning",
	summary: "what a rule needs to have happened, or fears, no agent is let do",
	needsWhole: true,
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated): readonly Finding[] => {
			const { statement, agents } = stated;
			const clause = statement.clauses.find((one): one is EventsClause => one.form === "events");
			const [first] = agents;
			if (clause === undefined || first === undefined) return [];
			const unapproved = neverApproved(clause, stated, subject);
			if (unapproved.length > 0) return unapproved;
			if (statement.keyword === "deny") return fearedInVain(clause, stated, subject);
			const never = new Set(unreachablePast(subject.tree, anySymbolicWorld).map((asks) => JSON.stringify(asks)));
			const asks = pastIn(first.rule.grants).find((one) => never.has(JSON.stringify(one)));
			if (asks?.kind !== "happened") return [];
			return [
				{
					message: `no agent is let do ${eventsText(asks.events)}, so this rule never grants anything`,
					span: clause.span,
					undoneBy: "grant" as const,
					help: `allow it, or name what agents do run`,
				},
			];
		}),
};

/** `after approved X`: where it is refused whatever anybody says, no yes lets it through. */
function neverApproved(clause: EventsClause, { agents }: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	if (!grantsSome(subject)) return [];
	const asks = agents
		.slice(0, 1)
		.flatMap(({ rule: { grants, restricts } }) => [...pastIn(grants), ...pastIn(restricts)])
		.find((one): one is Happened => one.kind === "happened" && one.events.every(({ fate }) => fate === "approved"));
	if (asks === undefined) return [];
	const passed = asks.events.map(
		(event): EventTest => ({
			...event,
			fate: "passed",
			text: event.text.replace(/^approved /, ""),
		}),
	);
	if (mayBeFeared({ ...asks, events: passed }, subject.tree, anySymbolicWorld)) return [];
	return [
		{
			message: `no agent is let do ${eventsText(passed)}, so nobody's yes to it ever counts`,
			span: clause.span,
			undoneBy: "grant" as const,
			help: "write an `ask` rule for it, or name what people are asked about",
		},
	];
}

/** A denial behind a step of a named program that is refused anyway, or until it. Who imports a file that allows nothing may allow it. */
function fearedInVain(clause: EventsClause, { agents }: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const isNamed = clause.events.patterns.every(({ words: [program] }) => /^[\w./-]+$/.test(program?.text ?? ""));
	const [first] = agents;
	if (!isNamed || first === undefined || !grantsSome(subject)) return [];
	const asks = pastIn(first.rule.restricts).find((one): one is Happened => one.kind === "happened");
	if (asks === undefined || mayBeFeared(asks, subject.tree, anySymbolicWorld)) return [];
	const isToldOf = ungovernedCalls(subject).some(({ finding }) => isWithin(finding.span, clause.span));
	if (isToldOf) return [];
	return [
		{
			message: `no agent is let do ${eventsText(asks.events)}, so this denial ${asks.as === "feared" ? "never holds" : "always holds"}`,
			span: clause.span,
			undoneBy: "grant" as const,
			help: "name what agents do run, or take the rule out",
		},
	];
}

function isWithin(inner: Finding["span"], outer: Finding["span"]): boolean {
	return inner.file === outer.file && inner.start >= outer.start && inner.end <= outer.end;
}

function grantsSome({ policy }: ValidPolicyContext): boolean {
	return [...policy.agents.values()].some(({ rules }) => rules.some(({ grants }) => grants !== undefined));
}
