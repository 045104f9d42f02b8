/** Kinds of questions about all commands, each about a random policy for programs of the small world. */
import fc, { type Arbitrary } from "fast-check";
import { deniedFaults, withDenials } from "./denied-witnesses.js";
import { claimFaults } from "./faults/claim-faults.js";
import { differenceFaults, firstDifferenceFaults } from "./faults/difference-faults.js";
import type { Fault, Tally } from "./faults/fault.js";
import { livenessFaults } from "./faults/liveness-faults.js";
import { mutantFaults } from "./faults/mutant-faults.js";
import { regionFaults, someRegionFaults } from "./faults/region-faults.js";
import { uselessFaults } from "./faults/useless-faults.js";
import { changed, saidDifferently } from "./rewrites.js";
import { about, focus, focusOn, loaded, type PolicyText, policyText, type RuleText } from "./small-policies.js";
import { withCalls } from "./small-world.js";

/** What a question is made of. */
export interface Posed {
	readonly names: readonly string[];
	readonly policy: PolicyText;
	readonly extra: RuleText;
	readonly choices: readonly number[];
}

/** Questions about policies for one or two of these programs at a time. */
export function posedAbout(focus: Arbitrary<readonly string[]>): Arbitrary<Posed> {
	return focus.chain((names) =>
		fc.record({
			names: fc.constant(names),
			policy: about(names).policy,
			extra: about(names).rule,
			choices: fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }),
		}),
	);
}

/** One kind of question. */
export interface Kind {
	/** What holds when nothing is wrong. */
	readonly title: string;
	/** How many of a hundred policies are asked this. */
	readonly share: number;
	readonly faults: (posed: Posed, tally: Tally) => readonly Fault[];
	/** The other policy, where there is one. */
	readonly other?: (posed: Posed) => PolicyText;
}

/** Kinds of questions, and what they are asked about. */
export interface Questions {
	readonly posed: Arbitrary<Posed>;
	readonly kinds: Readonly<Record<string, Kind>>;
}

const kinds: Questions["kinds"] = {
	claims: {
		title: "a claim is proved when no command breaks it, and broken by one that does",
		share: 100,
		faults: ({ names, policy }, tally) => claimFaults(names, loaded(policy), tally),
	},
	liveness: {
		title: "a rule is live when some command shows it, and covered by rules that decide first",
		share: 100,
		faults: ({ names, policy }, tally) => livenessFaults(names, loaded(policy), tally),
	},
	regions: {
		title: "a region's command is decided so, and what is decided so lies in a region",
		share: 50,
		faults: ({ names, policy }, tally) => regionFaults(names, loaded(policy), tally),
	},
	differences: {
		title: "what a change of a policy changes is told, each with a command that shows it",
		share: 50,
		faults: (one, tally) => differenceFaults(one.names, loaded(one.policy), loaded(changedIn(one)), tally),
		other: changedIn,
	},
	rewrites: {
		title: "policies that say the same differently are equal",
		share: 100,
		faults: (one, tally) =>
			unchanged(tally, () => differenceFaults(one.names, loaded(one.policy), loaded(rewritten(one)), tally)),
		other: rewritten,
	},
	"denied witnesses": {
		title: "a claim whose witnesses are denied one by one is proved only when no command is left",
		// Each is many proofs: few of them in tests, more in the fuzzer.
		share: 2,
		faults: ({ names, policy }, tally) => deniedFaults(names, policy, tally),
		other: ({ names, policy }) => withDenials(names, policy),
	},
	"first differences": {
		title: "whoever asks for one difference hears of one when there is one",
		share: 2,
		faults: (one, tally) => firstDifferenceFaults(loaded(one.policy), loaded(changedIn(one)), tally),
		other: changedIn,
	},
};

/** Questions about programs of which every command can be written out. */
export const smallQuestions: Questions = { posed: posedAbout(focus), kinds };

/** The same, and what is not answered rightly yet everywhere: only `npm run fuzz:analysis` asks it. */
export const allQuestions: Questions = {
	posed: posedAbout(focusOn(Object.keys(withCalls))),
	kinds: {
		...kinds,
		"denied witnesses": { ...(kinds["denied witnesses"] as Kind), share: 15 },
		"regions of a pattern": {
			title: "of what a pattern means, a region's command is decided so, and what is decided so lies in a region",
			share: 50,
			faults: ({ names, policy }, tally) => someRegionFaults(names, loaded(policy), tally),
		},
		useless: {
			title: "without a rule that a lint says does nothing every command is decided as it was",
			share: 50,
			faults: ({ names, policy }, tally) => uselessFaults(names, loaded(policy), tally),
		},
		mutants: {
			title: "a change of a policy that is said to change nothing changes no decision, and one that is shown does",
			share: 100,
			faults: ({ names, policy, choices }, tally) => mutantFaults(names, loaded(policy), choices, tally),
		},
	},
};

/** No change is told. */
export function unchanged(tally: Tally, faultsOf: () => readonly Fault[]): readonly Fault[] {
	const before = tally.shown;
	const faults = faultsOf();
	return tally.shown === before ? faults : [...faults, { kind: "wrong", text: "a change is told" }];
}

export function changedIn({ policy, extra, choices }: Posed): PolicyText {
	return changed(policy, extra, choices);
}

export function rewritten({ policy, choices }: Posed): PolicyText {
	return saidDifferently(policy, choices);
}

/** A question as people write it down. */
export function questionText(one: Posed, { other }: Kind): string {
	const after = other?.(one);
	return [
		`programs: ${one.names.join(", ")}`,
		policyText(one.policy),
		...(after === undefined ? [] : ["after:", policyText(after)]),
	].join("\n");
}
