/** Questions put to random policies: nothing that is said may be wrong, and few questions may stay open. */
import { expect, test } from "@jest/globals";
import fc, { type Arbitrary } from "fast-check";
import { type Counts, type Fault, tally } from "./fault.js";
import { factor, patience, seed } from "./runs.js";
import { type PolicyText, policyText } from "./small-policies.js";

/** `unit`: what is counted as one question. `open`: how many of a hundred may stay open. */
export function asks<T extends { readonly policy: PolicyText }>(
	title: string,
	posed: Arbitrary<T>,
	{ runs, unit, open }: { readonly runs: number; readonly unit: string; readonly open: number },
	faultsOf: (posed: T, counts: Counts) => readonly Fault[],
): void {
	test(
		title,
		() => {
			const counts: Counts = {};
			const property = fc.property(posed, (one) => {
				const faults = faultsOf(one, counts);
				for (const { kind } of faults) tally(counts, kind);
				const wrong = faults.filter(({ kind }) => kind === "wrong");
				if (wrong.length > 0) throw new Error([...wrong.map(({ text }) => text), policyText(one.policy)].join("\n\n"));
			});
			fc.assert(property, { numRuns: Math.ceil(runs * factor), seed, interruptAfterTimeLimit: patience });
			if (factor !== 1) console.log(title, JSON.stringify(counts));
			expect(counts.unsettled ?? 0).toBeLessThanOrEqual(Math.max(2, ((counts[unit] ?? 0) * open) / 100));
		},
		6 * patience,
	);
}
