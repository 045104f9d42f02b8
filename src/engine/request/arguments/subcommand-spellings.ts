/** How the subcommands of a program are spelt: full names and aliases. */

import type { Program, Subcommand } from "../../knowledge/program.js";
import { remembered } from "../../records/remembered.js";

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
	return remembered(spellings, program, () =>
		Object.entries(program.subcommands).flatMap(([name, facts]) =>
			[name, ...facts.aliases].map((one) => ({ words: one.split(" "), name, facts })),
		),
	);
}

/** The spellings by their first word, and by each of their words. */
export function spellingsBy(program: Program): {
	readonly first: ReadonlyMap<string, readonly Spelling[]>;
	readonly word: ReadonlyMap<string, readonly Spelling[]>;
} {
	return remembered(indexes, program, () => {
		const [first, word] = [new Map<string, Spelling[]>(), new Map<string, Spelling[]>()];
		for (const one of spellingsOf(program)) {
			remembered(first, one.words[0] ?? "", () => []).push(one);
			for (const each of new Set(one.words)) remembered(word, each, () => []).push(one);
		}
		return { first, word };
	});
}
const indexes = new WeakMap<Program, ReturnType<typeof spellingsBy>>();
