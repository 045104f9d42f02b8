/** `nudge-to-itself`: a nudge says to use what it nudges away from. */

import type { PolicyLint } from "../lint-record.js";
import { refusedUses } from "../meaning/refused-uses.js";

export const nudgeToItself: PolicyLint = {
	name: "nudge-to-itself",
	family: "nudges",
	severity: "warning",
	summary: "a nudge says to use the very program that it speaks of",
	looksAt: "policy",
	check: (subject) =>
		refusedUses(subject).flatMap(({ leads, name }) =>
			leads !== "to itself"
				? []
				: [
						{
							message: `\`use ${name.text}\` leads back to this nudge: it speaks of every \`${name.text}\``,
							span: name.span,
							help: `name something else, or leave out of the nudge what is to be used: \`except ${name.text} …\``,
							witness: name.text,
						},
					],
		),
};
