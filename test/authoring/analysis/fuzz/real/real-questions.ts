/** Kinds of questions about policies for real programs, some of which import a pack: what is said to be none is held against commands that there are. */
import fc from "fast-check";
import { withDenials } from "../denied-witnesses.js";
import { changedIn, type Posed, type Questions, rewritten } from "../questions.js";
import { loaded, mapBodies, type PolicyText } from "../small-policies.js";
import { equalFaults, equalMutantFaults, idleFaults, listedFaults, provedFaults } from "./real-answers.js";
import { realPolicies } from "./real-policies.js";

const choices = fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 });

/** Those that say least of each program come first: a search about many rules takes long. */
const packs = ["shell-contract", "locked", "universal", "task-agent"];

const allSyntax =
	"syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs";

/** With all syntax where it has some, now and then with a pack. */
function asWritten(policy: PolicyText, which: number): PolicyText {
	const whole = mapBodies(policy, (body) => ({
		...body,
		settings: body.settings.map((line) => (line === "syntax redirects" ? allSyntax : line)),
	}));
	const pack = packs[which];
	return pack === undefined ? whole : { ...whole, packs: [pack] };
}

const choiceOf = ({ choices }: Posed): number => choices[0] ?? 0;

export const realQuestions: Questions = {
	posed: realPolicies.chain(({ policy, rule, names }) =>
		fc.record({
			names: fc.constant(names),
			policy: fc.tuple(policy, fc.nat(4 * packs.length)).map(([one, which]) => asWritten(one, which)),
			extra: rule,
			choices,
		}),
	),
	kinds: {
		claims: {
			title: "no command that there is breaks what is proved",
			share: 100,
			faults: (one, tally) => provedFaults(one.names, loaded(one.policy), choiceOf(one), tally),
		},
		"denied witnesses": {
			title: "nor once all that was shown is denied",
			share: 10,
			faults: (one, tally) => provedFaults(one.names, loaded(withDenials(one.names, one.policy)), choiceOf(one), tally),
			other: ({ names, policy }) => withDenials(names, policy),
		},
		regions: {
			title: "what may run lies in a region, and no rule that allows it is idle",
			share: 50,
			faults: (one, tally) => listedFaults(one.names, loaded(one.policy), choiceOf(one), tally),
		},
		differences: {
			title: "no command that there is is decided otherwise where none is said to be",
			share: 50,
			faults: (one, tally) => equalFaults(one.names, loaded(one.policy), loaded(changedIn(one)), choiceOf(one), tally),
			other: changedIn,
		},
		rewrites: {
			title: "a policy that is said differently decides commands that there are alike",
			share: 20,
			faults: (one, tally) => equalFaults(one.names, loaded(one.policy), loaded(rewritten(one)), choiceOf(one), tally),
			other: rewritten,
		},
		useless: {
			title: "without a rule that a lint says does nothing commands that there are are decided as they were",
			share: 20,
			faults: (one, tally) => idleFaults(one.names, loaded(one.policy), choiceOf(one), tally),
		},
		mutants: {
			title: "a change that is said to change nothing changes no command that there is",
			share: 5,
			faults: (one, tally) => equalMutantFaults(one.names, loaded(one.policy), one.choices, tally),
		},
	},
};
