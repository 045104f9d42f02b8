/** An answer that every command together does not bear out. */
import { type Witness, witnessCommandLine, witnessManner } from "../../../../../src/authoring/analysis/witness.js";

export interface Fault {
	/** `wrong`: it is not so. `longer`: it is so, and something shorter would do. */
	readonly kind: "wrong" | "longer";
	readonly text: string;
}

/** What became of questions. */
export interface Tally {
	asked: number;
	/** There is no such command. */
	proved: number;
	/** There is one, and it is shown. */
	shown: number;
	/** Nothing was said. */
	open: number;
	longer: number;
	wrong: number;
	/** Milliseconds that all of this took. */
	took: number;
}

export function emptyTally(): Tally {
	return { asked: 0, proved: 0, shown: 0, open: 0, longer: 0, wrong: 0, took: 0 };
}

/** A command, as people write it. */
export function shown(sample: Witness | undefined): string {
	if (sample === undefined) return "nothing";
	const manner = witnessManner(sample);
	return `\`${witnessCommandLine(sample)}\`${manner === "" ? "" : ` (${manner})`}`;
}

/** Commands asked for in another manner count as longer than all others. */
export function lengthOf({ argv, redirects, forced, tools, cwd }: Witness): number {
	return (
		argv.length +
		2 * redirects.length +
		(forced ? 1_000 : 0) +
		(tools === undefined ? 0 : 100) +
		(cwd === undefined ? 0 : 300)
	);
}
