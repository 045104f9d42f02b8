/** `override-locked`: an override that would take something out of locked rules only, which it can't. */

import { decideWitness } from "../../analysis/agent-model.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { PolicyLint } from "../lint-record.js";
import { overrideEffectOf } from "../without-effect/override-effect.js";

export const overrideLocked: PolicyLint = {
	name: "override-locked",
	family: "agents",
	severity: "warning",
	summary: "an `override` speaks of what only locked rules restrict, and these can't be overridden",
	looksAt: "policy",
	check: (subject) =>
		subject.rules().flatMap((stated) => {
			if (!stated.statement.override || stated.agents.length === 0) return [];
			const carving = overrideEffectOf(stated, subject);
			if (carving.kind !== "locked") return [];
			const { by, sample, agent } = carving;
			const witness = witnessCommandLine(sample);
			const { effect } = decideWitness(sample, subject.settingOf(agent));
			return [
				{
					message: `this \`override\` takes nothing out: \`${by.id}\` is locked, and \`${witness}\` stays at \`${effect}\``,
					span: stated.statement.span,
					labels: [{ span: by.span, message: "this locked rule" }],
					help: "take the override out, or change the locked rule where it stands",
					witness,
				},
			];
		}),
};
