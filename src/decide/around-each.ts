/** The surroundings of each command of a request: links that one of them makes are there for the others. */
import type { ReadCommand } from "../request/commands.js";
import { makesLinks, withOwnLinks } from "../request/own-links.js";
import { foldersOf, type Surroundings } from "./subject.js";

/** `unwrapped`: the request's commands, each with those inside it. */
export function aroundEach(
	unwrapped: readonly (readonly ReadCommand[])[],
	around: Surroundings,
): (read: ReadCommand) => Surroundings {
	const makers = unwrapped.flatMap((found) => found.filter(makesLinks));
	if (makers.length === 0 || (unwrapped.length === 1 && unwrapped[0]?.length === 1)) return () => around;
	const world = withOwnLinks(makers, (ways) => foldersOf(ways, around.cwd), around.world);
	const linked: Surroundings = { ...around, world };
	return (read) => (makesLinks(read) ? around : linked);
}
