/** `unreachable-rule`: a rule that never decides, because stricter ones decide whatever fits it, or because nothing grants that. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { joinParts } from "../../../language/diagnostic/join-words.js";
import { patternText } from "../../../language/syntax/dsl/part-text.js";
import { rulesFor } from "../../analysis/rule-index.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { contradictions } from "../without-effect/contradictions.js";
import { overrideEffectOf } from "../without-effect/override-effect.js";
import { type Useless, uselessness } from "../without-effect/useless.js";

export const unreachableRule: PolicyLint = {
	name: "unreachable-rule",
	family: "anomalies",
	severity: "warning",
	summary: "a rule never decides anything: stricter rules decide all that fits it, or nothing grants it",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const bound = boundsNothing(stated, subject);
			if (bound !== undefined) return [bound];
			const found = uselessness(stated, subject);
			if (found === undefined || found.why === "redundant" || found.why === "empty") return [];
			return isTold(stated, subject) ? [] : unreachableFindings(stated, found);
		}),
};

/** A `constrain` on programs that the agent may not run at all. */
function boundsNothing({ statement, owner, agents }: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	// Who extends a group may grant them.
	if (statement.keyword !== "constrain" || statement.locked || !subject.policy.agents.has(owner)) return undefined;
	const names = agents.map(({ rule }) => rule.restricts && programsOf(rule.restricts));
	const own = names[0];
	if (own === undefined || own.size === 0 || own.size > mostPrograms) return undefined;
	const isRun = agents.some(({ agent }) => {
		const { agentTree, facts } = subject.settingOf(agent);
		if (agentTree.agent.default !== "deny") return true;
		return [...own].some((name) => rulesFor(agentTree, name, facts).some(({ rule }) => rule.grants !== undefined));
	});
	if (isRun) return undefined;
	const said = statement.patterns.map(patternText).map((one) => `\`${one}\``);
	return {
		message: `this rule bounds nothing: nothing grants ${said.join(", ")}, and the default denies it`,
		span: statement.span,
		undoneBy: "grant",
		help: `allow what is to run within these paths, or take the rule out`,
	};
}

const mostPrograms = 16;

/** Another lint says why: the denial stands beside it word for word, or nothing can be taken out of a locked rule. */
function isTold(stated: StatedRule, subject: ValidPolicyContext): boolean {
	if (contradictions(subject).has(stated.statement)) return true;
	return stated.statement.override && overrideEffectOf(stated, subject).kind === "locked";
}

function unreachableFindings(
	stated: StatedRule,
	found: Exclude<Useless, { why: "redundant" | "empty" }>,
): readonly Finding[] {
	const { statement } = stated;
	// That the rule does nothing is sure; whether it or the other one is wrong, its author knows.
	const at = { span: statement.span };
	switch (found.why) {
		case "idle":
			return [
				{
					...at,
					message: "this rule never decides: nothing grants what it speaks of, and the default is stricter",
					help: "it grants plain use only: say what more it grants with `granting …`, or take it out",
					witness: witnessCommandLine(found.sample),
				},
			];
		case "refused": {
			// That is `missing-override`.
			const grants = statement.keyword !== "deny" && statement.keyword !== "constrain";
			if (grants && !statement.override && found.inherited !== undefined) return [];
			const ids = found.by.map(({ id }) => `\`${id}\``);
			return [
				{
					...at,
					message: `this rule never decides: ${joinParts(ids, "and")} ${ids.length === 1 ? "is" : "are"} stricter, and ${ids.length === 1 ? "decides" : "decide"} whatever fits it`,
					labels: found.by.map((one) => ({ span: one.span, message: `this \`${one.keyword}\`` })),
					help: grants
						? "take it out, or leave out of the stricter rule what it is to grant: `except …`"
						: "take it out",
					witness: witnessCommandLine(found.sample),
				},
			];
		}
	}
}
