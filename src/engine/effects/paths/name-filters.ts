/** What options say of names below a folder that is looked through: `grep --include`, `find -name`, `rg -g`. A filter counts where it surely holds. */
import type { Following, Program } from "../../knowledge/program.js";
import type { Arguments, FoundOption } from "../../request/arguments/arguments.js";
import { isConjunction } from "../../request/arguments/found-names.js";

export interface NameFilters {
	/** Of what lies below, names that fit one of these, and none of those. Globs on the last part. Absent: all names. */
	readonly only?: readonly string[];
	readonly skip?: { readonly files: readonly string[]; readonly folders: readonly string[] };
}

export function nameFilters({ options, program, words, open }: Arguments): NameFilters {
	if (open || !options.some(isFilter)) return {};
	// `find` asks for nothing before it does what stands in front, nor where a test is turned round or another may do instead.
	const isFind = program?.style === "find";
	if (isFind && !isConjunction(words ?? [])) return {};
	const acts = options.findIndex(({ name }) => isFind && /^-(?:delete|exec|ok|f?print|f?ls)/.test(name));
	const asked = options.slice(0, acts < 0 ? options.length : acts).filter(isFilter);
	const patternsOf = ({ fact, value, sure }: FoundOption): readonly string[] | undefined =>
		sure && value?.kind === "known" ? readers[fact?.follows ?? "none"]?.(value.text, program) : undefined;
	const of = (follows: Following): readonly string[] =>
		asked.flatMap((one) =>
			one.fact?.follows === follows && one.fact.role === undefined ? (patternsOf(one) ?? []) : [],
		);
	// What fits none is taken where the first one leaves out; else what the last one says that it fits.
	const chosen = asked.filter(chooses);
	const [first] = asked.filter((one) => chooses(one) || one.fact?.follows === "skip");
	const only = first === chosen[0] ? chosen.map(patternsOf) : [];
	const isNarrow = only.length > 0 && only.every((one) => one !== undefined);
	return {
		...(isNarrow ? { only: only.flatMap((one) => one ?? []) } : {}),
		skip: { files: chosen.length > 0 ? [] : of("skip"), folders: of("bars") },
	};
}

/** With `rg -g` and its like names that are asked for are taken though they are hidden. */
export const asksForHidden = ({ options }: Arguments): boolean =>
	options.some((one) => /^(?:globs|types)$/.test(one.fact?.follows ?? "") && chooses(one));

const isFilter = ({ fact }: FoundOption): boolean => readers[fact?.follows ?? "none"] !== undefined;

/** Does it ask for names? `rg -g '!x'` leaves out. */
function chooses({ fact, value }: FoundOption): boolean {
	if (fact?.follows === "globs") return value?.kind !== "known" || !value.text.startsWith("!");
	return fact?.follows !== "skip" && fact?.follows !== "bars";
}

type Reader = (text: string, program?: Program) => readonly string[] | undefined;

/** Programs agree on what these letters mean, but for a `?`: a letter or a byte. */
const plain = (text: string): boolean => /^[\w.*?-]+$/.test(text);

const wide: Reader = (text) => (plain(text) ? [text.replace(/[*?]+/g, "*")] : undefined);
const exact: Reader = (text) => (text.includes("?") ? undefined : wide(text));

/** Some letters beyond ASCII are such a letter in another case. */
export const caseless: Reader = (text) =>
	wide(text)?.map((one) => one.replace(/[a-z]/gi, (at) => `[${at.toLowerCase()}${at.toUpperCase()}\u0080-\uffff]`));

/** Globs of which one fits each name that is meant; undefined where nobody can say. */
const readers: { readonly [Follows in Following]?: Reader } = {
	only: wide,
	caseless,
	globs: (text) => {
		const [, before = text, names = "", after = ""] = /^([^{}]*)\{([^{}]+)\}([^{}]*)$/.exec(text) ?? [];
		const found = names.split(",").map((name) => caseless(/[^/]*$/.exec(before + name + after)?.[0] ?? ""));
		return found.every((one) => one !== undefined) ? found.flatMap((one) => one ?? []) : undefined;
	},
	types: (text, program) => program?.types?.[text],
	skip: exact,
	bars: exact,
};
