/**
 * Questions about policies for real programs: whatever is shown must be so, and what means the same must be equal.
 * ANALYSIS_RUNS and ANALYSIS_SEED as in `questions.test.ts`.
 */
import fc from "fast-check";
import { boundedBy } from "../bounded-by.js";
import {
	shownClaimFaults,
	shownDifferenceFaults,
	shownLivenessFaults,
	shownRegionFaults,
} from "../faults/real-faults.js";
import { changedIn, type Questions, rewritten, unchanged } from "../questions.js";
import { loaded } from "../small-policies.js";
import { realPolicies } from "./real-policies.js";

const choices = fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 });

const questions: Questions = {
	posed: realPolicies.chain(({ policy, rule }) => fc.record({ names: fc.constant([]), policy, extra: rule, choices })),
	kinds: {
		claims: {
			title: "what is said to break a claim breaks it",
			// Some claims are searched for until the search gives up, which takes seconds each.
			share: 35,
			faults: ({ policy }, tally) => shownClaimFaults(loaded(policy), tally),
		},
		liveness: {
			title: "a live rule decides what is shown",
			share: 100,
			faults: ({ policy }, tally) => shownLivenessFaults(loaded(policy), tally),
		},
		regions: {
			title: "what is shown of a region is decided so",
			share: 50,
			faults: ({ policy }, tally) => shownRegionFaults(loaded(policy), tally),
		},
		differences: {
			title: "what is said to have changed has changed",
			share: 50,
			faults: (one, tally) => shownDifferenceFaults(loaded(one.policy), loaded(changedIn(one)), tally),
			other: changedIn,
		},
		rewrites: {
			title: "policies for real programs that say the same differently are equal",
			share: 100,
			faults: (one, tally) =>
				unchanged(tally, () => shownDifferenceFaults(loaded(one.policy), loaded(rewritten(one)), tally)),
			other: rewritten,
		},
	},
};

boundedBy("programs of the knowledge base", questions, 60, {
	claims: { open: 8, longer: 0 },
	// Which words name which hosts is not searched.
	liveness: { open: 14, longer: 0 },
	regions: { open: 20, longer: 0 },
	differences: { open: 45, longer: 0 },
	rewrites: { open: 15, longer: 0 },
});
