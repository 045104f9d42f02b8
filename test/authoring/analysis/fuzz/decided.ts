/** What the real engine answers. */
import { requestOf, type Witness } from "../../../../src/authoring/analysis/witness.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../src/engine/decide/tree.js";
import type { Effect } from "../../../../src/language/syntax/statements.js";
import { worldOf } from "./ground.js";

export interface Decided {
	/** For the command itself. */
	readonly effect: Effect;
	readonly rules: readonly string[];
	/** With everything that it runs. */
	readonly whole: Effect;
}

export function decided(tree: Tree, sample: Witness, agent: string): Decided {
	const decision = decide(tree, requestOf(sample, agent), worldOf(sample.empty));
	const own = decision.commands[0] ?? decision;
	return { effect: own.effect, rules: own.rules.map(({ id }) => id), whole: decision.effect };
}
