/** What a rule needs to have happened, and no agent of the policy is let do: no history has it. */
import { specialise } from "../../../engine/decide/compile/specialise.js";
import type { Tree } from "../../../engine/decide/tree.js";
import type { EventTest, Happened, Test } from "../../../language/policy/test.js";
import { allOf, not } from "../../../language/policy/test.js";
import { type AgentModel, agentModelOf, type SymbolicWorld } from "../agent-model.js";
import { packagesGranted } from "../programs/packages-granted.js";
import { mayReach, reach } from "../reach.js";
import { isNever } from "../rule-index.js";
import type { Sided } from "../search/goal.js";
import { pastAsked } from "./past-tests.js";

/** For the goals of a search: what none of its commands may have behind it. */
export function impossibleFor({ tree, world: { workspace, home }, programs }: AgentModel): readonly Sided[] {
	const ground = { workspace, home, ...(programs === undefined ? {} : { programs }) };
	return neverSo(tree, ground).map((asks) => ({ test: { kind: "past", asks }, side: 0 }));
}

/** What is needed, and no agent is let do. */
export function unreachablePast(tree: Tree, ground: SymbolicWorld): readonly Happened[] {
	return neverSo(tree, ground).filter((asks) => asks.as === "needed");
}

/** What is needed or feared and never so. Of all agents: a session may go from one to another. Where that was not found out, it may have happened. */
function neverSo(tree: Tree, ground: SymbolicWorld): readonly Happened[] {
	let found = known.get(tree);
	if (found === undefined) {
		found = unreachableIn(tree, ground);
		known.set(tree, found);
	}
	return found;
}
const known = new WeakMap<Tree, readonly Happened[]>();

function unreachableIn(tree: Tree, ground: SymbolicWorld): readonly Happened[] {
	const asked = Object.values(tree.agents)
		.flatMap(pastAsked)
		.filter((asks) => asks.kind === "happened");
	const all = [...new Map(asked.map((asks) => [JSON.stringify(asks), asks])).values()];
	const models = Object.keys(tree.agents).map((name) => agentModelOf(tree, name, ground));
	let never: readonly Happened[] = all.filter((asks) => !mayFearItself(asks));
	if (never.length === 0) return [];
	// The first event of a history needs none before it: what needs itself, or something that can't have happened, can't have happened either.
	for (let isSame = false; !isSame; ) {
		isSame = true;
		for (const asks of never) {
			const without = never.map((one): Test => not({ kind: "past", asks: one }));
			if (!asks.events.some((event) => mayHappen(event, without, models, asks.as === "feared"))) continue;
			never = never.filter((one) => one !== asks);
			isSame = false;
		}
	}
	return never;
}

/** A command may be what it fears, and no event before it: questions of which searches know that by their patterns (`own-fears.ts`) are left out. */
function mayFearItself({ as, events, times, same }: Happened): boolean {
	return (
		as === "feared" &&
		times === 1 &&
		events.some(({ effects, fate, creates }) => effects && fate !== "denied" && (same.length > 0 || creates === true))
	);
}

/** May some of the events that a restriction fears happen, for all that is known? */
export function mayBeFeared(asks: Happened, tree: Tree, ground: SymbolicWorld): boolean {
	const models = Object.keys(tree.agents).map((name) => agentModelOf(tree, name, ground));
	return asks.events.some((event) => mayHappen(event, [], models, false));
}

/** `isDoubtEnough`: an event that only may fit counts, wherever it ran. */
function mayHappen(
	{ fate, fits }: EventTest,
	without: readonly Test[],
	models: readonly AgentModel[],
	isDoubtEnough: boolean,
): boolean {
	// Whatever is let through by no rule may be asked for, and refused.
	// A yes may be told of a command that nobody asked about.
	if (fate === "denied" || fate === "approved") return true;
	return models.some(
		(model) =>
			packagesGranted(model.agentTree.rules).some(
				({ name }) => name === undefined || !isNever(specialise(fits, name)),
			) ||
			(["allow", "ask", "nudge"] as const).some((effect) => {
				const { kind } = reach(model, allOf([fits, ...without]), effect);
				return kind !== "none" || (isDoubtEnough && mayReach(model, fits, without, effect));
			}),
	);
}
