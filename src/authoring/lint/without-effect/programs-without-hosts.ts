/** Rules on hosts whose programs talk to nobody: what they say of hosts holds of everything, or of nothing. */
import { programNamed } from "../../../engine/knowledge/lookup.js";
import { Faults } from "../../../language/policy/faults.js";
import { flattenPattern } from "../../../language/policy/patterns/patterns.js";
import type { Test } from "../../../language/policy/test.js";
import { holding, together } from "../../analysis/outcomes.js";
import { find } from "../../analysis/search/find.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { visibleSets } from "../reading/visible-sets.js";

/** The programs of a rule, if it names each of them and none ever talks to a host, whatever its arguments and whichever agent runs it. */
export function programsWithoutHosts(
	{ statement, file, agents }: StatedRule,
	subject: ValidPolicyContext,
): readonly string[] | undefined {
	const sets = visibleSets(file.file, subject);
	const names = new Set<string>();
	for (const { program } of statement.patterns.flatMap((one) => flattenPattern(one, sets, new Faults()))) {
		if (program.kind !== "literal" || program.text.includes("/")) return undefined;
		names.add(program.text);
	}
	const isSilent =
		names.size > 0 &&
		names.size <= mostPrograms &&
		agents.length > 0 &&
		[...names].every((name) => agents.every(({ agent }) => talksToNobody(name, agent, subject)));
	return isSilent ? [...names] : undefined;
}

const mostPrograms = 16;
const fewSteps = 1_000;

/** Does it never talk to a host, whatever its arguments? */
export function talksToNobody(name: string, agent: string, subject: ValidPolicyContext): boolean {
	const program = subject.policy.programs.get(name) ?? programNamed(name);
	// What its table does not list may talk to anybody.
	if (!program?.verified || /"(?:network|exec|code)"|"hosts?"/.test(JSON.stringify(program))) return false;
	const { setting, named } = subject.programsOf(agent);
	const found = named.get(name);
	if (found === undefined) return false;
	const itself: Test = { kind: "program", pattern: { kind: "literal", text: name }, as: "granting" };
	const talks: Test = { kind: "hosts-reaching", hosts: [{ text: "*", negated: false }] };
	return (
		find(together(holding(itself), holding(talks, "perhaps")), found, [setting], { left: fewSteps }).kind === "none"
	);
}
