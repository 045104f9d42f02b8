/** A home folder that nobody knows may be any: what hangs on it is not settled. */
import { speaksOfUnknownHome } from "../../engine/decide/evaluate/path-lists.js";
import type { AgentModel } from "./agent-model.js";
import type { Conjunction } from "./search/literals.js";

/** What is said where nobody knows it, and something is not settled. */
export const homeless = "nobody knows the home folder here, and `~` may be any: where it is given, more is settled";

/** Some home folders may have what others have not. */
export function hangsOnHome(conjunction: Conjunction, settings: readonly AgentModel[]): boolean {
	return [...conjunction.values()].some(({ atom, side }) =>
		speaksOfUnknownHome(atom, (settings[side] as AgentModel).world),
	);
}
