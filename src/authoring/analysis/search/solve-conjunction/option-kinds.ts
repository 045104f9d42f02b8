/** Which options of a program are alike in all that is asked. */
import type { OptionFact } from "../../../../engine/knowledge/program.js";
import type { Atom, Literal } from "../literal.js";
import { keyOf } from "../literals.js";
import { type Context, featuresOf, goesBy, optionsIn } from "../option-choices.js";
import type { Work } from "./draft.js";

/** One option of each kind: what it brings, and what the literals say of it. Those that bring nothing come first. */
export function kindsOfOptions(context: Context, { literals, kinds: known }: Work): readonly OptionFact[] {
	let found = known.get(context);
	if (found === undefined) {
		found = makeKinds(context, literals);
		known.set(context, found);
	}
	return found;
}

function makeKinds(context: Context, literals: readonly Literal[]): readonly OptionFact[] {
	const speaking = literals.map(({ atom }) => atom).filter(mentionsOptions);
	const asked = speaking.map((atom) => keyOf(atom, 0)).join("\n");
	const known = knownKinds.get(context) ?? new Map<string, readonly OptionFact[]>();
	knownKinds.set(context, known);
	let kinds = known.get(asked);
	if (kinds === undefined) {
		kinds = kindsApart(context, speaking);
		// A program that reads policies all day must not keep them all.
		if (known.size >= mostKnown) known.clear();
		known.set(asked, kinds);
	}
	return kinds;
}

/** Tables are long, and most questions ask about none of their options. */
const knownKinds = new WeakMap<Context, Map<string, readonly OptionFact[]>>();
const mostKnown = 64;

function kindsApart(context: Context, speaking: readonly Atom[]): readonly OptionFact[] {
	const kinds = new Map<string, OptionFact>();
	for (const fact of optionsIn(context)) {
		const key = kindOf(fact, speaking, context);
		if (!kinds.has(key)) kinds.set(key, fact);
	}
	return [...kinds.values()].sort((a, b) => weight(a) - weight(b));
}

/** Options of one kind are alike in all that atoms say that speak of options. */
export function kindOf(fact: OptionFact, speaking: readonly Atom[], context: Pick<Context, "style">): string {
	const said = speaking.map((atom) => (speaksOf(atom, fact, context) ? "1" : "0")).join("");
	return `${said} ${featuresOf(fact)}`;
}

/** Could it speak of an option at all? */
export function mentionsOptions(atom: Atom): boolean {
	switch (atom.kind) {
		case "option":
			return true;
		case "only-options":
			return atom.names.length > 0;
		case "powers-within":
			return atom.options.length > 0;
		default:
			return false;
	}
}

export function speaksOf(atom: Atom, fact: OptionFact, { style }: Pick<Context, "style">): boolean {
	switch (atom.kind) {
		case "option":
			return goesBy(fact, atom.name, style) || isLetterOf(atom.name, fact);
		case "only-options":
			return atom.names.some((name) => goesBy(fact, name, style) || isLetterOf(name, fact));
		case "powers-within":
			return atom.options.some((name) => goesBy(fact, name, style) || isLetterOf(name, fact));
		default:
			return false;
	}
}

/** `-rf` speaks of `-r` and of `-f`. */
function isLetterOf(name: string, { names }: OptionFact): boolean {
	return /^-[^-]./.test(name) && names.some((one) => one.length === 2 && name.includes(one[1] as string));
}

function weight({ powers, forms, value, runs, role }: OptionFact): number {
	return (
		powers.length * 8 +
		(forms === undefined ? 0 : 4) +
		(runs === undefined ? 0 : 4) +
		(role === undefined ? 0 : 2) +
		(value === undefined ? 0 : 1)
	);
}
