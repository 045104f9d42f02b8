/** The examples that stand in the entries of the knowledge base, for tests of whoever reads arguments. */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { ProgramNotation } from "../../../src/engine/knowledge/notation/notation.js";
import type { Power } from "../../../src/language/syntax/statements.js";

/**
 * What a command line means. Without `options`, `operands` or `subcommand` nothing is said of them;
 * without `reads`, `writes`, `powers` or `runs` there are none (where nothing is done, as with `--help`, nothing is said of them).
 */
export interface Example {
	readonly argv: readonly string[];
	readonly subcommand?: string;
	/** By canonical name, the first long spelling or else the first; `=value` behind it. */
	readonly options?: readonly string[];
	/** Without the words of the subcommand. */
	readonly operands?: readonly string[];
	readonly reads?: readonly string[];
	readonly writes?: readonly string[];
	/** Beyond plain use. */
	readonly powers?: readonly Power[];
	/** Commands that it runs, as words; a line for a shell and the name of a program are one word, `?` is words that can't be known. */
	readonly runs?: readonly (readonly string[])[];
	readonly informs?: boolean;
}

export interface Entry {
	readonly file: string;
	readonly notation: ProgramNotation & { readonly examples: readonly Example[] };
}

const folder = new URL("../../../src/engine/knowledge/programs/", import.meta.url);

/** Every entry as its file has it, nothing checked yet. */
export const entries: readonly Entry[] = readdirSync(folder)
	.filter((file) => file.endsWith(".yaml"))
	.sort()
	.map((file) => ({ file, notation: parse(readFileSync(new URL(file, folder), "utf8")) as Entry["notation"] }));

/** Every example with the name of its program's entry. */
export const examples: readonly { readonly program: string; readonly example: Example }[] = entries.flatMap(
	({ notation }) => notation.examples.map((example) => ({ program: notation.name, example })),
);
