/** The surroundings of each command of a request: links that one of them makes are there for the others. */
import type { ReadCommand } from "../effects/commands.js";
import { foldersOf } from "../effects/effects.js";
import { makesLinks, worldBeside } from "../effects/own-links.js";
import type { Surroundings } from "./subject.js";

/** `unwrapped`: the request's commands, each with those inside it. */
export function aroundEach(
	unwrapped: readonly (readonly ReadCommand[])[],
	around: Surroundings,
): (read: ReadCommand) => Surroundings {
	const all = unwrapped.flat();
	if (all.length < 2 || !all.some(makesLinks)) return () => around;
	const worldOf = worldBeside(all, (ways) => foldersOf(ways, around.cwd), around.world);
	return (read) => ({ ...around, world: worldOf(read) });
}
