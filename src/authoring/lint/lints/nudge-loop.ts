/** `nudge-loop`: nudges that send an agent from one to the other and back. */

import { joinQuoted } from "../../../language/diagnostic/join-words.js";
import type { PolicyLint } from "../lint-record.js";
import { refusedUses } from "../meaning/refused-uses.js";

export const nudgeLoop: PolicyLint = {
	name: "nudge-loop",
	family: "nudges",
	severity: "error",
	summary: "nudges send an agent in a circle",
	looksAt: "policy",
	check: (subject) =>
		refusedUses(subject).flatMap(({ leads, stated, name, agent, by }) => {
			if (leads !== "in a circle" || by === undefined) return [];
			const whose = agent === stated.owner ? "" : `, for \`${agent}\``;
			return [
				{
					message: `\`use ${name.text}\` leads in a circle${whose}: \`${by.id}\` nudges \`${name.text}\` to ${joinQuoted(by.use)}`,
					span: name.span,
					labels: [{ span: by.span, message: "this nudge leads back" }],
					help: `take one of the nudges out, or name in one of them what the agent may use`,
					witness: name.text,
				},
			];
		}),
};
