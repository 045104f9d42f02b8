/** `writes-policy`: an allowed command writes the file in which the agent's own rules stand. */
import { sampleText } from "../../analysis/sample.js";
import { allowedCode } from "../allowed-code.js";
import type { Fault, PolicyLint, SoundSubject } from "../lint.js";
import { onceAPlace } from "../once-a-place.js";
import { commandOn, outOfRule, writer } from "../path-commands.js";

export const writesPolicy: PolicyLint = {
	name: "writes-policy",
	family: "breadth",
	severity: "warning",
	summary: "an agent may write the file in which its own rules stand",
	looksAt: "policy",
	check: (subject) => onceAPlace(subject, faultsOf),
};

const config = "bylaw.config.yaml";

function faultsOf(agent: string, subject: SoundSubject): readonly Fault[] {
	// Code writes what it likes: rules for other programs do not close that.
	if (allowedCode(agent, subject) !== undefined) return [];
	const files = [...subject.roots.filter(isInWorkspace), config];
	const found = files.flatMap((file) => {
		const command = commandOn(file, "write", agent, subject);
		return command === undefined ? [] : [{ file, ...command }];
	});
	const [first] = found;
	if (first === undefined || !subject.roots.includes(first.by.span.file)) return [];
	return [
		{
			message: `${writer(first)} may write ${first.file === config ? `\`${config}\`, which says what is reported here` : "this policy, so an agent can change its own rules"}`,
			span: first.by.span,
			help: `${outOfRule(first)}keep them out of its reach: \`locked deny * using write, delete touching **/*.rules, **/*.rules.yaml, ${config}\``,
			witness: sampleText(first.sample),
		},
	];
}

/** Packs and files elsewhere are not reached by a relative path. */
function isInWorkspace(file: string): boolean {
	return !/^(?:\/|~|\.\.(?:\/|$)|[A-Za-z]:|pack:)/.test(file);
}
