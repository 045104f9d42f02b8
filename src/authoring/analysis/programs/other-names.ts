/** Which words of a program's subcommands may stand for one another: a full name and its aliases. A program of which nothing is known has none. */
import type { Program } from "../../../engine/knowledge/program.js";
import { type Facts, factsOf } from "../../../engine/request/facts.js";
import { isStranger } from "../rule-index.js";

/** The words that a pattern may mean as well where it means this one. */
export type OtherNames = (word: string) => ReadonlySet<string>;

/** For a program of this name, wherever it lies. */
export function otherNamesOf(name: string, facts: Facts): OtherNames {
	const program = isStranger(name, facts) ? undefined : factsOf({ kind: "known", text: name }, facts);
	if (program === undefined) return ofStranger;
	let names = known.get(program);
	if (names === undefined) {
		const table = tableOf(program);
		names = (word) => table.get(word) ?? noNames;
		known.set(program, names);
	}
	return names;
}

const known = new WeakMap<Program, OtherNames>();
const noNames: ReadonlySet<string> = new Set();

const ofStranger: OtherNames = () => noNames;

/** All words of one subcommand's names are taken together: which stands for which depends on where they stand. */
function tableOf({ subcommands }: Program): ReadonlyMap<string, ReadonlySet<string>> {
	const table = new Map<string, Set<string>>();
	for (const [name, { aliases }] of Object.entries(subcommands)) {
		if (aliases.length === 0 && !name.includes(" ")) continue;
		const words = [...new Set([name, ...aliases].flatMap((one) => [one, ...one.split(" ")]))];
		for (const word of words) {
			const others = table.get(word) ?? new Set<string>();
			table.set(word, others);
			for (const other of words) others.add(other);
		}
	}
	return table;
}
