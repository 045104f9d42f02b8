/** `bypassed-denial`: what a denial is there for is done all the same, by a command that is allowed. */
import type { Attacked } from "../../attack/attack.js";
import { attacksOn } from "../../attack/score.js";
import { closingOf, statedOf } from "../attacks.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { linesBelow } from "../reading/lines-below.js";

export const bypassedDenial: PolicyLint = {
	name: "bypassed-denial",
	family: "attacks",
	severity: "off",
	summary: "what a denial is there for is done by a command that is allowed",
	fixes: "unsafe",
	looksAt: "policy",
	check: (subject) => {
		const found = new Map<
			string,
			{ readonly stated: StatedRule; readonly attacked: Attacked; readonly agents: string[] }
		>();
		for (const [agent, { goals }] of attacksOn(subject))
			for (const attacked of goals) {
				const stated = attacked.ways.length === 0 ? undefined : statedOf(attacked.rules, subject);
				if (stated === undefined) continue;
				const { file, start } = stated.statement.span;
				const key = `${file}\0${start}\0${attacked.goal.text}`;
				const known = found.get(key);
				if (known === undefined) found.set(key, { stated, attacked, agents: [agent] });
				else known.agents.push(agent);
			}
		return [...found.values()].map(({ stated, attacked, agents }) => bypassFinding(stated, attacked, agents, subject));
	},
};

function bypassFinding(
	stated: StatedRule,
	attacked: Attacked,
	agents: readonly string[],
	subject: ValidPolicyContext,
): Finding {
	const { goal, rules, ways } = attacked;
	const { statement } = stated;
	const [agent = ""] = agents;
	const [shortest] = ways;
	const lines = shortest?.lines ?? [];
	const others = ways.slice(1).map(({ by }) => `\`${by}\``);
	const closed = closingOf(attacked, agent, stated, subject);
	const edit = closed && linesBelow(stated, closed.texts, subject);
	const count = ways.length === 1 ? "one way" : `${ways.length} ways`;
	const more =
		others.length === 0 ? "" : `; others go by ${others.slice(0, 5).join(", ")}${others.length > 5 ? ", …" : ""}`;
	return {
		message: `${count} to ${goal.text} remain${ways.length === 1 ? "s" : ""} for ${agents.map((one) => `\`${one}\``).join(", ")}: ${lines.map((one) => `\`${one}\``).join(", then ")} is allowed${more}`,
		span: statement.span,
		labels: rules
			.filter(({ span }) => span.file !== statement.span.file || span.start !== statement.span.start)
			.slice(0, 3)
			.map(({ span }) => ({ span, message: "this rule is there for the same" })),
		help:
			closed === undefined
				? "narrow what allows it; where it is meant to stay open, say why: `lint-ignore bypassed-denial: …`"
				: `write \`${closed.shown}\`; where it is meant to stay open, say why: \`lint-ignore bypassed-denial: …\``,
		witness: lines.join(" && "),
		...(edit === undefined || closed === undefined
			? {}
			: {
					fix: {
						title: `deny \`${closed.line}\`${closed.texts.length > 1 ? ", and expect so" : ""}`,
						edits: [edit],
						safe: false,
					},
				}),
	};
}
