/** `vacuous-claim`: a claim that speaks of nothing: of a program or an option that nobody knows, or of no command at all. */

import { programsOf, specialise } from "../../../engine/decide/compile/specialise.js";
import type { Claim } from "../../../language/policy/policy.js";
import { holding } from "../../analysis/outcomes.js";
import { unknownName } from "../../analysis/programs/unknown-names.js";
import { isNever, rulesFor } from "../../analysis/rule-index.js";
import { find } from "../../analysis/search/find.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";

export const vacuousClaim: PolicyLint = {
	name: "vacuous-claim",
	family: "tests",
	severity: "warning",
	needsWhole: true,
	summary: "a claim holds of every policy: it speaks of nothing that there is",
	looksAt: "policy",
	check: (subject) => {
		const narrowed = new Set(
			subject
				.ownStatements()
				.flatMap(({ statement }) =>
					statement.kind === "claim" && statement.clauses.length > 0 ? [statement.span.start] : [],
				),
		);
		return subject.policy.claims.flatMap((claim) => {
			if (!subject.roots.includes(claim.span.file)) return [];
			const strange = strangeName(claim, subject);
			if (strange !== undefined)
				return [
					{
						message: `this claim speaks of nothing: ${strange}`,
						span: claim.span,
						help: "correct the name; or, if it is right, teach it: `program NAME can …`",
					},
				];
			// A pattern alone fits something.
			if (!narrowed.has(claim.span.start) || !speaksOfNothing(claim, subject)) return [];
			return [
				{
					message: "no command fits this claim: its conditions exclude each other",
					span: claim.span,
					help: "change the pattern or the clauses, or take the claim out",
				},
			];
		});
	},
};

/** What no rule of any of its agents names, and no table lists. */
function strangeName({ test, agents }: Claim, subject: ValidPolicyContext): string | undefined {
	const names = programsOf(test);
	const strange = agents.map((agent) => {
		const setting = subject.settingOf(agent);
		const { agentTree } = setting;
		// Other rules have no part in it, and there may be many.
		const rules =
			names === undefined
				? agentTree.rules
				: [...new Set([...names].flatMap((name) => rulesFor(agentTree, name).map(({ rule }) => rule)))];
		return unknownName(test, { ...setting, agentTree: { ...agentTree, rules } });
	});
	return strange.includes(undefined) ? undefined : strange[0];
}

/** Is there no command that it may hold of? Asked of the programs that it names; of any program something is mostly true. */
function speaksOfNothing({ test, agents }: Claim, subject: ValidPolicyContext): boolean {
	const names = programsOf(test);
	if (names === undefined || names.size === 0 || agents.length === 0) return false;
	return agents.every((agent) => {
		const setting = subject.settingOf(agent);
		const { steps, named } = subject.programsOf(agent);
		return [...names].every((name) => {
			const program = named.get(name);
			const own = specialise(test, name);
			if (isNever(own)) return true;
			return (
				program !== undefined && find(holding(own, "perhaps"), program, [setting], { left: steps }).kind === "none"
			);
		});
	});
}
