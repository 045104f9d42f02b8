/** What a release would have answered otherwise than the one before, and how much of that a machine takes. */
import type { Effect } from "../../language/syntax/statements.js";

/** Requests of a log, answered by two releases. Numbers are of decisions: a request that was asked often counts as often. */
export interface Comparison {
	readonly decisions: number;
	readonly looser: number;
	readonly stricter: number;
	/** Of which the log does not hold what the answer depends on. */
	readonly undecided: number;
	/** Denied by the new release. */
	readonly denied: number;
	/** Those that were asked most often. */
	readonly changes: readonly ComparedChange[];
}

export interface ComparedChange {
	readonly change: "looser" | "stricter";
	readonly agent: string;
	/** As a shell would read it. */
	readonly command: string;
	readonly before: Effect;
	readonly after: Effect;
	readonly count: number;
}

/** Compares by the last log. `before`: the compiled policy that is active, none on a machine that has none: then what the log says. Undefined where there is no log. */
export type Compare = (before: Uint8Array | undefined, after: Uint8Array) => Comparison | undefined;

/** How much may become otherwise: shares of all decisions, from 0 to 1. */
export interface Bounds {
	readonly looser?: number;
	readonly stricter?: number;
}

/** Why a release is not activated; undefined where it may be. */
export function outOfBounds(comparison: Comparison, bounds: Bounds): string | undefined {
	for (const change of ["looser", "stricter"] as const) {
		const most = bounds[change];
		const { [change]: count, decisions } = comparison;
		if (most === undefined || count <= most * decisions) continue;
		const [first] = comparison.changes.filter((one) => one.change === change);
		const shown = first === undefined ? "" : `, first of all \`${first.command}\``;
		return `${count} of ${decisions} decisions would be ${change}, and ${shareText(most)} may be${shown}`;
	}
	return undefined;
}

/** Can these bounds stop anything? */
export function isBounded({ looser = 1, stricter = 1 }: Bounds): boolean {
	return looser < 1 || stricter < 1;
}

/** Why nothing of a log tells what a release changes; undefined where something does. `log`: as it is named. */
export function whyNotCompared(comparison: Comparison | undefined, log: string | undefined): string | undefined {
	const named = log === undefined ? "the log" : `the log \`${log}\``;
	if (comparison === undefined) return log === undefined ? "no log is named" : `${named} can't be read`;
	if (comparison.decisions > 0) return undefined;
	return comparison.undecided > 0
		? `no decision in ${named} can be made again`
		: `${named} can't be read, or its end holds no decisions`;
}

/** A share as people write it: `2.5%`, from 0 to 100; undefined for what is none. From 0 to 1. */
export function shareIn(text: string): number | undefined {
	const number = Number(/^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text)?.[1]);
	return number >= 0 && number <= 100 ? number / 100 : undefined;
}

export function shareText(share: number): string {
	return `${Number((share * 100).toFixed(4))}%`;
}
