/** What the real engine answers. */
import { requestOf, type Sample } from "../../src/analysis/sample.js";
import { decide } from "../../src/decide/decide.js";
import type { Tree } from "../../src/decide/tree.js";
import type { Effect } from "../../src/syntax/statements.js";
import { world } from "./ground.js";

export interface Decided {
	/** For the command itself. */
	readonly effect: Effect;
	readonly rules: readonly string[];
	/** With everything that it runs. */
	readonly whole: Effect;
}

export function decided(tree: Tree, sample: Sample, agent: string): Decided {
	const decision = decide(tree, requestOf(sample, agent), world);
	const own = decision.commands[0] ?? decision;
	return { effect: own.effect, rules: own.rules.map(({ id }) => id), whole: decision.effect };
}
