/** The input of a tool, held still: what was decided is what the tool is given, whoever keeps the object that it came in. */

/** An input that nobody else has a hand on. */
export interface HeldInput {
	/** For the tool. */
	readonly input: unknown;
	/** The same as plain JSON, for the rules. */
	readonly seen: unknown;
}

/** Reads an input once: getters and proxies answer once. Throws for what is no data, or is deeper than anybody means. */
export function heldInput(given: unknown): HeldInput {
	return held(given, 0);
}

/** Deeper data is not gone through. */
const deepest = 100;

function held(given: unknown, depth: number): HeldInput {
	if (typeof given === "function" || typeof given === "symbol") throw new TypeError("it holds what is no data");
	if (typeof given !== "object" || given === null) return { input: given, seen: given };
	if (depth > deepest) throw new TypeError("it is deeper than can be read");
	if (Array.isArray(given)) return joined(Array.from(given, (one) => held(one, depth + 1)));
	if (given instanceof Date) {
		const input = new Date(given.getTime());
		return { input, seen: Number.isNaN(input.getTime()) ? String(input) : input.toISOString() };
	}
	if (given instanceof URL) {
		const { href } = given;
		return { input: new URL(href), seen: href };
	}
	if (given instanceof Set) {
		const { input, seen } = joined(Array.from(given, (one) => held(one, depth + 1)));
		return { input: new Set(input), seen };
	}
	if (given instanceof Map) {
		const entries = Array.from(given, ([key, value]) => [held(key, depth + 1), held(value, depth + 1)] as const);
		return {
			input: new Map(entries.map(([key, value]) => [key.input, value.input])),
			seen: Object.fromEntries(entries.map(([key, value]) => [textOf(key.seen), value.seen])),
		};
	}
	const prototype: unknown = Object.getPrototypeOf(given);
	if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
		throw new TypeError("it holds an object of a class that nobody knows here");
	const entries = Object.entries(given).map(([key, value]) => [key, held(value, depth + 1)] as const);
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
