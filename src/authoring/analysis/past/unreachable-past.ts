/** What a rule needs to have happened, and no agent of the policy is let do: no history has it. */
import { specialise } from "../../../engine/decide/compile/specialise.js";
import type { Tree } from "../../../engine/decide/tree.js";
import type { EventTest, Happened, Test } from "../../../language/policy/test.js";
import { allOf, not } from "../../../language/policy/test.js";
import { type AgentModel, agentModelOf, type SymbolicWorld } from "../agent-model.js";
import { packagesGranted } from "../programs/packages-granted.js";
import { reach } from "../reach.js";
import { isNever } from "../rule-index.js";
import type { Sided } from "../search/goal.js";
import { pastAsked } from "./past-tests.js";

/** For the goals of a search: what none of its commands may have behind it. */
export function impossibleFor({ tree, world: { workspace, home }, programs }: AgentModel): readonly Sided[] {
	const ground = { workspace, home, ...(programs === undefined ? {} : { programs }) };
	return unreachablePast(tree, ground).map((asks) => ({ test: { kind: "past", asks }, side: 0 }));
}

/** Of all agents: a session may go from one to another. Where that was not found out, it may have happened. */
export function unreachablePast(tree: Tree, ground: SymbolicWorld): readonly Happened[] {
	let found = known.get(tree);
	if (found === undefined) {
		found = unreachableIn(tree, ground);
		known.set(tree, found);
	}
	return found;
}
const known = new WeakMap<Tree, readonly Happened[]>();

function unreachableIn(tree: Tree, ground: SymbolicWorld): readonly Happened[] {
	const needed = Object.values(tree.agents)
		.flatMap(pastAsked)
		.filter((asks) => asks.kind === "happened" && asks.as === "needed") as readonly Happened[];
	if (needed.length === 0) return [];
	const models = Object.keys(tree.agents).map((name) => agentModelOf(tree, name, ground));
	let never: readonly Happened[] = needed;
	// The first event of a history needs none before it: what needs itself, or something that can't have happened, can't have happened either.
	for (;;) {
		const without = never.map((asks): Test => not({ kind: "past", asks }));
		const left = never.filter((asks) => !asks.events.some((event) => mayHappen(event, without, models)));
		if (left.length === never.length) return left;
		never = left;
	}
}

/** May some of the events that a restriction fears happen, for all that is known? */
export function mayBeFeared(asks: Happened, tree: Tree, ground: SymbolicWorld): boolean {
	const models = Object.keys(tree.agents).map((name) => agentModelOf(tree, name, ground));
	return asks.events.some((event) => mayHappen(event, [], models));
}

function mayHappen({ fate, fits }: EventTest, without: readonly Test[], models: readonly AgentModel[]): boolean {
	// Whatever is let through by no rule may be asked for, and refused.
	// A yes may be told of a command that nobody asked about.
	if (fate === "denied" || fate === "approved") return true;
	return models.some(
		(model) =>
			packagesGranted(model.agentTree.rules).some(
				({ name }) => name === undefined || !isNever(specialise(fits, name)),
			) ||
			(["allow", "ask", "nudge"] as const).some(
				(effect) => reach(model, allOf([fits, ...without]), effect).kind !== "none",
			),
	);
}
