/** A command that an agent may run on a path, by a rule that is bounded by a list: the witness of lists that hold too much. */
import type { Sample } from "../analysis/sample.js";
import { decideSample, type Setting, subjectFor } from "../analysis/setting.js";
import { programsOf } from "../decide/compile.js";
import { holds } from "../decide/holds.js";
import type { Rule } from "../policy/policy.js";
import type { Access, Test } from "../policy/test.js";
import { sampleCommands } from "./sample.js";
import type { SoundSubject, StatedRule } from "./subject.js";

/** More commands than these are not tried. */
const mostTried = 24;

/** A command of the rule, or under the `constrain`, that names the path and that an agent which has the rule may run; undefined where none of the plainest does. */
export function reaching({ agents }: StatedRule, path: string, subject: SoundSubject): Sample | undefined {
	for (const { agent, rule } of agents) {
		const setting = subject.settingOf(agent);
		const found = commandsOf(rule, setting)
			.slice(0, mostTried)
			.map((argv): Sample => ({ argv: [...argv, path], redirects: [], forced: false }))
			.find((sample) => reaches(sample, rule, path, setting));
		if (found !== undefined) return found;
	}
	return undefined;
}

function commandsOf(rule: Rule, { agentTree }: Setting): readonly (readonly string[])[] {
	if (rule.grants !== undefined) return withProgram(rule.grants);
	return agentTree.rules.flatMap(({ grants }) => (grants === undefined ? [] : withProgram(grants)));
}

/** Where a rule speaks of any program, those that everybody knows. */
function withProgram(grants: Test): readonly (readonly string[])[] {
	const commands = sampleCommands(grants);
	if (programsOf(grants) !== undefined) return commands;
	return [...commands.flatMap(([, ...args]) => ["cat", "cp", "rm"].map((program) => [program, ...args])), ...commands];
}

function reaches(sample: Sample, rule: Rule, path: string, setting: Setting): boolean {
	const subject = subjectFor(sample, setting);
	const access: Access = rule.access ?? "any";
	const touches: Test = { kind: "paths-touching", access, paths: [{ text: path, literal: true, negated: false }] };
	return (
		(rule.grants === undefined || holds(rule.grants, subject) === "yes") &&
		holds(touches, subject) === "yes" &&
		decideSample(sample, setting).effect !== "deny"
	);
}
