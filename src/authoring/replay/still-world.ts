/** The disk of one moment: a replay asks it the same many thousand times. */
import type { LinkAt, World } from "../../engine/request/paths.js";
import { latelyUsed } from "./lately-used.js";

/** Paths that are kept, and as many again that were asked about lately. */
const mostPaths = 60_000;

/** The same world, whose links are looked up once. In a folder that is absent nothing is looked up. */
export function stillWorld(world: World): World {
	const known = latelyUsed<ReturnType<LinkAt>>(mostPaths);
	const linkAt: LinkAt = (path) => {
		const before = known.get(path);
		if (before !== undefined) return before;
		const end = path.lastIndexOf("/");
		if (end > 0 && linkAt(path.slice(0, end)) === "absent") return "absent";
		const found = world.linkAt(path);
		known.set(path, found);
		return found;
	};
	return { ...world, linkAt };
}
