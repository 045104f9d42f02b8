/** Can a command that begins with these words be what is asked for? */
import type { Program } from "../../../../engine/knowledge/program.js";
import { matcherOf } from "../../../../language/policy/word-language/matcher.js";
import type { Atom } from "../literal.js";
import { type Context, contextsOf, optionsIn } from "../option-choices.js";
import type { Work } from "./draft.js";

/** Can a command that begins so meet the operands that are asked for, and the options? */
export function mayBegin(context: Context, work: Work): boolean {
	const { literals } = work;
	const { words, typedWords, alone, stops } = context;
	if (isUnclear(context, work)) return false;
	if (
		typedWords !== words &&
		words.join() !== typedWords.join() &&
		!literals.some(({ atom }) => tellsApart(atom, context))
	)
		return false;
	return literals.every(({ atom, wanted }) => {
		if (atom.kind !== "operands" || !wanted) return true;
		const [first] = atom.words;
		if (first === undefined) return !atom.exactly || words.length === 0;
		if (alone) return first.kind === "rest";
		if (first.kind !== "literal") return true;
		return words.length > 0 ? words[0] === first.text || typedWords[0] === first.text : !stops.includes(first.text);
	});
}

/**
 * An option is asked for that no table of the program lists, and no power is to be used: what such an option brings nobody knows, whatever
 * else is given.
 */
function isUnclear({ facts, usage }: Context, { literals, settings }: Work): boolean {
	// What two policies know may differ. Where code runs, and in tables that were checked, an option more brings nothing.
	if (facts === undefined || usage === undefined || settings.length > 1 || facts.verified) return false;
	if (usage.powers.includes("code")) return false;
	return (
		literals.some(({ atom, wanted, mayBe }) => atom.kind === "uses-power" && !wanted && !mayBe) &&
		literals.some(({ atom, wanted }) => wanted && atom.kind === "option" && isUnlisted(atom.name, facts))
	);
}

/** No option of the program is called so, or begins so. */
function isUnlisted(name: string, facts: Program): boolean {
	if (!/^--[a-z][a-z-]*$/.test(name)) return false;
	let names = optionNames.get(facts);
	if (names === undefined) {
		const all = [facts, ...contextsOf(facts)].flatMap((one) => ("words" in one ? optionsIn(one) : one.options));
		names = [...new Set(all.flatMap((fact) => fact.names))].map(bare);
		optionNames.set(facts, names);
	}
	const wanted = bare(name);
	return !names.some((one) => one.startsWith(wanted));
}

const optionNames = new WeakMap<Program, readonly string[]>();

function bare(name: string): string {
	return name.replace(/^[-+]+/, "");
}

/** Is an alias something else to the atom than the full name? */
function tellsApart(atom: Atom, { words, typedWords }: Context): boolean {
	return (
		atom.kind === "operands" &&
		atom.words.some(
			(pattern) =>
				pattern.kind !== "any" &&
				pattern.kind !== "rest" &&
				typedWords.some(
					(typedWord, at) => matcherOf(pattern)(typedWord) !== matcherOf(pattern)(words[at] ?? words.join(" ")),
				),
		)
	);
}
