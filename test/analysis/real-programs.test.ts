/**
 * Questions about policies for real programs: whatever is shown must be so, and what means the same must be equal.
 * ANALYSIS_RUNS and ANALYSIS_SEED as in `questions.test.ts`.
 */
import fc, { type Arbitrary } from "fast-check";
import { asks } from "./asks.js";
import { shownClaimFaults, shownDifferenceFaults, shownLivenessFaults, shownRegionFaults } from "./real-faults.js";
import { realPolicies } from "./real-policies.js";
import { changed, saidDifferently } from "./rewrites.js";
import { loaded, type PolicyText, policyText, type RuleText } from "./small-policies.js";

interface Posed {
	readonly policy: PolicyText;
	readonly extra: RuleText;
	readonly choices: readonly number[];
}

const choices = fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 });
const posed: Arbitrary<Posed> = realPolicies.chain(({ policy, rule }) => fc.record({ policy, extra: rule, choices }));

asks("what breaks a claim breaks it", posed, { runs: 10, unit: "claims", open: 8 }, ({ policy }, counts) =>
	shownClaimFaults(loaded(policy), counts),
);

asks("a live rule decides what is shown", posed, { runs: 8, unit: "rules", open: 8 }, ({ policy }, counts) =>
	shownLivenessFaults(loaded(policy), counts),
);

asks("a region's command is decided so", posed, { runs: 4, unit: "lists", open: 20 }, ({ policy }, counts) =>
	shownRegionFaults(loaded(policy), counts),
);

asks(
	"what changed has changed",
	posed,
	{ runs: 4, unit: "pairs", open: 15 },
	({ policy, extra, choices: some }, counts) => {
		const after = changed(policy, extra, some);
		return shownDifferenceFaults(loaded(policy), loaded(after), counts).map((fault) => ({
			...fault,
			text: `${fault.text}\n\nafter:\n${policyText(after)}`,
		}));
	},
);

asks(
	"policies that say the same differently are equal",
	posed,
	{ runs: 4, unit: "pairs", open: 15 },
	({ policy, choices: some }, counts) => {
		const after = loaded(saidDifferently(policy, some));
		const before = counts.changes ?? 0;
		const faults = shownDifferenceFaults(loaded(policy), after, counts);
		const told = (counts.changes ?? 0) - before;
		return told === 0 ? faults : [{ kind: "wrong", text: `${told} changes are told\n\nafter:\n${after.text}` }];
	},
);
