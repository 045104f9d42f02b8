/**
 * Acts, and the ways to do each: what a denial is there for, and how else it is done. A lint asks for other spellings of what a rule refuses, attacks ask for every
 * way to a goal, and whoever wants to know which programs show a file's contents asks here, too.
 *
 * Each way is a fact about real programs. `test/authoring/attack/techniques.test.ts` runs those that are `verified` where their programs are there, and looks at what came of it.
 * Whether a policy lets a way through, the engine says.
 */
import type { Act, GoalKind, Way } from "./act.js";
import { actsInOtherWords } from "./acts-in-other-words.js";
import { actsOfData } from "./acts-of-data.js";
import { actsOfMachines } from "./acts-of-machines.js";
import { actsOfProjects } from "./acts-of-projects.js";
import { actsOfServices } from "./acts-of-services.js";
import { actsOfTools } from "./acts-of-tools.js";
import { actsWithGoals } from "./acts-with-goals.js";

export const acts: readonly Act[] = [
	...actsWithGoals,
	...actsInOtherWords,
	...actsOfTools,
	...actsOfProjects,
	...actsOfData,
	...actsOfServices,
	...actsOfMachines,
];

/** All ways to a goal that were written down, its usual one first. */
export function waysTo(kind: GoalKind): readonly Way[] {
	return acts.flatMap(({ goal, ways }) => (goal === kind ? ways : []));
}
