/** `self-writable`: an agent may change what governs it. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import { isSetting, type SettingStatement } from "../../../language/syntax/statements.js";
import type { StatedStatement, ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";

export const selfWritable: PolicyLint = {
	name: "self-writable",
	family: "breadth",
	severity: "warning",
	summary: "an agent may change what governs it",
	looksAt: "policy",
	check: (subject) =>
		subject.ownStatements().flatMap((stated) => {
			const { statement } = stated;
			if (!isSetting(statement, "self") || statement.word.text !== "writable") return [];
			if (isWithoutEffect(statement, subject)) return [];
			return [
				{
					message: `${whoIn({ ...stated, statement }, subject)} may change what governs agents where no rule keeps it from that: the policy and what it imports, other policies, settings, logs and the program of the rules, and the settings, hooks, plugins, skills, commands and agents of harnesses`,
					span: statement.span,
					help: "take it out, and let a person make these changes; or give the job to an agent of its own that does nothing else",
				},
			];
		}),
};

/** A line that would loosen what is inherited changes nothing, and `missing-override` says so. */
function isWithoutEffect({ span }: SettingStatement, { diagnostics }: ValidPolicyContext): boolean {
	return diagnostics.some(
		(one) => one.code === "missing-override" && one.span.file === span.file && one.span.start === span.start,
	);
}

/** The agents in which it holds; where it holds in none yet, those that it is there for. */
function whoIn(
	{ statement, owner }: StatedStatement<SettingStatement>,
	{ policy, agents }: ValidPolicyContext,
): string {
	const { file, start } = statement.span;
	const holding = agents.filter(
		(agent) =>
			policy.agents.get(agent)?.self === "writable" &&
			policy.settingOrigins
				.get(agent)
				?.get("self")
				?.some(({ span }) => span.file === file && span.start === start),
	);
	if (holding.length > 0) return joinWords(holding, 8);
	return owner === "" ? "an agent" : `who extends \`${owner}\``;
}
