/** The shortest of the commands that goals find, each goal with steps of its own. */

import type { Setting } from "./agent-model.js";
import { type Choice, type Finding, find, type Goal } from "./find.js";
import type { ProgramClass } from "./programs/program-classes.js";
import { compareSamples, type Sample } from "./witness.js";

export function firstFound(
	goals: readonly Goal[],
	program: ProgramClass,
	settings: readonly Setting[],
	steps: number,
	choice: Choice,
): Finding {
	let best: Sample | undefined;
	let unsettled = false;
	for (const goal of goals) {
		const found = find(goal, program, settings, { left: steps }, choice);
		if (found.kind === "unsettled") unsettled = true;
		if (found.kind === "found" && (best === undefined || compareSamples(found.sample, best) < 0)) best = found.sample;
	}
	if (best !== undefined) return { kind: "found", sample: best };
	return { kind: unsettled ? "unsettled" : "none" };
}
