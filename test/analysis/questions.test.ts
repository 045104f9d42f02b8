/**
 * Questions about all commands, answered by `src/analysis`, against every command of a small world decided one by one.
 * ANALYSIS_RUNS=20 asks twenty times as many, ANALYSIS_SEED=7 others, ANALYSIS_WORDS=4 tries longer commands.
 */
import fc, { type Arbitrary } from "fast-check";
import { asks } from "./asks.js";
import { claimFaults } from "./claim-faults.js";
import { differenceFaults } from "./difference-faults.js";
import { livenessFaults } from "./liveness-faults.js";
import { regionFaults } from "./region-faults.js";
import { changed, saidDifferently } from "./rewrites.js";
import { about, focus, loaded, type PolicyText, policyText, type RuleText } from "./small-policies.js";

interface Posed {
	readonly names: readonly string[];
	readonly policy: PolicyText;
	readonly extra: RuleText;
	readonly choices: readonly number[];
}

const posed: Arbitrary<Posed> = focus.chain((names) =>
	fc.record({
		names: fc.constant(names),
		policy: about(names).policy,
		extra: about(names).rule,
		choices: fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }),
	}),
);

asks(
	"a claim is proved when no command breaks it, and broken by one that does",
	posed,
	{ runs: 20, unit: "claims", open: 8 },
	({ names, policy }, counts) => claimFaults(names, loaded(policy), counts),
);

asks(
	"a rule is live when some command shows it, and covered by rules that decide first",
	posed,
	{ runs: 20, unit: "rules", open: 8 },
	({ names, policy }, counts) => livenessFaults(names, loaded(policy), counts),
);

asks(
	"a region's command is decided so, and what is decided so lies in a region",
	posed,
	{ runs: 8, unit: "lists", open: 30 },
	({ names, policy }, counts) => regionFaults(names, loaded(policy), counts),
);

asks(
	"what a change of a policy changes is told, each with a command that shows it",
	posed,
	{ runs: 6, unit: "pairs", open: 15 },
	({ names, policy, extra, choices }, counts) => {
		const after = changed(policy, extra, choices);
		return differenceFaults(names, loaded(policy), loaded(after), counts).map((fault) => ({
			...fault,
			text: `${fault.text}\n\nafter:\n${policyText(after)}`,
		}));
	},
);

asks(
	"policies that say the same differently are equal",
	posed,
	{ runs: 10, unit: "pairs", open: 15 },
	({ names, policy, choices }, counts) => {
		const after = loaded(saidDifferently(policy, choices));
		const before = counts.changes ?? 0;
		const faults = differenceFaults(names, loaded(policy), after, counts);
		const told = (counts.changes ?? 0) - before;
		return told === 0 ? faults : [{ kind: "wrong", text: `${told} changes are told\n\nafter:\n${after.text}` }];
	},
);
