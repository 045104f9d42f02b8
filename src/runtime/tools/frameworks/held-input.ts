/** The input of a tool, held still: what was decided is what the tool is given, whoever keeps the object that it came in. */

/** An input that nobody else has a hand on. */
export interface HeldInput {
	/** For the tool. */
	readonly input: unknown;
	/** The same as plain JSON, for the rules. */
	readonly seen: unknown;
}

/** Reads an input once: getters and proxies answer once. Throws for what is no data, or is deeper or more than anybody means. */
export function heldInput(given: unknown): HeldInput {
	return held(given, 0, { left: mostObjects });
}

/** Deeper data is not gone through. */
const deepest = 100;
/** Nor are more objects: those that hold one another are without end. */
const mostObjects = 100_000;

function held(given: unknown, depth: number, budget: { left: number }): HeldInput {
	if (typeof given === "function" || typeof given === "symbol") throw new TypeError("it holds what is no data");
	if (typeof given !== "object" || given === null) return { input: given, seen: given };
	if (depth > deepest) throw new TypeError("it is deeper than can be read");
	if (budget.left-- === 0) throw new TypeError("it is more than can be read");
	const inner = (one: unknown): HeldInput => held(one, depth + 1, budget);
	if (Array.isArray(given)) return joined(Array.from(given, inner));
	const prototype: unknown = Object.getPrototypeOf(given);
	switch (prototype) {
		case Date.prototype: {
			const input = new Date((given as Date).getTime());
			return { input, seen: Number.isNaN(input.getTime()) ? String(input) : input.toISOString() };
		}
		case URL.prototype: {
			const { href } = given as URL;
			return { input: new URL(href), seen: href };
		}
		case Set.prototype: {
			const { input, seen } = joined(Array.from(given as Set<unknown>, inner));
			return { input: new Set(input), seen };
		}
		case Map.prototype: {
			const entries = Array.from(given as Map<unknown, unknown>, ([key, value]) => [inner(key), inner(value)] as const);
			return {
				input: new Map(entries.map(([key, value]) => [key.input, value.input])),
				// An object each: `1` and `"1"` are two keys.
				seen: entries.map(([key, value]) => ({ [textOf(key.seen)]: value.seen })),
			};
		}
	}
	if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
		throw new TypeError("it holds an object of a class that nobody knows here");
	const entries = Object.entries(given).map(([key, value]) => [key, inner(value)] as const);
	return {
		input: Object.fromEntries(entries.map(([key, value]) => [key, value.input])),
		seen: Object.fromEntries(entries.map(([key, value]) => [key, value.seen])),
	};
}

function joined(all: readonly HeldInput[]): { readonly input: unknown[]; readonly seen: unknown[] } {
	return { input: all.map(({ input }) => input), seen: all.map(({ seen }) => seen) };
}

function textOf(key: unknown): string {
	return typeof key === "string" ? key : JSON.stringify(key);
}
