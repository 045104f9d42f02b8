/** `expectation-fails`: an `expect` that the policy does not meet. */
import { isStricter } from "../../../engine/decide/combine.js";
import { joinWords } from "../../../language/diagnostic/join-words.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { expected, failsAnywhere, isMet, type StatedExpectation, type Try } from "../meaning/expected.js";
import { idMeant } from "../meaning/rule-meant.js";

export const expectationFails: PolicyLint = {
	name: "expectation-fails",
	family: "tests",
	severity: "error",
	needsWhole: true,
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
			const meant = by === undefined ? undefined : idMeant(by, subject.policy.agents.get(agent)?.rules ?? []);
			return [
				{
					message: `\`${command}\` is \`${decision.effect}\`${whose}, ${decider(decision)}, and not ${wanted}`,
					span: stated.statement.span,
					...undoing(failed, subject),
					...(rule === undefined ? {} : { labels: [{ span: rule.span, message: "this rule decides" }] }),
					help:
						meant !== undefined
							? `no rule is called \`${by}\`: write \`expect ${effect} by ${meant}${expectation.forced ? " forced" : ""}: ${command}\``
							: `change the rules; or, if they are right, ${correction(stated, failed, subject)}`,
					witness: command,
				},
			];
		}),
};

/** What would have to be added for it to hold. Of an id that there is, any change may bring its rule to decide. */
function undoing(
	{ expectation: { effect, by }, decision }: Try,
	subject: ValidPolicyContext,
): Pick<Finding, "undoneBy"> {
	const { code } = decision;
	if (by !== undefined) {
		const isThere = [...subject.policy.agents.values()].some(({ rules }) => rules.some(({ id }) => id === by));
		return isThere ? {} : { undoneBy: "id" };
	}
	if (code !== "rule" && code !== "default") return code === "syntax" ? { undoneBy: "syntax" } : {};
	if (isStricter(effect, decision.effect)) return { undoneBy: effect === "allow" ? "restriction" : effect };
	return { undoneBy: code === "rule" && decision.rules.length > 0 ? "override" : "grant" };
}

/** What is written in an agent holds for those that extend it: where they differ, it can't stand in that agent, whatever it says. */
function correction({ tries }: StatedExpectation, { expectation, decision }: Try, subject: ValidPolicyContext): string {
	const { command, forced, effect, by } = expectation;
	if (decision.code === "ungoverned") return "take it out: what is left to the harness can't be expected";
	const write = (said: string): string => `write \`expect ${said}${forced ? " forced" : ""}: ${command}\``;
	if (tries.every((one) => one.decision.effect === decision.effect)) return write(decision.effect);
	const differing = tries.filter((one) => !isMet(one.expectation, one.decision)).map((one) => one.expectation.agent);
	const holding = tries
		.map((one) => one.expectation.agent)
		.filter((agent) => !differing.some((one) => one === agent || comesFrom(one, agent, subject)));
	const said = by === undefined ? effect : `${effect} by ${by}`;
	// Of those that extend one another, the first is enough.
	const first = holding.filter((agent) => !holding.some((one) => comesFrom(agent, one, subject)));
	return first.length === 0
		? "take it out here: it holds for one agent, and not for those that extend it"
		: `take it out here and ${write(said)} in ${joinWords(first, 4)}, where it holds`;
}

function comesFrom(agent: string, parent: string, { policy }: ValidPolicyContext): boolean {
	const seen = new Set<string>();
	const queue = [...(policy.agents.get(agent)?.extends ?? [])];
	for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
		if (one === parent) return true;
		if (seen.has(one)) continue;
		seen.add(one);
		queue.push(...(policy.agents.get(one)?.extends ?? []));
	}
	return false;
}

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
		case "ungoverned":
			return "since its rules do not govern such calls";
	}
}
