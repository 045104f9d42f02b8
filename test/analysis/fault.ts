/** An answer that every command together does not bear out. */
import type { Asked } from "./brute-force.js";

export interface Fault {
	/** `wrong`: it is not so. `longer`: there is a shorter command. `unsettled`: nothing was said. */
	readonly kind: "wrong" | "longer" | "unsettled";
	readonly text: string;
}

export type Counts = Record<string, number>;

export function tally(counts: Counts, name: string): void {
	counts[name] = (counts[name] ?? 0) + 1;
}

/** A command, as people write it. */
export function shown(one: Pick<Asked, "argv" | "manner"> | undefined): string {
	if (one === undefined) return "nothing";
	const { forced, tools } = one.manner;
	const line = one.argv.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word}'`)).join(" ");
	return `\`${line}\`${forced ? " by force" : ""}${tools === undefined ? "" : ` with the tools [${tools}]`}`;
}

/** Forced commands count as longer than all others, and those of agents without tools as longer still. */
export function lengthOf({ argv, manner }: Pick<Asked, "argv" | "manner">): number {
	return argv.length + (manner.forced ? 1_000 : 0) + (manner.tools === undefined ? 0 : 100);
}

export function shortestOf(commands: readonly Asked[]): Asked | undefined {
	return commands.reduce<Asked | undefined>(
		(best, one) => (best === undefined || lengthOf(one) < lengthOf(best) ? one : best),
		undefined,
	);
}
