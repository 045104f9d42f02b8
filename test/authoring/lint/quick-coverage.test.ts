import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { agentModelOf, anySymbolicWorld, decideWitness } from "../../../src/authoring/analysis/agent-model.js";
import { liveness, livenessSubject } from "../../../src/authoring/analysis/liveness.js";
import { witnessCommandLine } from "../../../src/authoring/analysis/witness.js";
import { quickFate } from "../../../src/authoring/lint/without-effect/quick-coverage.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { about, focus, numbered, policyText } from "../../engine/laws/arbitrary.js";

const factor = Number(process.env.LAWS_RUNS ?? 0.5);
const seed = Number(process.env.LAWS_SEED ?? 20261121);

test("what is told without a search is what the search finds, and the command that shows a rule at work is decided as the rule says", () => {
	const shown = { live: 0, covered: 0 };
	fc.assert(
		fc.property(
			focus.chain((names) => about(names).policy),
			(policy) => {
				const text = policyText(numbered(policy));
				const { tree } = loadText("policy.rules", text, { cwd: "/nowhere" });
				if (tree === undefined) return;
				for (const agent of Object.keys(tree.agents)) {
					const setting = agentModelOf(tree, agent, anySymbolicWorld);
					const subject = livenessSubject(setting);
					for (const rule of setting.agentTree.rules) {
						const quick = quickFate(rule, setting);
						if (quick?.sample === undefined) continue;
						const { kind } = liveness(rule, subject);
						// A search that ran out of steps says nothing for or against it.
						if (quick.kind === "covered" && kind === "not-settled") continue;
						shown[quick.kind]++;
						const [own] = decideWitness(quick.sample, setting).commands;
						const told = `${agent} ${rule.id}: ${quick.kind} and ${kind}, ${witnessCommandLine(quick.sample)}: ${own?.effect}\n${text}`;
						const isTrue =
							quick.kind === "live"
								? kind !== "empty" && kind !== "covered" && own?.effect === rule.effect
								: kind === "covered";
						if (!isTrue) throw new Error(told);
					}
				}
			},
		),
		{ numRuns: Math.ceil(60 * factor), seed },
	);
	expect(shown.live).toBeGreaterThan(100);
	expect(shown.covered).toBeGreaterThan(10);
}, 240_000);
