/** Words with names in a pattern: `gh pr merge {pr}`, `--amount={n}`. */
import type { NamedWord } from "../test.js";
import type { FlatPattern } from "./pattern-tests.js";

/** The name of a word, or of an option's value, that is written so; undefined where it is none. */
export function nameIn(text: string): string | undefined {
	return /^(?:-[^=]*=)?\{([A-Za-z_][\w-]*)\}$/.exec(text)?.[1];
}

/** Where they stand. What stands behind any number of words stands nowhere for certain. */
export function namedWords({ operands, options }: FlatPattern): readonly NamedWord[] {
	const rest = operands.findIndex(({ kind }) => kind === "rest");
	return [
		...operands.flatMap((word, operand): readonly NamedWord[] =>
			word.kind === "any" && word.named !== undefined && (rest < 0 || operand < rest)
				? [{ name: word.named, operand }]
				: [],
		),
		...options.flatMap(({ name: option, value }): readonly NamedWord[] =>
			value?.kind === "any" && value.named !== undefined ? [{ name: value.named, option }] : [],
		),
	];
}
