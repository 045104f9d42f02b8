/**
 * How much of what has no end is tried: made-up policies, stories and scripts, and long lists of one sort. `npm test` tries a part, the same one every time, so
 * that who changes something waits for minutes; each night all of it is tried (`.ci/nightly`).
 *
 *	TESTS_WHOLE=1   all of it
 */
export const isWhole = process.env.TESTS_WHOLE === "1";

/** A number of tries is multiplied by this. */
export const part = isWhole ? 1 : 0.25;

/** So many tries, or what is tried of them. */
export function tries(whole: number): number {
	return Math.ceil(whole * part);
}

/** Of a list one in so many, from the first on, or all of it. */
export function some<T>(all: readonly T[], each = 1 / part): readonly T[] {
	return isWhole ? all : all.filter((_, at) => at % each === 0);
}
