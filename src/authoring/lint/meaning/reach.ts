/** A command that an agent may run on a path, by a rule that is bounded by a list: the witness of lists that hold too much. */

import { programsOf } from "../../../engine/decide/compile/specialise.js";
import { evaluateTest } from "../../../engine/decide/evaluate/evaluate-test.js";
import { overwrites } from "../../../engine/knowledge/file-contents.js";
import type { Rule } from "../../../language/policy/policy.js";
import type { Access, Test } from "../../../language/policy/test.js";
import { type AgentModel, decideWitness, subjectFor } from "../../analysis/agent-model.js";
import type { Witness } from "../../analysis/witness.js";
import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { witnessCommands } from "../witness.js";

/** More commands than these are not tried. */
const mostTried = 24;

/** A command of the rule, or under the `constrain`, that names the path and that an agent which has the rule may run; undefined where none of the plainest does. */
export function reaching({ agents }: StatedRule, path: string, subject: ValidPolicyContext): Witness | undefined {
	for (const { agent, rule } of agents) {
		const setting = subject.settingOf(agent);
		const found = commandsOf(rule, setting)
			.slice(0, mostTried)
			.flatMap((argv) => withPath(argv, path))
			.map((argv): Witness => ({ argv, redirects: [], forced: false }))
			.find((sample) => reaches(sample, rule, path, setting));
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The path alone, and behind what the program wants before it: `sed -i s/a/b/ FILE`. */
function withPath(argv: readonly string[], path: string): readonly (readonly string[])[] {
	const before = overwrites(argv[0] ?? "").operand?.filter((one) => !argv.includes(one)) ?? [];
	return [[...argv, path], ...(before.length === 0 ? [] : [[...argv, ...before, path]])];
}

function commandsOf(rule: Rule, { agentTree }: AgentModel): readonly (readonly string[])[] {
	if (rule.grants !== undefined) return withProgram(rule.grants);
	return agentTree.rules.flatMap(({ grants }) => (grants === undefined ? [] : withProgram(grants)));
}

/** Where a rule speaks of any program, those that everybody knows. */
function withProgram(grants: Test): readonly (readonly string[])[] {
	const commands = witnessCommands(grants);
	if (programsOf(grants) !== undefined) return commands;
	return [...commands.flatMap(([, ...args]) => ["cat", "cp", "rm"].map((program) => [program, ...args])), ...commands];
}

function reaches(sample: Witness, rule: Rule, path: string, setting: AgentModel): boolean {
	const subject = subjectFor(sample, setting);
	const access: Access = rule.access === undefined || rule.access === "network" ? "any" : rule.access;
	const touches: Test = { kind: "paths-touching", access, paths: [{ text: path, literal: true, negated: false }] };
	return (
		(rule.grants === undefined || evaluateTest(rule.grants, subject) === "yes") &&
		evaluateTest(touches, subject) === "yes" &&
		decideWitness(sample, setting).effect !== "deny"
	);
}
