/** `writes-agent-settings`: an agent may write files that tools of the person who works there run or obey. */

import { joinWords } from "../../../language/diagnostic/join-words.js";
import { toolSettings } from "../../../runtime/harnesses/places/tool-settings.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import { dedupeBySpan } from "../dedupe-by-span.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { allowedCode } from "../meaning/allowed-code.js";
import { commandOn, outOfRule } from "../powers/path-commands.js";

export const writesAgentSettings: PolicyLint = {
	name: "writes-agent-settings",
	family: "breadth",
	severity: "info",
	summary: "an agent may write hooks and settings that other tools run or obey",
	looksAt: "policy",
	check: (subject) => dedupeBySpan(subject, faultsOf),
};

function faultsOf(agent: string, subject: ValidPolicyContext): readonly Finding[] {
	// Code writes what it likes: rules for other programs do not close that.
	if (allowedCode(agent, subject) !== undefined) return [];
	const found = toolSettings.flatMap((place) => {
		const command = commandOn(place, "write", agent, subject);
		return command === undefined ? [] : [{ place, ...command }];
	});
	const [first] = found;
	if (first === undefined || !subject.roots.includes(first.by.span.file)) return [];
	const places = found.map(({ place }) => place);
	return [
		{
			message: `\`${witnessCommandLine(first.sample)}\` is allowed: what an agent writes into ${joinWords(places, 8)} runs when somebody else works here`,
			span: first.by.span,
			help: `${outOfRule(first)}keep them out of its reach: \`deny * using write, delete touching ${found.length === toolSettings.length ? "@tool-settings" : places.join(", ")}\``,
			witness: witnessCommandLine(first.sample),
		},
	];
}
