/** How the subcommands of a program are spelt: full names and aliases. */

import type { Program, Subcommand } from "../../knowledge/program.js";
import { remembered } from "../../records/remembered.js";

export function hasSubcommands(program: Program): boolean {
	return spellingsOf(program).length > 0;
}

export interface Spelling {
	readonly words: readonly string[];
	readonly name: string;
	/** The words of the full name. */
	readonly full: readonly string[];
	readonly facts: Subcommand;
}

const spellings = new WeakMap<Program, readonly Spelling[]>();

export function spellingsOf(program: Program): readonly Spelling[] {
	return remembered(spellings, program, () =>
		Object.entries(program.subcommands).flatMap(([name, facts]) =>
			[name, ...facts.aliases].map((one) => ({ words: one.split(" "), name, full: name.split(" "), facts })),
		),
	);
}

/** The spellings in which a word stands. */
export function spellingsWith(word: string, program: Program): readonly Spelling[] {
	const index = remembered(indexes, program, () => {
		const byWord = new Map<string, Spelling[]>();
		for (const one of spellingsOf(program))
			for (const each of new Set(one.words)) remembered(byWord, each, () => []).push(one);
		return byWord;
	});
	return index.get(word) ?? [];
}
const indexes = new WeakMap<Program, Map<string, readonly Spelling[]>>();
