/** What a rule needs to have happened, and no agent of the policy is let do: no history has it. */
import { specialise } from "../../../engine/decide/compile/specialise.js";
import type { Tree } from "../../../engine/decide/tree.js";
import type { EventTest, Happened, Test } from "../../../language/policy/test.js";
import { allOf, not } from "../../../language/policy/test.js";
import { type AgentModel, agentModelOf, type SymbolicWorld } from "../agent-model.js";
import { packagesGranted } from "../programs/packages-granted.js";
import { mayReach, reach } from "../reach.js";
import { isNever } from "../rule-index.js";
import type { Goal, Sided } from "../search/goal.js";
import { pastAsked } from "./past-tests.js";

/** A goal that commands meet which have nothing behind them that can't have happened. */
export function possiblePast({ tree, world: { workspace, home }, programs }: AgentModel): Goal {
	const ground = { workspace, home, ...(programs === undefined ? {} : { programs }) };
	const { never, onlyNow } = pastOf(tree, ground);
	const so = (asks: Happened): Sided => ({ test: { kind: "past", asks }, side: 0 });
	return {
		all: [],
		none: [
			...never.map(so),
			...onlyNow.map((asks): Sided => {
				const others = asks.events.map(({ fits }) => not(fits));
				return { test: allOf([{ kind: "past", asks }, ...others]), side: 0, mayBe: true };
			}),
		],
		// One of both is said, so that it is known what follows.
		some: onlyNow.map((asks) => [so(asks), { test: not({ kind: "past", asks }), side: 0 }]),
	};
}

/** What is needed, and no agent is let do. */
export function unreachablePast(tree: Tree, ground: SymbolicWorld): readonly Happened[] {
	return pastOf(tree, ground).never.filter((asks) => asks.as === "needed");
}

/** What the histories of a policy can't hold. Of all agents: a session may go from one to another. Where that was not found out, it may have happened. */
interface UnreachablePast {
	/** Needed or feared, and never so. */
	readonly never: readonly Happened[];
	/** So for a command alone that is one more of what is feared. */
	readonly onlyNow: readonly Happened[];
}

function pastOf(tree: Tree, ground: SymbolicWorld): UnreachablePast {
	let found = known.get(tree);
	if (found === undefined) {
		found = unreachableIn(tree, ground);
		known.set(tree, found);
	}
	return found;
}
const known = new WeakMap<Tree, UnreachablePast>();

function unreachableIn(tree: Tree, ground: SymbolicWorld): UnreachablePast {
	const asked = Object.values(tree.agents)
		.flatMap(pastAsked)
		.filter((asks) => asks.kind === "happened");
	const all = [...new Map(asked.map((asks) => [JSON.stringify(asks), asks])).values()];
	const models = Object.keys(tree.agents).map((name) => agentModelOf(tree, name, ground));
	let never: readonly Happened[] = all.filter((asks) => !mayFearItself(asks));
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
	const without = never.map((one): Test => not({ kind: "past", asks: one }));
	const onlyNow = all.filter(
		(asks) =>
			!never.includes(asks) &&
			isLimited(asks) &&
			!asks.events.some((event) => mayHappen(event, [...without, { kind: "past", asks }], models, true)),
	);
	return { never, onlyNow };
}

/**
 * Is it feared several times, each of them counted as it is asked for? Were the last of so many let through only where there are not so many, there are never so
 * many: another command finds one less, at most.
 */
function isLimited({ as, events, times, same }: Happened): boolean {
	return (
		as === "feared" &&
		times > 1 &&
		same.length === 0 &&
		events.every(({ effects, fate, creates }) => effects && fate === undefined && creates !== true)
	);
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
				const { kind } = reach(model, allOf([fits, ...without]), effect, 20000);
				return kind !== "none" || (isDoubtEnough && mayReach(model, fits, without, effect, 20000));
			}),
	);
}
