import { expect, jest, test } from "@jest/globals";
import { isWhole } from "../../part.js";
import { soakFleet } from "./soaking-fleet.js";

jest.setTimeout(240_000);

test("a small fleet decides by no older and no foreign policy, and all of it has the newest release at the end", async () => {
	const [clients, releases] = isWhole ? [6, 10] : [3, 6];
	const { faults, converged, refreshes } = await soakFleet({ clients, releases, seed: 7 });
	expect(faults).toEqual([]);
	expect(refreshes).toBeGreaterThan((clients * releases) / 2);
	expect(converged).toBe(clients);
});
