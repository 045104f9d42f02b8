/** `expectation-of-unreadable`: an `expect deny` that holds whatever the rules say, since the agent may not use its syntax at all. */

import { compileAgent } from "../../../engine/decide/compile.js";
import { decide } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import type { AgentTree, Tree } from "../../../engine/decide/tree.js";
import { syntaxFeatures } from "../../../engine/request/request.js";
import type { Expectation } from "../../../language/policy/policy.js";
import { requestOfExpectation } from "../../analysis/expectation-request.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { answerTo, expected } from "../meaning/expected.js";
import { emptyWorld } from "../witness.js";

export const expectationOfUnreadable: PolicyLint = {
	name: "expectation-of-unreadable",
	family: "tests",
	severity: "warning",
	needsWhole: true,
	summary: "an `expect deny` holds only since the agent may not use the line's syntax",
	looksAt: "policy",
	check: (subject) => {
		const whole = withAllSyntax(subject);
		return expected(subject).flatMap((stated) => {
			const { statement, tries, owner } = stated;
			const [first] = tries;
			if (first === undefined || tries.some(({ decision }) => decision.code !== "syntax")) return [];
			const { agent, effect, by } = first.expectation;
			if (effect !== "deny" || by !== undefined) return [];
			if (tries.every(({ expectation }) => isOnlyTilde(expectation, subject))) return [];
			// Who tests that a second command is refused has a first one that is not.
			const { commands } = decide(whole(agent), requestOfExpectation(first.expectation), emptyWorld);
			// Where the first command is refused by a rule, that is what is tested.
			const [begins] = commands;
			const isFirst = begins?.effect === "deny" && begins.code === "rule" && commands.length > 1;
			const ruled =
				isFirst || commands.every((one) => one.via !== undefined || (one.effect === "deny" && one.code === "rule"));
			const [rule] = commands.flatMap(({ rules }) => rules);
			if (!ruled || rule === undefined) return [];
			const place = subject.policy.agents.get(agent)?.rules.find(({ id }) => id === rule.id);
			const whose = agent === owner ? "" : ` for \`${agent}\``;
			return [
				{
					message: `this holds whatever the rules say${whose}: ${why(first.decision)}, so \`${rule.id}\` is not tested`,
					span: statement.span,
					undoneBy: "syntax",
					...(place === undefined ? {} : { labels: [{ span: place.span, message: "this rule is never asked" }] }),
					help: "write the command without that syntax; or, if the syntax is what is tested, a command that is allowed without it",
					witness: first.expectation.command,
				},
			];
		});
	},
};

const { home = "/home/user" } = emptyWorld;

/** A rule is asked for the path that `~` stands for: whoever writes it out gets the same answer. */
function isOnlyTilde(expectation: Expectation, subject: ValidPolicyContext): boolean {
	const command = expectation.command.replaceAll(/(?<=^|[\s=:])~(?=\/|\s|$)/g, home);
	return command !== expectation.command && answerTo({ ...expectation, command }, subject).code !== "syntax";
}

function why({ message }: Decision): string {
	return message.replace(/[.\s]+$/, "");
}

/** The policy, were an agent allowed all syntax. Made for few agents: those with such expectations. */
function withAllSyntax({ policy, tree }: ValidPolicyContext): (agent: string) => Tree {
	const made = new Map<string, Tree>();
	return (name) => {
		const found = made.get(name);
		if (found !== undefined) return found;
		const agents = Object.create(null) as Record<string, AgentTree>;
		const agent = policy.agents.get(name);
		if (agent !== undefined) agents[name] = compileAgent({ ...agent, syntax: syntaxFeatures });
		const whole = { ...tree, agents };
		made.set(name, whole);
		return whole;
	};
}
