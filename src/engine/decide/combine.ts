/**
 * How grants, restrictions and the default make an answer. The tree, proofs and reports share this function.
 */
import type { Effect } from "../../language/syntax/statements.js";

const strictness: Readonly<Record<Effect, number>> = { allow: 0, ask: 1, nudge: 2, deny: 3 };

/** The stricter of two effects: allow < ask < nudge < deny. */
export function stricter(a: Effect, b: Effect): Effect {
	return strictness[a] >= strictness[b] ? a : b;
}

/** Is the first effect stricter than the second? */
export function isStricter(a: Effect, b: Effect): boolean {
	return strictness[a] > strictness[b];
}

/** The answer starts at allow if something grants, else at the default; every restriction that holds or may hold raises it. */
export function combine(granted: boolean, restrictions: Iterable<Effect>, fallback: Effect): Effect {
	let effect: Effect = granted ? "allow" : fallback;
	for (const restriction of restrictions) effect = stricter(effect, restriction);
	return effect;
}
