/** `allow-package-runner`: an `allow` that lets any package of a registry be fetched and run: `npx`, `pip install`. */
import { witnessCommandLine } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { type GrantedProgram, grantedPrograms } from "../meaning/grants.js";
import { openPackageRuns } from "../powers/package-runners.js";

export const allowPackageRunner: PolicyLint = {
	name: "allow-package-runner",
	family: "breadth",
	severity: "warning",
	summary: "an `allow` lets any package of a public registry be fetched and run",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			const seen = new Set<number>();
			return grantedPrograms(stated, subject).flatMap((granted) => {
				// A set may name many: one of them shows it.
				if (seen.has(granted.span.start)) return [];
				const faults = faultsOf(granted, stated, subject);
				if (faults.length > 0) seen.add(granted.span.start);
				return faults;
			});
		}),
};

function faultsOf(granted: GrantedProgram, stated: StatedRule, subject: ValidPolicyContext): readonly Finding[] {
	const open = openPackageRuns(granted, stated, subject);
	const [first] = open;
	if (first === undefined) return [];
	const ways = open.map(({ words }) => words.join(" "));
	return [
		{
			message: `\`${ways[0]}\` fetches whatever package the agent names, and runs its code`,
			span: granted.span,
			help: `name the packages, as in \`${ways[0]} ${first.package}\`, or let a person look: \`ask ${ways.join(", ")}\``,
			witness: witnessCommandLine(first.sample),
		},
	];
}
