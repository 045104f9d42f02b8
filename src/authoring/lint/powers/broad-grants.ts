/** Grants of a rule that take in more than their plain words say, and of which nothing says that it is meant. */

import type { StatedRule, ValidPolicyContext } from "../lint-context.js";
import { type GrantedProgram, grantedPrograms } from "../meaning/grants.js";
import { promisesOf } from "../meaning/name-contradictions.js";
import { openInterpreter } from "../open-interpreters.js";
import { openPackageRuns } from "./package-runners.js";
import { type StrongerUses, strongerUses } from "./stronger-uses.js";

export interface BroadGrant extends StrongerUses {
	readonly granted: GrantedProgram;
}

const made = new WeakMap<StatedRule, readonly BroadGrant[]>();

/** None where a `note` says that it is meant, where the agent's default allows it anyway, and for a program that runs any code: that is told. */
export function broadGrants(stated: StatedRule, subject: ValidPolicyContext): readonly BroadGrant[] {
	const known = made.get(stated) ?? look(stated, subject);
	made.set(stated, known);
	return known;
}

function look(stated: StatedRule, subject: ValidPolicyContext): readonly BroadGrant[] {
	const { statement } = stated;
	if (statement.keyword !== "allow" || statement.clauses.some(({ keyword }) => keyword === "note")) return [];
	const agents = stated.agents.filter(({ agent }) => subject.policy.agents.get(agent)?.default !== "allow");
	if (agents.length === 0) return [];
	if (promisesOf(stated, subject).length > 0) return [];
	return grantedPrograms(stated, subject).flatMap((granted) => {
		const found = strongerUses(granted, { ...stated, agents }, subject);
		return found.length === 0 || runsAnything(granted, stated, subject)
			? []
			: found.map((uses) => ({ ...uses, granted }));
	});
}

function runsAnything(granted: GrantedProgram, stated: StatedRule, subject: ValidPolicyContext): boolean {
	return (
		openInterpreter(granted, stated, subject) !== undefined || openPackageRuns(granted, stated, subject).length > 0
	);
}
