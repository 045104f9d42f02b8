import { expect, jest, test } from "@jest/globals";
import { soakFleet } from "./soaking-fleet.js";

jest.setTimeout(240_000);

test("a small fleet decides by no older and no foreign policy, and all of it has the newest release at the end", async () => {
	const { faults, converged, refreshes } = await soakFleet({ clients: 6, releases: 10, seed: 7 });
	expect(faults).toEqual([]);
	expect(refreshes).toBeGreaterThan(30);
	expect(converged).toBe(6);
});
