/** What became of questions, as a table. */
import { emptyTally, type Tally } from "./faults/fault.js";

const columns = [
	"asked",
	"proved",
	"shown",
	"open",
	"longer",
	"wrong",
	"took",
] as const satisfies readonly (keyof Tally)[];
const heads = ["asked", "proved", "broken", "not settled", "longer", "wrong", "ms each"];

export function summary(tallies: Readonly<Record<string, Tally>>): string {
	const all = emptyTally();
	for (const tally of Object.values(tallies)) for (const column of columns) all[column] += tally[column];
	const rows = [
		["question", ...heads],
		...[...Object.entries(tallies), ["all", all] as const].map(([name, tally]) => [
			name,
			...columns.map((column) =>
				column === "took" ? (tally.took / Math.max(1, tally.asked)).toFixed(1) : String(tally[column]),
			),
		]),
	];
	const widths = ["question", ...heads].map((_, at) => Math.max(...rows.map((row) => (row[at] as string).length)));
	return rows
		.map((row) =>
			row
				.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[at] as number)))
				.join("  "),
		)
		.join("\n");
}
