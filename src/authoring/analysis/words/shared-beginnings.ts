/**
 * An alternation in which what several options begin with is written once. Of a list with two hundred places in any folder a reader then stands in one place
 * before the last part of a path, and not in two hundred: the automaton is the same, and made in a fraction of the time.
 */
import {
	alternation,
	concatenation,
	emptyWord,
	type Language,
} from "../../../language/policy/word-language/language.js";

/** A word of one of them. */
export function alternationSharing(options: readonly Language[]): Language {
	return sharing(options.flatMap(rowsOf));
}

/** An option by its parts; what stands behind its last part for several stands behind each of them. */
function rowsOf(option: Language): readonly (readonly Language[])[] {
	const parts = partsOf(option);
	const last = parts.at(-1);
	if (last?.kind !== "alternation") return [parts];
	return last.options.map((one) => [...parts.slice(0, -1), ...partsOf(one)]);
}

function partsOf(language: Language): readonly Language[] {
	return language.kind === "concatenation" ? language.parts : language.kind === "empty" ? [] : [language];
}

function sharing(rows: readonly (readonly Language[])[]): Language {
	const byFirst = new Map<number | Language, { readonly first: Language; readonly rests: (readonly Language[])[] }>();
	let isOptional = false;
	for (const [first, ...rest] of rows) {
		if (first === undefined) {
			isOptional = true;
			continue;
		}
		const key = characterOf(first) ?? first;
		const known = byFirst.get(key);
		if (known) known.rests.push(rest);
		else byFirst.set(key, { first, rests: [rest] });
	}
	const options = [...byFirst.values()].map(({ first, rests: [rest = [], ...others] }) =>
		concatenation(others.length === 0 ? [first, ...rest] : [first, sharing([rest, ...others])]),
	);
	return alternation(isOptional ? [emptyWord, ...options] : options);
}

/** The only code point of a set; other parts are the same where they are one object. */
function characterOf(part: Language): number | undefined {
	if (part.kind !== "set") return undefined;
	const [range, second] = part.codePoints;
	return range !== undefined && second === undefined && range.first === range.last ? range.first : undefined;
}
