/** A history on the disk answers as one in memory. What is forgotten of it, or of what it is told, allows nothing that was not allowed. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { closeState, forget, harmNames, openState, tellBoth, variantsOf } from "./forget.js";
import { policies, steps } from "./random-stories.js";

beforeAll(openState);
afterAll(closeState);

describe("a history on the disk", () => {
	it("answers as one in memory", () => {
		fc.assert(fc.property(policies, steps, fc.constant(0), tellBoth), { numRuns: 200 });
	});

	it("answers as one in memory where processes go on from what they hold, in turns", () => {
		fc.assert(fc.property(policies, steps, fc.integer({ min: 1, max: 2 }), tellBoth), { numRuns: 200 });
	});

	// `npm run fuzz:history -- --variants 100000` tries as many.
	it("allows no more where something of it is forgotten", () => {
		const done = new Set<string>();
		let stricter = 0;
		fc.assert(
			fc.property(variantsOf(5), (story) => {
				for (const { harms, isDone, isStricter } of forget(story)) {
					if (isDone) for (const { how } of harms) done.add(how);
					if (isStricter) stricter++;
				}
			}),
			{ numRuns: 100 },
		);
		expect([...done].sort()).toEqual([...harmNames].sort());
		expect(stricter).toBeGreaterThan(20);
	});
});
