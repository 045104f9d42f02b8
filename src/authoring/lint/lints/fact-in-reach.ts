/** `fact-in-reach`: a grant rests on a fact that the same policy lets the agent change. */
import { decide } from "../../../engine/decide/decide.js";
import { commandText } from "../../../engine/decide/explain/messages.js";
import { knownFact } from "../../../language/policy/clauses/facts/fact-names.js";
import type { PolicyLint } from "../lint-record.js";
import { emptyWorld } from "../witness.js";

export const factInReach: PolicyLint = {
	name: "fact-in-reach",
	family: "breadth",
	severity: "info",
	summary: "a grant rests on a fact that the same policy lets the agent change",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement, agents }) => {
			if (statement.keyword !== "allow") return [];
			return statement.clauses.flatMap((clause) =>
				clause.form !== "facts"
					? []
					: clause.conditions.flatMap(({ fact, span }) => {
							const argv = (knownFact(fact.text)?.changedBy ?? []).find((words) =>
								agents.some(({ agent }) => decide(subject.tree, { agent, argv: words }, emptyWorld).effect === "allow"),
							);
							if (argv === undefined) return [];
							const witness = commandText(argv);
							return [
								{
									message: `\`${witness}\` is allowed: the agent chooses what \`${fact.text}\` is, and with it whether this grant holds`,
									span,
									undoneBy: "restriction" as const,
									help: "that may be meant; where it is not, make the change a question for a person, or rest the grant on what the agent can't change",
									witness,
								},
							];
						}),
			);
		}),
};
