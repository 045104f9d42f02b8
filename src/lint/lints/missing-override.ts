/** `missing-override`: a rule that grants what an inherited rule refuses, without `override`: it changes nothing. */
import { isStricter } from "../../decide/combine.js";
import { decide } from "../../decide/decide.js";
import { commandText } from "../../decide/messages.js";
import type { Rule } from "../../policy/policy.js";
import type { Lint } from "../lint.js";
import { emptyWorld, sampleCommands } from "../sample.js";

export const missingOverride: Lint = {
	name: "missing-override",
	severity: "warning",
	summary: "a rule grants what an inherited rule refuses, without `override`",
	check: ({ tree, roots }) =>
		Object.values(tree.agents).flatMap(({ agent, rules }) =>
			rules
				.filter(
					(rule) =>
						rule.owner === agent.name && rule.grants !== undefined && !rule.override && roots.includes(rule.span.file),
				)
				.flatMap((rule) => {
					for (const argv of sampleCommands(rule.grants as NonNullable<Rule["grants"]>)) {
						const decision = decide(tree, { argv, agent: agent.name }, emptyWorld);
						const by = rules.find((one) => one.id === decision.rules[0]?.id);
						if (by === undefined || by.owner === agent.name || !isStricter(decision.effect, rule.effect)) continue;
						const where = by.owner === "" ? "stands outside of any agent" : `comes from \`${by.owner}\``;
						return [
							{
								code: "missing-override",
								severity: "warning" as const,
								message: `\`${commandText(argv)}\` stays at \`${decision.effect}\`: the inherited \`${by.id}\` refuses it, and this rule is no override`,
								span: rule.span,
								labels: [{ span: by.span, message: `this rule ${where}` }],
								help: by.locked
									? "the inherited rule is locked: no override helps; take this rule out, or change the other where it stands"
									: `write \`override ${rule.keyword} …\` if it is meant to be carved out of the inherited rule`,
								witness: commandText(argv),
							},
						];
					}
					return [];
				}),
		),
};
