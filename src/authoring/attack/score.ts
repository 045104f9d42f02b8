/** What an attack came to, for people and for programs. */
import type { Tree } from "../../engine/decide/tree.js";
import type { Policy } from "../../language/policy/policy.js";
import { type Attack, attack } from "./attack.js";

/** The attack on one agent as plain data. */
export interface AttackRecord {
	readonly agent: string;
	/** What its denials are there for, each with the ways that are open: one for each program that does it. */
	readonly goals: readonly GoalRecord[];
	/** Code that no rule sees; absent where the agent can run none. */
	readonly code?: {
		/** What it gets to, in the words of the goals. */
		readonly goals: readonly string[];
		readonly ways: readonly WayRecord[];
	};
}

export interface GoalRecord {
	/** `delete files` */
	readonly goal: string;
	/** The denials that are there for it, by their ids. */
	readonly rules: readonly string[];
	readonly ways: readonly WayRecord[];
}

export interface WayRecord {
	/** The program that does it. */
	readonly by: string;
	/** Lines that are asked for one after the other, each of them allowed. */
	readonly lines: readonly string[];
}

const made = new WeakMap<Tree, ReadonlyMap<string, Attack>>();

/** The attack on each agent of a policy, by its name. It belongs to the tree, and is made once. */
export function attacksOn({
	policy,
	tree,
}: {
	readonly policy: Policy;
	readonly tree: Tree;
}): ReadonlyMap<string, Attack> {
	let found = made.get(tree);
	if (found === undefined) {
		found = new Map([...policy.agents.values()].map((agent) => [agent.name, attack(tree, agent)]));
		made.set(tree, found);
	}
	return found;
}

export function attackRecords(attacks: ReadonlyMap<string, Attack>): readonly AttackRecord[] {
	return [...attacks].map(([agent, { goals, code }]) => ({
		agent,
		goals: goals.map(({ goal, rules, ways }) => ({ goal: goal.text, rules: rules.map(({ id }) => id), ways })),
		...(code === undefined ? {} : { code: { goals: code.goals.map(({ goal }) => goal.text), ways: code.ways } }),
	}));
}

/** A line for each agent: `coder: 5 of 6 goals hold; 2 ways to delete files remain; code by 8 programs gets around 4`. */
export function scoreLines(records: readonly AttackRecord[]): readonly string[] {
	return records.map(({ agent, goals, code }) => {
		if (goals.length === 0) return `${agent}: no denial says what it is there for`;
		const open = goals.filter(({ ways }) => ways.length > 0);
		const held = `${goals.length - open.length} of ${goals.length} ${goals.length === 1 ? "goal holds" : "goals hold"}`;
		const remaining = open.map(({ goal, ways }) =>
			ways.length === 1 ? `one way to ${goal} remains` : `${ways.length} ways to ${goal} remain`,
		);
		const byCode =
			code === undefined
				? []
				: [
						`code by ${code.ways.length} ${code.ways.length === 1 ? "program" : "programs"} gets around ${code.goals.length}`,
					];
		return `${agent}: ${[held, ...remaining, ...byCode].join("; ")}`;
	});
}
