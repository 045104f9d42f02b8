/** `trust-writable`: a trusted folder that agents can write to. */

import { normalise } from "../../../engine/request/paths.js";
import { decideWitness } from "../../analysis/agent-model.js";
import type { Witness } from "../../analysis/witness.js";
import { witnessCommandLine } from "../../analysis/witness.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { PolicyLint } from "../lint-record.js";
import { isBelowSharedFolder } from "../powers/shared-folders.js";
import { writtenPaths } from "../reading/written-paths.js";
import { witnessCommands } from "../witness.js";

export const trustWritable: PolicyLint = {
	name: "trust-writable",
	family: "paths",
	severity: "warning",
	summary: "a trusted folder is one that agents can write to",
	looksAt: "policy",
	check: (subject) =>
		writtenPaths(subject).flatMap(({ keyword, paths }) =>
			keyword !== "trust"
				? []
				: paths.flatMap((path) => {
						const { text, span } = path;
						const isOpen = isBelowSharedFolder(path) || /^\/(?:home|Users)\/(?!linuxbrew\/)[^/]/.test(text);
						const sample = isOpen ? programThere(normalise(text), subject) : undefined;
						if (sample === undefined) return [];
						return [
							{
								message: `agents can write to \`${text}\`: what they put there passes for the program of its name`,
								span,
								help: "trust folders that only the system's administrator writes to; grant single programs by their paths",
								witness: witnessCommandLine(sample),
							},
						];
					}),
		),
};

/** More commands than these are not tried. */
const mostTried = 24;

/** A command that an agent may run with a program of that folder. */
function programThere(folder: string, { agents, policy, settingOf }: ValidPolicyContext): Witness | undefined {
	for (const agent of agents) {
		const own = policy.agents.get(agent);
		if (own === undefined || !own.trust.includes(folder)) continue;
		const found = own.rules
			.flatMap(({ grants }) => (grants === undefined ? [] : witnessCommands(grants)))
			.filter(([program = ""]) => !program.includes("/"))
			.slice(0, mostTried)
			.map(([program, ...args]): Witness => ({ argv: [`${folder}/${program}`, ...args], redirects: [], forced: false }))
			.find((sample) => decideWitness(sample, settingOf(agent)).effect === "allow");
		if (found !== undefined) return found;
	}
	return undefined;
}
