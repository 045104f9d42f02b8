/** One process, or files of a few kilobytes, where what is allowed starts others or makes larger ones: a build, a script, a pipe. */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import type { Rule } from "../../../../language/policy/policy.js";
import { bytes } from "../../../../language/policy/settings/values/sizes.js";
import type { AmountStatement } from "../../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding } from "../../lint-record.js";

export function tooLittleForBuilds(
	{ name, words, span }: AmountStatement,
	owner: string,
	subject: ValidPolicyContext,
): readonly Finding[] {
	const [first] = words;
	const isOne = name.text === "processes" && Number(first?.text) === 1;
	const isSmall = name.text === "file-size" && (bytes(first?.text ?? "") ?? leastForBuilds) < leastForBuilds;
	if (!isOne && !isSmall) return [];
	const agent = subject.policy.agents.get(owner);
	if (agent === undefined) return [];
	const syntax = isOne ? agent.syntax.find((one) => startsMore.test(one)) : undefined;
	const program = agent.rules.flatMap((rule) => buildsIn(rule, subject))[0];
	const what = syntax === undefined ? program && `\`${program}\`, which is allowed,` : `\`syntax ${syntax}\``;
	if (what === undefined) return [];
	return [
		{
			message: isOne
				? `with one process ${what} can't start another, and fails`
				: `\`limit file-size ${first?.text}\` cuts off what ${what} makes: hardly a build stays below it`,
			span,
			help: isOne
				? "count what a run starts, as in `limit processes 64`"
				: "name the size of the largest file that is made, as in `limit file-size 100MiB`",
		},
	];
}

const leastForBuilds = 64 * 1024;
const startsMore = /^(?:pipes|background|substitutions)$/;

/** The first program that a rule grants and that runs code or programs by what it is there for. */
function buildsIn(rule: Rule, subject: ValidPolicyContext): readonly string[] {
	if (rule.keyword !== "allow") return [];
	const patterns = subject.statementOf(rule)?.statement.patterns ?? [];
	return patterns.flatMap(({ words: [first, second] }) => {
		const program = first?.kind === "plain" ? programNamed(first.text) : undefined;
		if (program === undefined || first === undefined) return [];
		const { powers } = (second && program.subcommands[second.text]) ?? program;
		return powers.some((power) => power === "code" || power === "exec") ? [first.text] : [];
	});
}
