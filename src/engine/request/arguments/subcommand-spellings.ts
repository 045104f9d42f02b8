/** How the subcommands of a program are spelt: full names and aliases. */
import type { Program, Subcommand } from "../../knowledge/program.js";

export function hasSubcommands(program: Program): boolean {
	return spellingsOf(program).length > 0;
}

export interface Spelling {
	readonly words: readonly string[];
	readonly name: string;
	readonly facts: Subcommand;
}

const spellings = new WeakMap<Program, readonly Spelling[]>();

export function spellingsOf(program: Program): readonly Spelling[] {
	let all = spellings.get(program);
	if (all === undefined) {
		all = Object.entries(program.subcommands).flatMap(([name, facts]) =>
			[name, ...facts.aliases].map((one) => ({ words: one.split(" "), name, facts })),
		);
		spellings.set(program, all);
	}
	return all;
}
