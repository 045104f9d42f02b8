/** `ungoverned-rule`: a rule names calls of tools that the rules of no agent it holds for decide. */
import { governs } from "../../../engine/decide/governed.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import { type Hand, handOf } from "../../../language/policy/hands.js";
import { eventListsOf, type PatternWord } from "../../../language/syntax/statements.js";
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
	const steps = statement.clauses.flatMap((clause) =>
		clause.form === "events" ? eventListsOf(clause).flatMap(({ patterns }) => patterns) : [],
	);
	return [...statement.patterns, ...steps].flatMap((pattern): readonly Finding[] => {
		const [program] = pattern.words;
		const hand = program === undefined ? undefined : handNamed(program);
		if (program === undefined || hand === undefined || agents.length === 0) return [];
		// A call of one agent is in the session of all.
		const own = steps.includes(pattern) ? [...policy.agents.keys()] : agents.map(({ agent }) => agent);
		const governed = own.some((agent) => {
			const settled = policy.agents.get(agent);
			return settled !== undefined && governs(settled, hand);
		});
		if (governed) return [];
		const words = hand === "tools" ? "`govern all`" : `\`govern ${hand}\`, or \`govern all\`,`;
		const names = joinWords([...new Set(own)].slice(0, 3));
		return [
			{
				message: `\`${program.text}\` is a call of a tool, and the rules of ${names} leave those to the harness: ${
					steps.includes(pattern) ? "nobody sees that it happened" : "this decides nothing"
				}`,
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
