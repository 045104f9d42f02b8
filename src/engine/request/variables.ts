/**
 * Which variables change what runs: what the facts about variables say of a name and a value.
 */
import {
	changingEnds,
	changingNames,
	lookFacts,
	ordinaryNames,
	type ReadFact,
	readFacts,
} from "../knowledge/variables.js";

/**
 * What a variable may do. `looks`: nothing but language, colour, size or how much is said. `read`: its value is read like options, by this fact.
 * `changes`: it may change what runs in ways that nobody reads here. `unknown`: nobody knows the name.
 */
export type VariableUse =
	| { readonly kind: "looks" }
	| { readonly kind: "read"; readonly fact: ReadFact }
	| { readonly kind: "changes" }
	| { readonly kind: "unknown" };

/** What a variable of this name does with this value; without a value, one that can't be known. */
export function useOf(name: string, value: string | undefined): VariableUse {
	// What looks a certain way is spelt in its own case: another spelling is another name.
	const look = lookFacts.find(({ names }) => names.some((one) => fits(one, name)));
	if (look !== undefined) {
		if (value !== undefined && value.length <= longestLook && looksSo(value, look.form)) return { kind: "looks" };
		if (look.otherwise === "changes") return { kind: "changes" };
	}
	const fact = readFacts.find(({ names }) => names.includes(name));
	if (fact !== undefined) return { kind: "read", fact };
	return changesWhatRuns(name) ? { kind: "changes" } : { kind: "unknown" };
}

/** Does setting this variable change what runs, with some value? Names are compared without regard to their case: npm and others look at them so. */
export function changesWhatRuns(name: string): boolean {
	const lower = name.toLowerCase();
	return wholeNames.has(lower) || beginnings.test(lower) || anyEnd.test(name) || wholeEnd.test(name);
}

/**
 * May setting this variable change what runs although the script does not export it? It does where the script got the variable from its
 * surroundings. Those go by their exact names, in which case counts.
 */
export function changesUnexported(name: string, value: string | undefined): boolean {
	if (ordinary.has(name)) return false;
	const use = useOf(name, value).kind;
	if (use === "looks" || use === "unknown") return false;
	return exactly.test(name) || inheritedEnd.test(name) || (use === "changes" && !changesWhatRuns(name));
}

/** Longer values say more than a colour or a size. UTF-16 units. */
const longestLook = 2_000;

/** The expression for a whole value, by its text. Most variables are none of those that have one. */
const wholeForms = new Map<string, RegExp>();

function looksSo(value: string, form: string): boolean {
	let whole = wholeForms.get(form);
	if (whole === undefined) {
		whole = new RegExp(`^(?:${form})$`, "u");
		wholeForms.set(form, whole);
	}
	return whole.test(value);
}

/** In zsh these lists are what the variables in capitals say. */
const tied = ["path", "cdpath", "fpath", "manpath", "module_path"];

const lowered = changingNames.map((name) => name.toLowerCase());
const wholeNames = new Set(lowered.filter((name) => !name.endsWith("*")));
const beginnings = new RegExp(
	`^(?:${lowered.flatMap((name) => (name.endsWith("*") ? [name.slice(0, -1)] : [])).join("|")})`,
);
const exactly = new RegExp(
	`^(?:${[...changingNames, ...tied].map((name) => (name.endsWith("*") ? name.slice(0, -1) : `${name}$`)).join("|")})`,
);
const ordinary = new Set(ordinaryNames);
const anyEnd = new RegExp(`(?:${changingEnds.any.join("|")}|(?<!S)RC)$`, "i");
const inheritedEnd = new RegExp(`_(?:${changingEnds.inherited.join("|")})$|(?<!S)RC$`);
const wholeEnd = new RegExp(`_(?:${changingEnds.whole.join("|")})$`, "i");

/** Does the name fit the pattern of a policy, in which a `*` at the end stands for the rest? */
export function fits(pattern: string, name: string): boolean {
	return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
