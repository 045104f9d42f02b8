/** `allow-persistence`: what is allowed leaves something that runs later. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { type GrantedProgram, grantedPrograms, isPlain, usagesOf } from "../meaning/grants.js";
import { powerUse } from "../powers/power-uses.js";

export const allowPersistence: PolicyLint = {
	name: "allow-persistence",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets agents leave something that runs later",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				const { span } = granted;
				if (!leavesSomething(granted) || seen.has(span.start)) return [];
				const witness = powerUse(stated, granted, ["persistence"], subject);
				if (witness === undefined) return [];
				seen.add(span.start);
				return [
					{
						message: `\`${witnessCommandLine(witness)}\` leaves something that runs later, when no rule looks at it`,
						span,
						help: "let a person look with `ask`, or name the uses that only look: `allow crontab -l`, `allow systemctl status`",
						witness: witnessCommandLine(witness),
					},
				];
			});
		}),
};

/** That is its purpose, or that of a subcommand. What installs programs is a matter of its own. */
function leavesSomething({ grants, facts }: GrantedProgram): boolean {
	return grants.some((grant) => {
		if (grant.options.length > 0 || grant.limited) return false;
		if (facts.powers.includes("persistence")) return !facts.powers.includes("privilege") && isPlain(grant);
		return usagesOf(grant, facts).some(
			({ powers }) => powers.includes("persistence") && !powers.includes("network") && !powers.includes("write"),
		);
	});
}
