/** What is wrong with what `rules test --mutate` says of changes that no test notices: that nothing is decided otherwise, or that a command is. */
import { firstDifference } from "../../../../../src/authoring/analysis/changes/difference.js";
import { requestOf } from "../../../../../src/authoring/analysis/witness.js";
import { type Mutant, mutantsOf } from "../../../../../src/authoring/suite/mutants.js";
import { type Judged, mutationRunner, type Verdict } from "../../../../../src/authoring/suite/mutation-runner.js";
import { policyFilesOf } from "../../../../../src/cli/policy/policy-files.js";
import { compile } from "../../../../../src/engine/decide/compile.js";
import { decide } from "../../../../../src/engine/decide/decide.js";
import type { Tree } from "../../../../../src/engine/decide/tree.js";
import { hasErrors } from "../../../../../src/language/diagnostic/diagnostic.js";
import { isCallName } from "../../../../../src/language/policy/hands.js";
import { resolve } from "../../../../../src/language/policy/resolve.js";
import { world } from "../ground.js";
import { steps } from "../runs.js";
import type { Loaded } from "../small-policies.js";
import { type Fault, shown, type Tally } from "./fault.js";
import { firstChangeBetween } from "./useless-faults.js";

/** So many mutants of one policy are judged. */
const most = 6;

/** Programs that a policy itself teaches, or that nobody knows: a mutant is read anew, and knows no others but calls. */
const own: ReadonlySet<string> = new Set(["foo", "taught"]);

/** A mutant that no test notices, and what is said of it. */
interface JudgedMutant {
	readonly mutant: Mutant;
	readonly verdict: Verdict;
	readonly before: Tree;
	readonly after: Tree;
}

/** Some mutants of the policy, judged where there is no test. Numbers choose. */
export function judgedMutants(
	{ whole }: Loaded,
	choices: readonly number[],
	firstDifference: Judged["firstDifference"],
): readonly JudgedMutant[] {
	const files = policyFilesOf(whole);
	const read = resolve(files);
	if (hasErrors(read.diagnostics)) return [];
	const policy = read.value;
	const before = compile(policy, {});
	const judge = mutationRunner({ policy, files, tree: before, trials: [], claims: [], world, firstDifference });
	const mutants = [...mutantsOf(files, () => true)];
	const chosen = new Set(choices.slice(0, most).flatMap((choice) => mutants[choice % mutants.length] ?? []));
	return [...chosen].flatMap((mutant) => {
		const verdict = judge(mutant);
		return verdict === undefined ? [] : [{ mutant, verdict, before, after: compile(resolve(mutant.files).value, {}) }];
	});
}

export function mutantFaults(
	names: readonly string[],
	engine: Loaded,
	choices: readonly number[],
	tally: Tally,
): readonly Fault[] {
	if (!names.every((name) => own.has(name) || isCallName(name))) return [];
	const judged = judgedMutants(engine, choices, (before, after, around) =>
		firstDifference(before, after, around, steps),
	);
	const faultsOf = ({ mutant, verdict, before: tree, after }: JudgedMutant): readonly Fault[] => {
		tally.asked++;
		const wrong = (what: string): readonly Fault[] => [{ kind: "wrong", text: `${mutant.change}: ${what}` }];
		switch (verdict.kind) {
			case "caught":
				return wrong("caught, and there is no test");
			case "unsettled":
				tally.open++;
				return [];
			case "survives": {
				tally.shown++;
				const { request, before: was, after: is } = verdict.difference;
				const found = [decide(tree, request, world).effect, decide(after, request, world).effect];
				return found[0] === was && found[1] === is && was !== is
					? []
					: wrong(`${JSON.stringify(request)} goes from ${found.join(" to ")}, not from ${was} to ${is}`);
			}
			case "equal": {
				tally.proved++;
				for (const [agent, now] of Object.entries(after.agents)) {
					const before = tree.agents[agent];
					if (before === undefined) continue;
					const found = firstChangeBetween(names, engine.text, before, now);
					if (found === undefined) continue;
					const [from, to] = [tree, after].map((one) => decide(one, requestOf(found, agent), world).effect);
					return wrong(`equal, and ${shown(found)} goes from ${from} to ${to} for ${agent}`);
				}
				return [];
			}
		}
	};
	return judged.flatMap(faultsOf);
}
