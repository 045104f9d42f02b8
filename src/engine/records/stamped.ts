/**
 * Gives an object that is there a private field of whichever class extends this: what nobody else can read or write, and what a `WeakMap` would keep at a greater
 * cost to the collector of garbage.
 */
export const Stamped = class {
	constructor(object: object) {
		// biome-ignore lint/correctness/noConstructorReturn: this is how an object that is there gets a private field
		return object;
	}
} as new (
	object: object,
) => object;
