/** A source of random choices that gives the same ones for the same seed (mulberry32). */
export interface Dice {
	/** A whole number from 0 to below `sides`. */
	below(sides: number): number;
	chance(probability: number): boolean;
	pick<T>(from: readonly T[]): T;
	/** One of the ways, taken; a weight goes before its way. */
	one<T>(...ways: readonly (readonly [number, () => T])[]): T;
}

export function dice(seed: number): Dice {
	let state = (seed ^ 0x9e3779b9) >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	const below = (sides: number) => Math.floor(next() * sides);
	return {
		below,
		chance: (probability) => next() < probability,
		pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
		one: (...ways) => {
			let left = next() * ways.reduce((sum, [weight]) => sum + weight, 0);
			for (const [weight, way] of ways) {
				left -= weight;
				if (left < 0) return way();
			}
			return (ways.at(-1) as (typeof ways)[number])[1]();
		},
	};
}
