/** `deep-inheritance`: an agent whose rules come down through more levels than a reader can follow. */

import type { PolicyLint } from "../lint-record.js";
import { type Heir, inheritanceOf } from "../reading/inheritance.js";

export const deepInheritance: PolicyLint<{ readonly most: number }> = {
	name: "deep-inheritance",
	family: "agents",
	severity: "info",
	summary: "what an agent may do comes down through many levels",
	options: { most: 5 },
	looksAt: "policy",
	check: (subject, { most }) => {
		const { own, parentsOf } = inheritanceOf(subject);
		const chainOf = longestChain(parentsOf);
		return own.flatMap((heir) => {
			const chain = chainOf(heir);
			const levels = chain.length - 1;
			// Of a chain that goes on, the place where it becomes too long is told.
			if (levels !== most + 1) return [];
			return [
				{
					message: `\`${heir.name}\` inherits through ${levels} levels: ${chain.map(({ name }) => `\`${name}\``).join(", ")}`,
					span: heir.statement.name.span,
					help: "let it extend fewer, or put what belongs together into one group",
				},
			];
		});
	},
};

/** Whom something inherits from, step by step, where that takes most steps. It stands first itself. */
function longestChain(parentsOf: (heir: Heir) => readonly Heir[]): (heir: Heir) => readonly Heir[] {
	const known = new Map<Heir, readonly Heir[]>();
	const chainOf = (heir: Heir): readonly Heir[] => {
		const found = known.get(heir);
		if (found !== undefined) return found;
		known.set(heir, [heir]);
		let longest: readonly Heir[] = [];
		// A namesake in another file is the same agent, seen from there.
		for (const parent of parentsOf(heir)) {
			const chain = parent.name === heir.name ? chainOf(parent).slice(1) : chainOf(parent);
			if (chain.length > longest.length) longest = chain;
		}
		const chain = [heir, ...longest];
		known.set(heir, chain);
		return chain;
	};
	return chainOf;
}
