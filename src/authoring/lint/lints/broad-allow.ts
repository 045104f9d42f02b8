/** `broad-allow`: an `allow` of a whole program, or of a group of subcommands, takes in some that do more than those that only look. */

import { joinParts } from "../../../language/diagnostic/join-words.js";
import type { Power } from "../../../language/syntax/statements.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { broadGrants } from "../powers/broad-grants.js";
import type { StrongerUse, StrongerUses } from "../powers/stronger-uses.js";
import { isWholeRuleReported } from "../without-effect/rule-already-reported.js";

export const broadAllow: PolicyLint = {
	name: "broad-allow",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` of a whole program takes in subcommands that do more than look",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const fault = broadAllowFinding(stated, subject);
			return fault === undefined ? [] : [fault];
		}),
};

/** One for a rule: its first program is told, and how many more there are. */
function broadAllowFinding(stated: StatedRule, subject: ValidPolicyContext): Finding | undefined {
	const found = broadGrants(stated, subject);
	const [first] = found;
	const sample = first?.uses[0]?.sample;
	if (first === undefined || sample === undefined || isWholeRuleReported(stated, subject)) return undefined;
	const others = new Set(found.map(({ words }) => words)).size - 1;
	const more = others === 0 ? "" : `; ${others === 1 ? "another pattern" : `${others} more`} of this rule likewise`;
	return {
		message: `this grants all of \`${first.words}\`, and ${joinParts(first.uses.map(told), "and")}${more}`,
		span: first.granted.span,
		help: helpFor(first),
		witness: witnessCommandLine(sample),
	};
}

function told({ sample, power }: StrongerUse): string {
	return `\`${witnessCommandLine(sample)}\` ${does[power]}`;
}

const does: Readonly<Record<Power, string>> = {
	exec: "may run other programs",
	code: "runs code",
	write: "changes something",
	delete: "deletes",
	network: "talks to others",
	privilege: "raises rights",
	persistence: "leaves something that runs later",
	secrets: "shows secrets",
};

function helpFor({ looking, uses }: StrongerUses): string {
	const without = `\`except ${uses.map(({ words }) => words).join(", ")}\``;
	return looking.length === 0
		? `leave out what is not meant, ${without}, or say in a \`note\` that it is`
		: `name the subcommands that are meant, such as \`allow ${looking.join(", ")}\`, or say in a \`note\` that all are`;
}
