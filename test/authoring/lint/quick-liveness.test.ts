import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { agentModelOf, anySymbolicWorld, decideWitness } from "../../../src/authoring/analysis/agent-model.js";
import { liveness, livenessSubject } from "../../../src/authoring/analysis/liveness.js";
import { witnessCommandLine } from "../../../src/authoring/analysis/witness.js";
import { quickLiveness } from "../../../src/authoring/lint/without-effect/quick-liveness.js";
import { loadText } from "../../../src/runtime/load/load.js";
import { about, focus, numbered, policyText } from "../../engine/laws/arbitrary.js";

const factor = Number(process.env.LAWS_RUNS ?? 0.5);
const seed = Number(process.env.LAWS_SEED ?? 20261121);

test("what is plainly live is live, and the command that shows it is decided as the rule says", () => {
	let shown = 0;
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
						const sample = quickLiveness(rule, setting);
						if (sample === undefined) continue;
						shown++;
						const { kind } = liveness(rule, subject);
						const [own] = decideWitness(sample, setting).commands;
						const told = `${agent} ${rule.id}: ${kind}, ${witnessCommandLine(sample)}: ${own?.effect}\n${text}`;
						if (kind === "empty" || kind === "covered" || own?.effect !== rule.effect) throw new Error(told);
					}
				}
			},
		),
		{ numRuns: Math.ceil(60 * factor), seed },
	);
	expect(shown).toBeGreaterThan(100);
}, 240_000);
