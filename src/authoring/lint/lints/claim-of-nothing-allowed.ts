/**
 * `claim-of-nothing-allowed`: a `never` about what one program does, where nothing lets that program run: it holds whatever is said of others. Or an expected denial of a
 * program that nobody knows and no rule names: only the default is asked.
 */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { otherPrograms } from "../../../engine/knowledge/vocabulary/common-names.js";
import { vocabularyPrograms } from "../../../engine/knowledge/vocabulary/other-vocabulary.js";
import type { Claim, Rule } from "../../../language/policy/policy.js";
import { rulesFor } from "../../analysis/rule-index.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { expected, type StatedExpectation, type Try } from "../meaning/expected.js";
import { programCalled } from "../reading/words/known-words.js";

export const claimOfNothingAllowed: PolicyLint = {
	name: "claim-of-nothing-allowed",
	family: "tests",
	severity: "info",
	needsWhole: true,
	summary: "a `never` speaks of a program that no rule lets run, or an expected denial of one that nobody knows",
	looksAt: "policy",
	check: (subject) => {
		const narrowed = new Set(
			subject
				.ownStatements()
				.flatMap(({ statement }) =>
					statement.kind === "claim" && statement.clauses.length > 0 ? [statement.span.start] : [],
				),
		);
		const claims = subject.policy.claims.flatMap((claim): readonly Finding[] => {
			const name = narrowed.has(claim.span.start) ? unspokenName(claim, subject) : undefined;
			if (name === undefined || !subject.roots.includes(claim.span.file)) return [];
			return [
				{
					message: `no rule lets \`${name}\` run, whatever it is given: this says nothing of what is allowed`,
					span: claim.span,
					undoneBy: "grant",
					help: `claim it of the programs that are allowed, or of any; or that it never runs: \`never allow ${name}\``,
				},
			];
		});
		return [...claims, ...expected(subject).flatMap((one) => deniedStranger(one, subject))];
	},
};

/** `expect deny: foo --bar`: the default denies whatever no rule grants, and no rule is tried by it. */
function deniedStranger({ statement, tries }: StatedExpectation, subject: ValidPolicyContext): readonly Finding[] {
	const [name = ""] = statement.command.text.split(/\s/);
	// A name of several parts is a call's, or a script's.
	if (statement.effect.text !== "deny" || !/^[A-Za-z][\w-]*$/.test(name) || isKnown(name, subject)) return [];
	const isUnspoken = ({ expectation: { agent }, decision }: Try): boolean =>
		decision.code === "default" &&
		rulesFor(subject.settingOf(agent).agentTree, name).every(({ rule }) => !speaksOf(rule, name));
	if (tries.length === 0 || !tries.every(isUnspoken)) return [];
	return [
		{
			message: `nobody knows a program \`${name}\` and no rule names it: only the default is asked, and no rule is tried`,
			span: statement.span,
			help: "expect a denial of what agents would run, and of what a rule refuses",
			undoneBy: "grant",
		},
	];
}

function isKnown(name: string, subject: ValidPolicyContext): boolean {
	return programCalled(name, subject) !== undefined || otherPrograms.includes(name) || vocabularyPrograms.has(name);
}

function speaksOf({ grants, restricts }: Rule, name: string): boolean {
	return [grants, restricts].some((test) => test !== undefined && programsOf(test)?.has(name) === true);
}

/** The one program of a `never` that no rule speaks of, neither granting nor refusing it, where the default denies. */
function unspokenName({ keyword, effect, test, agents }: Claim, subject: ValidPolicyContext): string | undefined {
	const [name, ...more] = programsOf(test) ?? [];
	if (keyword !== "never" || effect === "deny" || name === undefined || more.length > 0) return undefined;
	const isUnspoken = (agent: string): boolean => {
		const { agentTree } = subject.settingOf(agent);
		return (
			agentTree.agent.default === "deny" &&
			rulesFor(agentTree, name).every(({ rule }) => rule.grants === undefined && !names(rule, name))
		);
	};
	return agents.length > 0 && agents.every(isUnspoken) ? name : undefined;
}

function names({ restricts }: Rule, program: string): boolean {
	return restricts !== undefined && programsOf(restricts)?.has(program) === true;
}
