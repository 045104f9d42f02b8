/** `allow-privilege`: a program that raises rights is allowed. */

import type { Program } from "../../../engine/knowledge/program.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { grantedPrograms, isPlain } from "../meaning/grants.js";
import { powerUse } from "../powers/power-uses.js";

export const allowPrivilege: PolicyLint = {
	name: "allow-privilege",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets agents raise their rights",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				const { name, facts, grants, span } = granted;
				// Whoever writes out what is to run with other rights has thought of it.
				if (!raisesRights(facts) || !grants.some(isPlain) || seen.has(span.start)) return [];
				const witness = powerUse(stated, granted, ["privilege"], subject);
				if (witness === undefined) return [];
				seen.add(span.start);
				return [
					{
						message: `\`${name}\` ${facts.summary}, so this lets agents raise their rights`,
						span,
						help: `write out what may run so, \`allow ${name} …\`, or let a person look: \`ask ${name}\``,
						witness: witnessCommandLine(witness),
					},
				];
			});
		}),
};

/** It runs commands with other rights. What needs such rights to work (`mount`), and what uses them elsewhere, gives none. */
function raisesRights({ powers, runs }: Program): boolean {
	if (!powers.includes("privilege") || powers.includes("network")) return false;
	return runs !== undefined || powers.includes("code") || powers.includes("exec");
}
