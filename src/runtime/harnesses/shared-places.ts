/** Places that several harnesses read and none owns. */
import type { HarnessPlaces } from "./harness-places.js";

/** Skills and agents of the common convention, and the texts that nearly all harnesses read. */
export const sharedPlaces: HarnessPlaces = {
	project: [".agents"],
	home: [".config/agents"],
	system: [],
	instructions: ["AGENTS.md"],
};
