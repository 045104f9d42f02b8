/** Does an agent run code by the very purpose of a program that is allowed to it? Then code does whatever is not allowed to others. */

import type { Rule } from "../../../language/policy/policy.js";
import { subjectFor } from "../../analysis/agent-model.js";
import { type Witness, witnessCommandLine } from "../../analysis/witness.js";
import type { ValidPolicyContext } from "../lint-context.js";
import { allowsOf, type Grant, grantsOf, isAllowed, isPlain, sampleOf } from "./grants.js";

export interface AllowedCode {
	readonly text: string;
	readonly by: Rule;
}

const made = new WeakMap<ValidPolicyContext, Map<string, AllowedCode | undefined>>();

/** A command that runs code, and the rule that allows it. `workspace`: the workspace's own programs count. */
export function allowedCode(agent: string, subject: ValidPolicyContext, workspace = true): AllowedCode | undefined {
	const known = made.get(subject) ?? new Map<string, AllowedCode | undefined>();
	made.set(subject, known);
	const key = `${workspace} ${agent}`;
	if (!known.has(key)) known.set(key, firstCode(agent, subject, workspace));
	return known.get(key);
}

function firstCode(agent: string, subject: ValidPolicyContext, workspace: boolean): AllowedCode | undefined {
	const setting = subject.settingOf(agent);
	for (const rule of allowsOf(agent, subject)) {
		for (const grant of grantsOf(rule)) {
			const found = isPlain(grant)
				? samplesOf(grant, workspace).find(
						(one) => subjectFor(one, setting).effects.plainPowers().includes("code") && isAllowed(one, setting),
					)
				: undefined;
			if (found !== undefined) return { text: witnessCommandLine(found), by: rule };
		}
	}
	return undefined;
}

function samplesOf({ program }: Grant, workspace: boolean): readonly Witness[] {
	const name = nameIn(program);
	if (name === undefined || (!workspace && name.startsWith("./"))) return [];
	return [sampleOf([name, "x"]), sampleOf([name])];
}

/** A program that the pattern means. */
function nameIn(program: Grant["program"]): string | undefined {
	switch (program.kind) {
		case "literal":
			return program.text;
		case "glob":
			return program.text.includes("/") && !/[[{\\]/.test(program.text)
				? program.text.replaceAll(/\*+|\?/g, "x")
				: undefined;
		case "any":
		case "rest":
			return "python";
		case "regex":
			return undefined;
	}
}
