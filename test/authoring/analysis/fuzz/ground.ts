/** Where the commands of tests stand. */
import type { Witness } from "../../../../src/authoring/analysis/witness.js";
import type { World } from "../../../../src/engine/request/paths.js";

export const ground = { workspace: "/workspace", home: "/home/user" };
export const world: World = { ...ground, linkAt: () => "none" };
/** The same with nothing in any folder. */
const emptyWorld: World = { ...world, entriesOf: () => [] };

/** Where a sample stands. */
export function worldOf(empty: Witness["empty"]): World {
	return empty === true ? emptyWorld : world;
}

export const trust: readonly string[] = ["/usr/bin", "/bin"];

/** The same place, where there are only these programs and those that rules name. */
export function groundWith(programs: readonly string[]): typeof ground & { readonly programs: ReadonlySet<string> } {
	return { ...ground, programs: new Set(programs) };
}
