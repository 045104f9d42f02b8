/** `weak-witness`: what a grant needs to have passed also passes when it is only asked for help. */
import { commandText } from "../../../engine/decide/explain/messages.js";
import { isCallName } from "../../../language/policy/hands.js";
import type { EventTest } from "../../../language/policy/test.js";
import { eventsText } from "../../../language/syntax/dsl/part-text.js";
import type { EventPattern } from "../../../language/syntax/statements.js";
import {
	type AgentModel,
	agentModelOf,
	anySymbolicWorld,
	decideWitness,
	holdsFor,
} from "../../analysis/agent-model.js";
import { pastIn } from "../../analysis/past/past-tests.js";
import type { Witness } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";

export const weakWitness: PolicyLint = {
	name: "weak-witness",
	family: "breadth",
	severity: "info",
	summary: "what a grant needs to have passed also passes when it does nothing",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap(({ statement, agents }) => {
			const written = statement.clauses.flatMap((clause) => (clause.form === "events" ? clause.events.patterns : []));
			const [first] = agents;
			if (written.length === 0 || first === undefined || statement.keyword !== "allow") return [];
			const model = agentModelOf(subject.tree, first.agent, anySymbolicWorld);
			for (const asks of pastIn(first.rule.grants)) {
				if (asks.kind !== "happened" || asks.as !== "needed") continue;
				for (const event of asks.events) {
					const argv = emptyRun(event, model);
					if (argv === undefined) continue;
					const pattern = written.find((one) => patternText(one) === event.text);
					if (pattern === undefined) continue;
					const witness = commandText(argv);
					const exact = patternText({ ...pattern, exactly: true });
					return [
						{
							message: `\`${witness}\` fits \`${event.text}\`, passes, and does nothing of what this rule needs`,
							span: pattern.span,
							undoneBy: "restriction" as const,
							help: `write \`${exact}\``,
							witness,
						},
					];
				}
			}
			return [];
		}),
};

function patternText(pattern: EventPattern): string {
	return eventsText({ patterns: [pattern], clauses: [], span: pattern.span });
}

/** The pattern's own words, asked for help, where that fits and is allowed. Patterns of effects, and of words that are no plain ones, are left alone. */
function emptyRun({ text, fate, effects, words, fits }: EventTest, model: AgentModel): readonly string[] | undefined {
	const plain = text.split(" ").slice(fate === undefined ? 0 : 1);
	const isPlain = plain.every((word) => /^[a-z0-9][\w./:-]*$/i.test(word)) && !isCallName(plain[0] ?? "");
	if (!isPlain || effects || words.length > 0 || (fate !== undefined && fate !== "passed") || plain.length < 2)
		return undefined;
	const sample: Witness = { argv: [...plain, "--help"], redirects: [], forced: false };
	const isAllowed = holdsFor(fits, sample, model) === "yes" && decideWitness(sample, model).effect === "allow";
	return isAllowed ? sample.argv : undefined;
}
