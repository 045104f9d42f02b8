/** `ungoverned-rule`: a rule names calls of tools that the rules of no agent it holds for decide. */
import { governs } from "../../../engine/decide/governed.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { type Hand, handOf } from "../../../language/policy/hands.js";
import type { PatternWord } from "../../../language/syntax/statements.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const ungovernedRule: PolicyLint = {
	name: "ungoverned-rule",
	family: "anomalies",
	severity: "warning",
	summary: "a rule names calls of tools that no rule decides, since `govern` leaves them to the harness",
	looksAt: "policy",
	check: (subject) => subject.rules().flatMap((stated) => findings(stated, subject)),
};

function findings({ statement, agents }: StatedRule, { policy }: ValidPolicyContext): readonly Finding[] {
	return statement.patterns.flatMap(({ words: [program] }): readonly Finding[] => {
		const hand = program === undefined ? undefined : handNamed(program);
		if (program === undefined || hand === undefined || agents.length === 0) return [];
		const governed = agents.some(({ agent }) => {
			const own = policy.agents.get(agent);
			return own !== undefined && governs(own, hand);
		});
		if (governed) return [];
		const words = hand === "tools" ? "`govern all`" : `\`govern ${hand}\`, or \`govern all\`,`;
		const names = joinWords([...new Set(agents.map(({ agent }) => agent))].slice(0, 3));
		return [
			{
				message: `\`${program.text}\` is a call of a tool, and the rules of ${names} leave those to the harness: this decides nothing`,
				span: program.span,
				help: `write ${words} into the agent`,
				undoneBy: "nothing",
			},
		];
	});
}

/** The hand of calls that a word names; also where it stands for several (`mcp.github.*`). */
function handNamed({ kind, text }: PatternWord): Hand | undefined {
	return kind === "plain" || kind === "quoted" ? handOf(text) : undefined;
}
