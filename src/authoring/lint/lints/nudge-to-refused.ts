/** `nudge-to-refused`: a rule names a program to use instead that the agent may not run either. */

import type { PolicyLint } from "../lint-record.js";
import { refusedUses } from "../meaning/refused-uses.js";

export const nudgeToRefused: PolicyLint = {
	name: "nudge-to-refused",
	family: "nudges",
	severity: "warning",
	needsWhole: true,
	summary: "a rule says to use a program that the agent may not run either",
	looksAt: "policy",
	check: (subject) =>
		refusedUses(subject).flatMap(({ leads, stated, name, agent, effect, by }) => {
			if (leads !== "nowhere") return [];
			const whose = agent === stated.owner ? "" : ` for \`${agent}\``;
			const who = by === undefined ? "by default" : `by \`${by.id}\``;
			return [
				{
					message: `\`use ${name.text}\` leads nowhere: \`${name.text}\` is \`${effect}\`${whose}, ${who}`,
					span: name.span,
					undoneBy: by === undefined ? "grant" : "override",
					...(by === undefined ? {} : { labels: [{ span: by.span, message: `this \`${by.keyword}\`` }] }),
					help: `name what the agent may use, or let \`${name.text}\` through`,
					witness: name.text,
				},
			];
		}),
};
