/** Rules on paths whose programs name none: what they say of paths holds of everything, or of nothing. */

import { programNamed } from "../../../engine/knowledge/lookup.js";
import type { Program, Usage } from "../../../engine/knowledge/program.js";
import { Faults } from "../../../language/policy/faults.js";
import { flattenPattern } from "../../../language/policy/patterns/patterns.js";
import type { Access, Test } from "../../../language/policy/test.js";
import type { Pattern } from "../../../language/syntax/statements.js";
import { holding, together } from "../../analysis/outcomes.js";
import { find } from "../../analysis/search/find.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { visibleSets } from "../reading/visible-sets.js";

/** The programs of a rule, if it names each of them and none ever names a path for this access, whatever its arguments and whichever agent runs it. */
export function programsWithoutPathOperands(
	{ statement, file, agents }: StatedRule,
	access: Access,
	subject: ValidPolicyContext,
): readonly string[] | undefined {
	const sets = visibleSets(file.file, subject);
	const names = new Set<string>();
	for (const { program } of statement.patterns.flatMap((one) => flattenPattern(one, sets, new Faults()))) {
		// Of a path or a glob nobody knows which program it is.
		if (program.kind !== "literal" || program.text.includes("/")) return undefined;
		names.add(program.text);
	}
	if (names.size === 0 || names.size > mostPrograms || agents.length === 0) return undefined;
	const pathless = [...names].every((name) => agents.every(({ agent }) => namesNone(name, access, agent, subject)));
	return pathless ? [...names] : undefined;
}

const mostPrograms = 16;
const fewSteps = 1_000;

const known = new WeakMap<ValidPolicyContext, Map<string, boolean>>();

function namesNone(name: string, access: Access, agent: string, subject: ValidPolicyContext): boolean {
	const answers = known.get(subject) ?? new Map<string, boolean>();
	known.set(subject, answers);
	const key = `${agent}\0${access}\0${name}`;
	const answer = answers.get(key) ?? prove(name, access, agent, subject);
	answers.set(key, answer);
	return answer;
}

function prove(name: string, access: Access, agent: string, subject: ValidPolicyContext): boolean {
	const program = subject.policy.programs.get(name) ?? programNamed(name);
	// Most programs have an option or an operand that is a path: then there is nothing to search for.
	// Where its table was not checked, an option that can't be seen may name one.
	if (!program?.verified || usagesOf(program).some((usage) => mentionsPaths(usage, access))) return false;
	const { setting, named } = subject.programsOf(agent);
	const found = named.get(name);
	if (found === undefined) return false;
	// By its bare name, or in a trusted folder: what else goes by that name may do anything.
	const itself: Test = { kind: "program", pattern: { kind: "literal", text: name }, as: "granting" };
	const touches: Test = { kind: "paths-touching", access, paths: [{ text: "/", literal: true, negated: false }] };
	const goal = together(holding(itself), holding(touches, "perhaps"));
	return find(goal, found, [setting], { left: fewSteps }).kind === "none";
}

/** Does the table of what these words call know no path among its arguments? Of what no table was checked for nobody knows. */
export function namesNoPath({ words }: Pattern, subject: ValidPolicyContext): boolean {
	const [first, ...rest] = words.map(({ kind, text }) => (kind === "plain" || kind === "quoted" ? text : undefined));
	const program = first === undefined ? undefined : (subject.policy.programs.get(first) ?? programNamed(first));
	if (!program?.verified) return false;
	for (let length = rest.length; length > 0; length--) {
		const usage = program.subcommands[rest.slice(0, length).join(" ")];
		if (usage !== undefined) return !mentionsPaths(usage, "any");
	}
	return Object.keys(program.subcommands).length === 0 && !mentionsPaths(program, "any");
}

function usagesOf(program: Program): readonly Usage[] {
	return [program, ...Object.values(program.subcommands)];
}

function mentionsPaths({ options, operands }: Usage, access: Access): boolean {
	const roles = [
		...operandRoles(operands),
		...options.flatMap((one) => [
			one.role ?? "value",
			...(one.further ?? []),
			...(one.operands ? operandRoles(one.operands) : []),
			...(one.parts === true ? (["read"] as const) : []),
		]),
	];
	return roles.some(
		(role) => role === "both" || role === access || (access === "any" && (role === "read" || role === "write")),
	);
}

function operandRoles({ first, rest, last }: Usage["operands"]): readonly string[] {
	return [...first, ...(rest === undefined ? [] : [rest]), ...last];
}
