/**
 * What the engine does not hold of the corpora today: classes of rows, each with what would hold it. The list only shrinks on purpose; a test
 * fails when a row on it is held.
 */
import type { Answer } from "./table.js";

interface Gap {
	readonly name: string;
	readonly why: string;
	/** Rows by their ids. */
	readonly rows: readonly string[];
}

export const gaps: readonly Gap[] = [
	{
		name: "programs in the languages of sed, awk and jq",
		why: "what such a program does is not read yet: it counts as doing anything, or for jq as nothing",
		rows: [
			...["OK-090", "OK-091", "OK-093", "OK-096", "OK-104", "OK-106", "OK-107", "OK-109", "OK-113", "OK-114"],
			...[
				"allowlist:sed",
				"allowlist:jq-env",
				"policy:sed -n 1,5p README.md",
				"policy:jq -n env",
				"policy:jq -n '$ENV'",
			],
		],
	},
	{ name: "a path behind a revision", why: "`git show REV:PATH` names a file", rows: ["BP-PATH-039"] },
	{
		name: "words that may be options",
		why: "a glob or an unknown word may be an option, and an option may write: also where the program has none that does",
		rows: ["OK-139", "OK-153", "OK-155", "OK-179"],
	},
	{
		name: "text that looks like something else",
		why: "a carriage return hides what stands before it from whoever reads the request; no shell takes the word apart, so it is one word",
		rows: ["BP-UNIC-011"],
	},
	{ name: "a line for another machine's shell", why: "`ssh` hands its operands to a shell", rows: ["spellings:ssh"] },
];

const rows = new Set(gaps.flatMap((gap) => gap.rows));

export function isOpen({ id }: Pick<Answer, "id">): boolean {
	return rows.has(id);
}
