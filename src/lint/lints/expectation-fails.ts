/** `expectation-fails`: an `expect` that the policy does not meet. */
import { expected, failsAnywhere } from "../expected.js";
import type { PolicyLint } from "../lint.js";

export const expectationFails: PolicyLint = {
	name: "expectation-fails",
	family: "tests",
	severity: "error",
	summary: "the policy does not answer as an `expect` in it says",
	looksAt: "policy",
	check: (subject) =>
		expected(subject).flatMap((stated) => {
			const failed = stated.tries.find((one) => failsAnywhere(one, subject));
			if (failed === undefined) return [];
			const { expectation, decision } = failed;
			const { agent, command, effect, by } = expectation;
			const rule = subject.policy.agents.get(agent)?.rules.find(({ id }) => id === decision.rules[0]?.id);
			const whose = agent === stated.owner ? "" : ` for \`${agent}\``;
			const wanted = decision.effect === effect && by !== undefined ? `by \`${by}\`` : `\`${effect}\``;
			const forced = expectation.forced ? " forced" : "";
			return [
				{
					message: `\`${command}\` is \`${decision.effect}\`${whose}, ${decider(decision)}, and not ${wanted}`,
					span: stated.statement.span,
					...(rule === undefined ? {} : { labels: [{ span: rule.span, message: "this rule decides" }] }),
					help: `change the rules; or, if they are right, write \`expect ${decision.effect}${forced}: ${command}\``,
					witness: command,
				},
			];
		}),
};

function decider({ rules, code }: ReturnType<typeof expected>[number]["tries"][number]["decision"]): string {
	const [first] = rules;
	if (first !== undefined) return `by \`${first.id}\``;
	switch (code) {
		case "default":
		case "rule":
			return "by default";
		case "syntax":
			return "since it uses syntax that the agent may not use";
		case "environment":
			return "since it sets a variable that the agent may not set";
		case "unreadable":
		case "fault":
		case "broken-policy":
		case "unknown-agent":
			return "since it can't be read for certain";
		case "nothing":
			return "since it runs nothing";
	}
}
