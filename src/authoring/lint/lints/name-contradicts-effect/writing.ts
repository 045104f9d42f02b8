/** What is said to be read-only can write. */
import { witnessCommandLine } from "../../../analysis/witness.js";
import type { Finding, PolicyLint } from "../../lint-record.js";
import { brokenPromises } from "../../meaning/capable.js";
import type { GrantedProgram } from "../../meaning/grants.js";
import { promisesOfName } from "../../meaning/name-contradictions.js";
import { type WideGrant, wideGrants } from "../../powers/wide-grants.js";

export const writeCapable: Pick<PolicyLint, "check"> = {
	check: (subject) => [
		...subject.rules().flatMap((stated) => [
			...brokenPromises(stated, ["read-only", "safe"], ["write", "code", "exec"], subject),
			// What is bounded by paths was thought about.
			...(stated.statement.clauses.some(({ keyword }) => keyword === "within")
				? []
				: [
						...brokenPromises(stated, ["role"], ["delete"], subject),
						...brokenPromises(stated, ["role"], ["write"], subject, [], writesWhatIsNamed),
					]),
		]),
		...wideGrants(subject).flatMap((wide) => brokenByAll(wide)),
	],
};

/** An agent that is called read-only, and may run anything. */
function brokenByAll({ agent, span, text, witness }: WideGrant): readonly Finding[] {
	const [promise] = promisesOfName(agent, span).filter(({ what }) => what === "read-only");
	if (promise === undefined) return [];
	return [
		{
			message: `the agent says \`${agent}\`, and \`${text}\` lets \`${witnessCommandLine(witness)}\` run`,
			span,
			help: "write `default deny` and name the programs that only read",
			witness: witnessCommandLine(witness),
		},
	];
}

/** Whoever reviews fetches, builds and adds as well: that writes where nobody named a file. */
function writesWhatIsNamed({ facts }: GrantedProgram): boolean {
	const { first, rest, last } = facts.operands;
	return [...first, rest, ...last].some((role) => role === "write" || role === "both");
}
