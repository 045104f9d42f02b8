/** The shortest of the commands that goals find, each goal with steps of its own. */

import type { AgentModel } from "../agent-model.js";
import type { ProgramClass } from "../programs/program-classes.js";
import { compareWitnesses, type Witness } from "../witness.js";
import { find, type SearchOptions, type SearchResult } from "./find.js";
import type { Goal } from "./goal.js";

export function firstFound(
	goals: readonly Goal[],
	program: ProgramClass,
	settings: readonly AgentModel[],
	steps: number,
	choice: SearchOptions,
): SearchResult {
	let best: Witness | undefined;
	let unsettled = false;
	for (const goal of goals) {
		const found = find(goal, program, settings, { left: steps }, choice);
		if (found.kind === "unsettled") unsettled = true;
		if (found.kind === "found" && (best === undefined || compareWitnesses(found.sample, best) < 0)) best = found.sample;
	}
	if (best !== undefined) return { kind: "found", sample: best };
	return { kind: unsettled ? "unsettled" : "none" };
}
