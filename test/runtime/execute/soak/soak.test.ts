/** Hundreds of runs leave nothing behind and lose nothing. `npm run soak` does the same with ten thousand. */
import { expect, test } from "@jest/globals";
import { isWhole } from "../../../part.js";
import { soak } from "./soak.js";

test("many runs, one after the other and 25 at once, lose no byte in any output mode and leave nothing behind", async () => {
	const half = isWhole ? 100 : 40;
	const { before, after, faults, runs } = await soak({ inARow: half, inGroups: half, atOnce: 25 });
	expect(faults).toEqual([]);
	expect(runs).toBe(2 * half);
	expect({ ...after, memory: 0, threads: 0 }).toEqual({ ...before, memory: 0, threads: 0 });
	// Children of tests that this process has run before may be there: as many as before.
	expect([after.members, after.terminals, after.spilled]).toEqual([0, 0, 0]);
}, 240_000);
